import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useUndo } from '../../../lib/use-undo.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../../ui/dialog/dialog-busy.ts';
import { toastSaved } from '../../../ui/feedback/action-toast.tsx';
import { FramedList } from '../../../ui/framed-list.tsx';
import { DifferenceLine } from '../difference.tsx';
import { decide, useRefreshAfterDecisions } from './change-requests.api.ts';
import { decideSeveral, type Refused } from './decide-several.ts';
import { RejectForm } from './reject-form.tsx';
import { AppEffects, TurnedOff, useRequestEffects } from './request-check.tsx';
import { asChange, changesInWords } from './request-words.ts';
import classes from './several-dialog.module.css';

/** The requests to decide about at once. */
export type Several = { action: 'approve' | 'reject'; requests: readonly ChangeRequest[] };

type Props = { opened: boolean; visit: number; several: Several | null; onClose: () => void };

const verbs = {
  approve: { now: 'Approve', past: 'approved' },
  reject: { now: 'Reject', past: 'rejected' },
} as const;

/** Approves or rejects several requests: says what that would do, and for which it failed, and why. */
export function SeveralDialog({ opened, visit, several, onClose }: Props) {
  const words = several && changesInWords(several.requests.length);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={several && `${verbs[several.action].now} ${words}?`}
      size={560}
    >
      {several && <Question key={visit} {...several} onClose={onClose} />}
    </Dialog>
  );
}

function Question({ action, requests, onClose }: Several & Pick<Props, 'onClose'>) {
  const refresh = useRefreshAfterDecisions();
  const [done, setDone] = useState<number | null>(null);
  const [refused, setRefused] = useState<readonly Refused<ChangeRequest>[] | null>(null);
  const isRunning = done !== null && refused === null;
  useBusyDialog(isRunning);
  const { past } = verbs[action];
  const undo = useUndo();
  const { effects, mayApply } = useRequestEffects(requests, action === 'approve');
  const isGrave = effects?.isGrave ?? false;

  async function run(reason?: string): Promise<void> {
    if (action === 'approve' && !(await mayApply())) return;
    setDone(0);
    const entries: number[] = [];
    const carryOut = async ({ id }: ChangeRequest) => {
      const { data } = await decide({ action, id, ...(reason !== undefined && { reason }) });
      if ('entries' in data) entries.push(...data.entries);
    };
    const failures = await decideSeveral(requests, carryOut, setDone);
    void refresh();
    const carriedOut = requests.length - failures.length;
    if (carriedOut > 0) {
      const message = `${changesInWords(carriedOut)} ${past}`;
      toastSaved(message, entries.length > 0 ? () => undo(...entries) : null);
    }
    if (failures.length === 0) onClose();
    else setRefused(failures);
  }

  if (refused) {
    const carriedOut = requests.length - refused.length;
    return (
      <Stack gap="md">
        <Alert color="red" p="sm" role="alert">
          {carriedOut > 0 && `${changesInWords(carriedOut)} ${past}. `}
          {changesInWords(refused.length)} not {past}:
        </Alert>
        <FramedList scrolls>
          {refused.map(({ request, reason }) => (
            <li key={request.id} className={classes.request}>
              <bdi className={classes.name}>{request.appName}</bdi>
              <bdi className={classes.why}>{reason}</bdi>
            </li>
          ))}
        </FramedList>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} ref={(button) => button?.focus()}>
            Close
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <FramedList scrolls>
        {requests.map((request, place) => (
          <li key={request.id} className={classes.request}>
            <bdi className={classes.name}>{request.appName}</bdi>
            <span className={classes.what}>
              <DifferenceLine change={asChange(request)} />
            </span>
            {requests.findIndex(({ appID }) => appID === request.appID) === place && (
              <AppEffects effects={effects} appID={request.appID} />
            )}
          </li>
        ))}
      </FramedList>
      <TurnedOff effects={effects} />
      {isRunning && (
        <Text role="status">
          {done} of {changesInWords(requests.length)}…
        </Text>
      )}
      {action === 'reject' ? (
        <RejectForm what={changesInWords(requests.length)} onCancel={onClose} onReject={run} />
      ) : (
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isRunning} onClick={onClose}>
            Close
          </Button>
          <Button
            loading={isRunning}
            onClick={() => void run()}
            data-autofocus
            {...(isGrave && { color: 'red' })}
          >
            Approve {changesInWords(requests.length)}
            {isGrave && ' anyway'}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
