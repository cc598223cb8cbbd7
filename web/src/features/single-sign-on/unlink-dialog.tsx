import { Button, Group, Stack, Text } from '@mantine/core';
import { messageOf } from '../../lib/api-error.ts';
import type { Role } from '../../lib/role.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { useUnlink } from './sign-on.api.ts';

/** Somebody whose single sign-on is to end. */
export type Linked = { role: Role; id: string; fullName: string };

type Props = { opened: boolean; about: Linked | null; onClose: () => void };

/** Asks whether to unlink an account from single sign-on, and does it (ADR 142). A new `key` begins a new question. */
export function UnlinkDialog({ opened, about, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Single sign-on" size={560} centered>
      {about && <Content about={about} onClose={onClose} />}
    </Dialog>
  );
}

function Content({ about, onClose }: { about: Linked; onClose: () => void }) {
  const { mutate, isPending, error } = useUnlink();
  useBusyDialog(isPending);
  const unlink = () =>
    mutate(about, {
      onSuccess({ message }) {
        toastSuccess(message);
        onClose();
      },
    });
  return (
    <Stack gap="md">
      <Text>
        Unlink <bdi>{about.fullName}</bdi>? The sessions that single sign-on has opened end. Without
        a password the account waits for the next sign-in with the same e-mail address, which links
        it again.
      </Text>
      <FormFailure failure={error && messageOf(error)} />
      <Group justify="flex-end" gap="sm">
        <CloseButton busy={isPending} onClose={onClose} />
        <Button color="red" loading={isPending} data-autofocus onClick={unlink}>
          Unlink
        </Button>
      </Group>
    </Stack>
  );
}
