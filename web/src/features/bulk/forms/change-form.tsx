import type { Batch, BatchPreview } from '@adwarden/contract/batches/batches';
import type { FormEventHandler, ReactNode } from 'react';
import { appsInWords } from '../../../lib/words/words.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import type { Picked, Previewed } from '../picked.ts';
import { runWords } from '../preview/preview-rules.ts';

/** The props of each form of a change. */
export type ChangeFormProps = {
  opened: boolean;
  picked: Picked;
  onClose: () => void;
  /** Called with the preview of the change. */
  onPreviewed: (previewed: Previewed) => void;
  /** Called with the batch of a form that has shown its preview itself. */
  onStarted: (batch: Batch) => void;
};

type Props = Pick<ChangeFormProps, 'opened' | 'picked' | 'onClose'> & {
  title: string;
  form: { isDirty: () => boolean };
  submit: FormEventHandler<HTMLFormElement>;
  saving: boolean;
  failure: string | null;
  size?: number;
  /** The preview of the form's values, if the form shows it: then the change is sent without another step. */
  ahead?: BatchPreview | undefined;
  /** Whether the button says how many applications change. */
  saysHowMany?: boolean;
  children: ReactNode;
};

/** The dialog around the form of a change of many applications. */
export function ChangeForm(props: Props) {
  const { picked, form, submit, size = 560, ahead, saysHowMany = false, ...rest } = props;
  const words = ahead && runWords(ahead);
  const isRun = saysHowMany && ahead?.kind === 'edit';
  return (
    <FormModal
      {...rest}
      about={appsInWords(picked.count)}
      size={size}
      isDirty={form.isDirty}
      onSubmit={submit}
      submit={{
        label: isRun ? `Change ${appsInWords(ahead.changed)}` : (words?.button ?? 'Preview'),
      }}
      footer={words?.footer ?? 'Nothing changes yet: the preview comes first.'}
    />
  );
}
