import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { changeRequestWords } from '@adwarden/contract/state-words';
import { Alert, Button, Stack } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import type { Role } from '../../../lib/role.ts';
import { SideDrawer } from '../../../ui/dialog/dialog.tsx';
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Facts } from '../facts.tsx';
import { changeRequestQuery } from './change-requests.api.ts';
import { RequestActions } from './request-actions.tsx';
import { RequestDifference } from './request-difference.tsx';
import type { RequestAction } from './request-rules.ts';
import { stateTones, whenOf } from './request-words.ts';

type Props = {
  opened: boolean;
  /** The request to show; null before the first opening. */
  requestID: string | null;
  /** The request as the list has it, if it is there. */
  known: ChangeRequest | undefined;
  /** The action that was chosen already. */
  chosen: RequestAction | undefined;
  role: Role;
  onClose: () => void;
  /** Shows all requests for an app. */
  onShowAll: (appID: string) => void;
};

/** One change request: who asked for what and when, the difference, and what can be done with it. */
export function RequestDrawer({ opened, requestID, known, ...rest }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    ...changeRequestQuery(requestID ?? ''),
    enabled: opened,
  });
  const request = known ?? data;
  return (
    <SideDrawer
      opened={opened}
      onClose={rest.onClose}
      size={560}
      title={<bdi>{request?.appName ?? 'Change request'}</bdi>}
    >
      {request && <Content key={`${request.id} ${rest.chosen}`} request={request} {...rest} />}
      {!request && error && (
        <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />
      )}
      {!request && !error && <Loading />}
    </SideDrawer>
  );
}

type ContentProps = { request: ChangeRequest } & Pick<
  Props,
  'chosen' | 'role' | 'onClose' | 'onShowAll'
>;

function Content({ request: first, chosen, role, onClose, onShowAll }: ContentProps) {
  // A decision that was refused, or a correction, shows the request as it is now.
  const [newer, setNewer] = useState<ChangeRequest | null>(null);
  const request = newer ?? first;
  const { state, reason } = request;
  const isReasonShown = reason !== '' && state !== 'rejected';
  return (
    <Stack gap="lg">
      <div>
        <StatusBadge tone={stateTones[state]}>{changeRequestWords[state]}</StatusBadge>
      </div>
      {isReasonShown && (
        <Alert
          color={state === 'in-review' ? 'yellow' : 'red'}
          p="sm"
          role={newer ? 'alert' : undefined}
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
        onChanged={setNewer}
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
