import type { FactorLink } from '@adwarden/contract/factors/removing';
import { limits } from '@adwarden/contract/limits';
import { Button, Group, Stack, Text } from '@mantine/core';
import { messageOf } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/dates.ts';
import type { Role } from '../../lib/role.ts';
import { wholeLink } from '../../lib/whole-link.ts';
import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { DoneButton } from '../../ui/dialog/done-button.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { CopyBox } from '../../ui/text/copy-box.tsx';
import { useRemoveFactorsOf } from './factors.api.ts';

/** Somebody who has lost their second factor. */
export type LostFactor = { role: Role; id: string; fullName: string };

type Props = { opened: boolean; about: LostFactor | null; onClose: () => void };

/** Removes the second factors of somebody else, and shows the link that takes their place, once (ADR 137). It begins anew with each `key`. */
export function LostFactorDialog({ opened, about, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Second factor" size={560} centered>
      {about && <Content about={about} onClose={onClose} />}
    </Dialog>
  );
}

function Content({ about, onClose }: { about: LostFactor; onClose: () => void }) {
  const { mutate, isPending, data: made, error } = useRemoveFactorsOf();
  useBusyDialog(isPending);
  if (made) return <Link about={about} made={made} onClose={onClose} />;
  return (
    <Stack gap="md">
      <Text>
        Remove the second factors of <bdi>{about.fullName}</bdi>, who has lost them? All sessions of
        this account end. You get a link with which <bdi>{about.fullName}</bdi> sets up a new one;
        for {limits.secondFactor.linkHours} hours, the password is not enough without it.
      </Text>
      <FormFailure failure={error && messageOf(error)} />
      <Group justify="flex-end" gap="sm">
        <CloseButton busy={isPending} onClose={onClose} />
        <Button color="red" loading={isPending} data-autofocus onClick={() => mutate(about)}>
          Remove and make a link
        </Button>
      </Group>
    </Stack>
  );
}

function Link({
  about,
  made,
  onClose,
}: {
  about: LostFactor;
  made: FactorLink;
  onClose: () => void;
}) {
  return (
    <Stack gap="md">
      <Text>
        Make sure that it is really <bdi>{about.fullName}</bdi> who asks, and send this link to
        nobody else. With the password it opens the account, once, until{' '}
        {formatDateTime(made.endsAt)}. It is shown only now.
      </Text>
      <CopyBox value={wholeLink(made.link)} label="Copy the link" />
      <DoneButton onClose={onClose} />
    </Stack>
  );
}
