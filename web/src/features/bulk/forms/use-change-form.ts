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
  /** The form's field for one of the change, such as `country`. */
  fieldOf?: (field: string) => string;
  onPreviewed: (previewed: Previewed) => void;
};

/** The form of a change of many applications; sending it asks for the preview. */
export function useChangeForm<Values extends Record<string, unknown>, Schema extends z.ZodType>({
  picked,
  schema,
  initialValues,
  changeOf,
  fieldOf,
  onPreviewed,
}: Options<Values, Schema>) {
  return useServerForm({
    schema,
    mode: 'controlled',
    initialValues,
    async onSubmit(sent) {
      try {
        onPreviewed(await previewChange({ select: picked.select, change: changeOf(sent) }));
      } catch (error) {
        throw renameFields(error, fieldOf);
      }
    },
  });
}
