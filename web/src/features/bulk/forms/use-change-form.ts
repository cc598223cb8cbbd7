import type { z } from 'zod';
import { useServerForm } from '../../../ui/form/use-server-form.ts';
import { previewChange } from '../batches.api.ts';
import type { AskedBatch, Picked, Previewed } from '../picked.ts';
import { renameFields } from '../rename-fields.ts';

type Options<Values extends Record<string, unknown>, Schema extends z.ZodType> = {
  picked: Picked;
  schema: Schema;
  initialValues: Values;
  changeOf: (sent: z.output<Schema>) => AskedBatch['change'];
  /** Returns the applications to send, if they are not all that were picked. */
  selectOf?: (sent: z.output<Schema>) => AskedBatch['select'];
  /** Returns the form's field for a field of the change, such as `country`. */
  fieldOf?: (field: string) => string;
  /** Called with the preview, which is made anew unless the form has it already. */
  onPreviewed: (previewed: Previewed) => void;
  /** Starts the batch of the preview that the form shows; false when it shows none. */
  startAhead?: () => Promise<boolean>;
};

/** Holds the form of a change of many applications; sending it asks for the preview. */
export function useChangeForm<Values extends Record<string, unknown>, Schema extends z.ZodType>({
  picked,
  schema,
  initialValues,
  changeOf,
  selectOf = () => picked.select,
  fieldOf,
  onPreviewed,
  startAhead,
}: Options<Values, Schema>) {
  return useServerForm({
    schema,
    mode: 'controlled',
    initialValues,
    async onSubmit(sent) {
      try {
        if (await startAhead?.()) return;
        onPreviewed(await previewChange({ select: selectOf(sent), change: changeOf(sent) }));
      } catch (error) {
        throw renameFields(error, fieldOf);
      }
    },
  });
}
