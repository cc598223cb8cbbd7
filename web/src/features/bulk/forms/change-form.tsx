import type { FormEventHandler, ReactNode } from 'react';
import { appsInWords } from '../../../lib/words.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import type { Picked, Previewed } from '../picked.ts';

/** What each form of a change gets. */
export type ChangeFormProps = {
  opened: boolean;
  picked: Picked;
  onClose: () => void;
  /** Called with the preview of the change. */
  onPreviewed: (previewed: Previewed) => void;
};

type Props = Pick<ChangeFormProps, 'opened' | 'picked' | 'onClose'> & {
  title: string;
  form: { isDirty: () => boolean };
  submit: FormEventHandler<HTMLFormElement>;
  saving: boolean;
  failure: string | null;
  size?: number;
  children: ReactNode;
};

/** The dialog around the form of a change of many applications. */
export function ChangeForm({ picked, form, submit, size = 560, ...rest }: Props) {
  return (
    <FormModal
      {...rest}
      about={appsInWords(picked.count)}
      size={size}
      isDirty={form.isDirty}
      onSubmit={submit}
      submit={{ label: 'Preview' }}
      footer="Nothing changes yet: the preview comes first."
    />
  );
}
