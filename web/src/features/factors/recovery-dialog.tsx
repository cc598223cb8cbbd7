import { Button, Group, Stack, Text } from '@mantine/core';
import { messageOf } from '../../lib/api-error.ts';
import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { useRenewRecoveryCodes } from './factors.api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type Props = { opened: boolean; onClose: () => void };

/** Makes new recovery codes and shows them. It begins anew with each `key`. */
export function RecoveryDialog({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Recovery codes" size={520} centered>
      <Content onClose={onClose} />
    </Dialog>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, data: codes, error } = useRenewRecoveryCodes();
  useBusyDialog(isPending);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Stack gap="md">
      <Text>Make new recovery codes? The ones that you have now no longer work then.</Text>
      <FormFailure failure={error && messageOf(error)} />
      <Group justify="flex-end" gap="sm">
        <CloseButton busy={isPending} onClose={onClose} />
        <Button loading={isPending} data-autofocus onClick={() => mutate()}>
          Make new codes
        </Button>
      </Group>
    </Stack>
  );
}
