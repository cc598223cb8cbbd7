import { rejection } from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { useEffect } from 'react';
import { PanelButtons } from '../../../ui/dialog/panel-buttons.tsx';
import classes from '../../../ui/dialog/question-in-place.module.css';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useServerForm } from '../../../ui/form/use-server-form.ts';

type Props = {
  /** The rejected thing in words: 'this change'. */
  what: string;
  onCancel: () => void;
  /** Resolves when it is done; the caller shows errors. */
  onReject: (reason: string) => Promise<void>;
};

/** Asks for the reason of a rejection. */
export function RejectForm({ what, onCancel, onReject }: Props) {
  const { form, submit, saving } = useServerForm({
    schema: rejection,
    initialValues: { reason: '' },
    onSubmit: ({ reason }) => onReject(reason),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => form.getInputNode<HTMLInputElement, 'reason'>('reason')?.focus(), []);
  return (
    <form className={classes.panel} noValidate onSubmit={submit} aria-label={`Reject ${what}`}>
      <TextField
        key={form.key('reason')}
        {...form.getInputProps('reason')}
        label="Reason"
        description="Whoever asked for the change reads it."
        withAsterisk
        limit={limits.text.reason}
        dir="auto"
        autoComplete="off"
        data-autofocus
      />
      <PanelButtons submit={`Reject ${what}`} color="red" saving={saving} onCancel={onCancel} />
    </form>
  );
}
