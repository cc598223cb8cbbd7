import type { Admin } from '@adwarden/contract/admins/admins';
import { limits } from '@adwarden/contract/limits';
import { Stack, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DoneButton } from '../../ui/dialog/done-button.tsx';
import { CopyBox } from '../../ui/text/copy-box.tsx';

/** A password that was made for somebody. */
export type MadePassword = { admin: Admin; password: string };

type Props = { opened: boolean; about: MadePassword | null; onClose: () => void };

/** Shows a password that was made for a new administrator, once. */
export function PasswordDialog({ opened, about, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Password" size={520} centered>
      {about && (
        <Stack gap="md">
          <Text>
            Give this password to <bdi>{about.admin.fullName}</bdi>, who signs in as{' '}
            <bdi>{about.admin.email}</bdi>. It works for {limits.invitations.hours} hours, is
            changed at the first sign-in, and is shown only now.
          </Text>
          <CopyBox value={about.password} label="Copy the password" />
          <DoneButton onClose={onClose} />
        </Stack>
      )}
    </Dialog>
  );
}
