import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { Alert, Button, Stack } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import type { Role } from '../../../lib/role.ts';
import { SideDrawer } from '../../../ui/dialog/dialog.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Facts } from '../facts.tsx';
import { RequestActions } from './request-actions.tsx';
import { RequestDifference } from './request-difference.tsx';
import type { RequestAction } from './request-rules.ts';
import { stateWords, whenOf } from './request-words.ts';

/** A request to show, and the action that was chosen already. */
export type ShownRequest = { request: ChangeRequest; chosen?: RequestAction };

type Props = {
  opened: boolean;
  /** Counts the openings. */
  visit: number;
  shown: ShownRequest | null;
  role: Role;
  onClose: () => void;
  /** Shows all requests for an app. */
  onShowAll: (appID: string) => void;
};

/** One change request: who asked for what and when, the difference, and what can be done with it. */
export function RequestDrawer({ opened, visit, shown, ...rest }: Props) {
  const title = shown && <bdi>{shown.request.appName}</bdi>;
  return (
    <SideDrawer opened={opened} onClose={rest.onClose} size={560} title={title}>
      {shown && <Content key={visit} {...shown} {...rest} />}
    </SideDrawer>
  );
}

type ContentProps = ShownRequest & Pick<Props, 'role' | 'onClose' | 'onShowAll'>;

function Content({ request: first, chosen, role, onClose, onShowAll }: ContentProps) {
  // A decision that was refused shows the request as it is now.
  const [request, setRequest] = useState(first);
  const { state, reason } = request;
  const { name, tone } = stateWords[state];
  const isReasonShown = reason !== '' && state !== 'rejected';
  return (
    <Stack gap="lg">
      <div>
        <StatusBadge tone={tone}>{name}</StatusBadge>
      </div>
      {isReasonShown && (
        <Alert
          color={state === 'in-review' ? 'yellow' : 'red'}
          p="sm"
          role={request === first ? undefined : 'alert'}
        >
          <bdi>{reason}</bdi>
        </Alert>
      )}
      <About request={request} />
      <RequestDifference request={request} atFirst={10} />
      <RequestActions
        request={request}
        role={role}
        chosen={chosen}
        onDone={onClose}
        onRefused={setRequest}
      />
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconListSearch size={16} />}
          onClick={() => onShowAll(request.appID)}
        >
          All change requests of this application
        </Button>
      </div>
    </Stack>
  );
}

function About({ request }: { request: ChangeRequest }) {
  const { author, createdAt, note, decidedBy, changedAt, state, reason } = request;
  const { moment, distance } = whenOf(request, Date.now());
  const facts = [
    ['When', [moment, distance].filter(Boolean).join(', ')],
    ['Asked by', author.name],
    ['Asked on', formatDateTime(createdAt)],
    ['Note', note],
    ['Decided by', decidedBy?.name ?? ''],
    ['Decided on', decidedBy ? formatDateTime(changedAt) : ''],
    ['Reason', state === 'rejected' ? reason : ''],
  ] as const;
  return <Facts facts={facts} />;
}
