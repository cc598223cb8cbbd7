import type { Invitation } from '@adwarden/contract/invitations/invitations';
import { limits } from '@adwarden/contract/limits';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { wholeLink } from '../../lib/whole-link.ts';
import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { DoneButton } from '../../ui/dialog/done-button.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { CopyBox } from '../../ui/text/copy-box.tsx';

/** Somebody who is invited: with the link that was made just now, or with what makes one. */
export type Invitee = {
  fullName: string;
  login: string;
} & ({ made: Invitation } | { make: () => Promise<Invitation>; until: string });

/** The link in an answer that has made one. */
export function linkOf({ invitation }: { invitation?: Invitation | undefined }): Invitation {
  if (!invitation) throw new Error('The server has made no link');
  return invitation;
}

type Props = { opened: boolean; about: Invitee | null; onClose: () => void };

/** Shows a new link, once; makes it first if there is none yet. It begins anew with each `key`. */
export function InviteDialog({ opened, about, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Invitation" size={560} centered>
      {about && <Content about={about} onClose={onClose} />}
    </Dialog>
  );
}

function Content({ about, onClose }: { about: Invitee; onClose: () => void }) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async (make: () => Promise<Invitation>) => make(),
    meta: { errorToast: false },
  });
  useBusyDialog(isPending);
  const made = data ?? ('made' in about ? about.made : null);
  if (made || !('make' in about)) {
    return made && <Link about={about} made={made} onClose={onClose} />;
  }
  return (
    <Stack gap="md">
      <Text>
        Make a link with which <bdi>{about.fullName}</bdi> chooses a password? It works once, for{' '}
        {limits.invitations.hours} hours. {about.until}
      </Text>
      <FormFailure failure={error && messageOf(error)} />
      <Group justify="flex-end" gap="sm">
        <CloseButton busy={isPending} onClose={onClose} />
        <Button loading={isPending} data-autofocus onClick={() => mutate(about.make)}>
          Make a link
        </Button>
      </Group>
    </Stack>
  );
}

function Link({ about, made, onClose }: { about: Invitee; made: Invitation; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text>
        {made.mailed ? (
          <>
            A mail with this link is on its way to <bdi>{about.login}</bdi>.
          </>
        ) : (
          <>
            Send this link to <bdi>{about.fullName}</bdi>, and to nobody else.
          </>
        )}{' '}
        Whoever opens it chooses the password. It works once, until {formatDateTime(made.endsAt)},
        and is shown only now.
      </Text>
      <CopyBox value={wholeLink(made.link)} label="Copy the link" />
      <DoneButton onClose={onClose} />
    </Stack>
  );
}
