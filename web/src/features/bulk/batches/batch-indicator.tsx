import type { Batch } from '@adwarden/contract/batches/batches';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { askAgain } from '../../../lib/after-write.ts';
import type { Role } from '../../../lib/role.ts';
import { safetyTabPath } from '../../../lib/safety-tabs.ts';
import { noteSaid } from '../../../lib/said-batches.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { toastUndo } from '../../../ui/feedback/action-toast.tsx';
import { progressOf, remainingWords, resultOf } from '../batch-words.ts';
import { newestBatchesQuery, useUndoBatch } from '../batches.api.ts';
import classes from './batch-indicator.module.css';
import { percentOf } from './batch-progress.tsx';

type Props = {
  role: Role;
  /** The id of the signed-in person. */
  personID: string;
};

/** In the top bar while a batch of this person runs: how far it is, with a link to the list. When one ends, a toast says so. */
export function BatchIndicator({ role, personID }: Props) {
  const { data = [] } = useQuery(newestBatchesQuery);
  const mine = data.filter(({ by }) => by.id === personID);
  useEndedBatches(mine);
  const running = mine.filter(({ state }) => state === 'running');
  const [first] = running;
  if (!first) return null;
  const words = wordsOf(running, first);
  return (
    <Tooltip label={words}>
      <ActionIcon
        component={Link}
        to={safetyTabPath(role, 'batches')}
        className={classes.indicator}
        variant="transparent"
        size={40}
        aria-label={words}
      >
        <svg viewBox="0 0 36 36" className={classes.ring} aria-hidden="true">
          <circle cx="18" cy="18" r="15" pathLength="100" />
          <circle
            cx="18"
            cy="18"
            r="15"
            pathLength="100"
            strokeDasharray={`${percentOf(totalOf(running))} 100`}
          />
        </svg>
      </ActionIcon>
    </Tooltip>
  );
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
const totalOf = (batches: readonly Batch[]) => ({
  done: sum(batches.map(({ done }) => done)),
  total: sum(batches.map(({ total }) => total)),
});

function wordsOf(running: readonly Batch[], { title, remainingSeconds }: Batch): string {
  const left = remainingWords(running.length === 1 ? remainingSeconds : null);
  const name = running.length === 1 ? title : `${running.length} bulk changes`;
  return [`${name}: ${progressOf(totalOf(running))}`, left].filter(Boolean).join(', ');
}

/** When a batch ends that was seen running, fetches everything again, and says the outcome with a button to undo it. */
function useEndedBatches(batches: readonly Batch[]): void {
  const client = useQueryClient();
  const { mutate: undo } = useUndoBatch();
  const running = useRef(new Set<string>());

  const onBatches = useEffectEvent((now: readonly Batch[]) => {
    for (const batch of now) {
      if (batch.state === 'running') running.current.add(batch.id);
      else if (running.current.delete(batch.id)) {
        void askAgain(client, []);
        noteSaid(client, batch.id);
        const words = resultOf(batch);
        if (batch.canUndo) toastUndo(words, () => undo(batch.id));
        else toastSuccess(words);
      }
    }
  });
  useEffect(() => onBatches(batches), [batches]);
}
