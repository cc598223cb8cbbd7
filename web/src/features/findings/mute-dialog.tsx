import { type Finding, muteFindingForm } from '@adwarden/contract/findings/findings';
import { limits } from '@adwarden/contract/limits';
import { Stack, Text } from '@mantine/core';
import { ApiError } from '../../lib/api-error.ts';
import { toastError } from '../../lib/toasts.ts';
import { subjectOf } from '../../lib/words/finding-words.ts';
import { toastUndo } from '../../ui/feedback/action-toast.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { CutText } from '../../ui/text/cut-text.tsx';
import { useMuteFinding, useUnmuteFinding } from './findings.api.ts';

type Props = { opened: boolean; finding: Finding; onClose: () => void };

const schema = muteFindingForm.pick({ reason: true });

/** Asks why a finding is muted. It begins anew each time it is rendered with another `key`. */
export function MuteDialog({ opened, finding, onClose }: Props) {
  const { mutateAsync: mute } = useMuteFinding();
  const { mutate: unmute } = useUnmuteFinding();
  const { form, submit, saving, failure } = useServerForm({
    schema,
    initialValues: { reason: '' },
    async onSubmit({ reason }) {
      try {
        const { message } = await mute({ finding, reason });
        toastUndo(message, () => unmute(finding));
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        toastError('This finding is over');
        onClose();
      }
    },
  });
  return (
    <FormModal
      opened={opened}
      title="Mute finding"
      about={<CutText>{subjectOf(finding)}</CutText>}
      size={520}
      isDirty={form.isDirty}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
      submit={{ label: 'Mute' }}
    >
      <Stack gap="md">
        <Text>{finding.detail}</Text>
        <TextField
          key={form.key('reason')}
          {...form.getInputProps('reason')}
          label="Reason"
          description="Kept with the finding and in the log of changes."
          withAsterisk
          limit={limits.text.reason}
          dir="auto"
          autoComplete="off"
          data-autofocus
        />
        <Text c="dimmed" size="sm">
          It stays muted until its facts change, for example when the field gets another value.
        </Text>
      </Stack>
    </FormModal>
  );
}
