import { Button, Group, Stack, Text } from '@mantine/core';
import { isRefusal } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { type SeenEdge, useForgetEdge } from './edges.api.ts';

type Props = {
  opened: boolean;
  /** Stays while the dialog fades out. */
  edge: SeenEdge | null;
  onClose: () => void;
};

/** Asks before a silent edge is forgotten. */
export function ForgetDialog({ opened, edge, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Forget this edge?" size={460} centered>
      {edge && <Question edge={edge} onClose={onClose} />}
    </Dialog>
  );
}

function Question({ edge, onClose }: { edge: SeenEdge; onClose: () => void }) {
  const { mutate, isPending } = useForgetEdge();
  useBusyDialog(isPending);
  const forget = () =>
    mutate(edge.name, {
      onSuccess: ({ message }) => {
        toastSuccess(message);
        onClose();
      },
      // The server refuses one that has come back, or that another administrator has forgotten.
      onError: (error) => isRefusal(error) && onClose(),
    });
  return (
    <Stack gap="sm">
      <Text>
        <bdi>{edge.name}</bdi> was last seen {formatDateTime(edge.lastSeenAt)}. It leaves this list
        and the findings. When it comes back, it is listed again.
      </Text>
      <Text>To keep it away for good, take its key out of EDGE_KEYS.</Text>
      <Group justify="flex-end" gap="sm" mt="xs">
        <CloseButton busy={isPending} onClose={onClose} />
        <Button loading={isPending} onClick={forget} data-autofocus>
          Forget
        </Button>
      </Group>
    </Stack>
  );
}
