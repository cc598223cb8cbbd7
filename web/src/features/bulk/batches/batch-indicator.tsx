import type { Batch } from '@adwarden/contract/batches/batches';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Role } from '../../../lib/role.ts';
import { safetyTabPath } from '../../../lib/safety-tabs.ts';
import { progressOf, remainingWords } from '../batch-words.ts';
import { newestBatchesQuery } from '../batches.api.ts';
import classes from './batch-indicator.module.css';
import { percentOf } from './batch-progress.tsx';
import { useEndedBatches } from './use-ended-batches.ts';

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
  const name = running.length === 1 ? title : `${running.length} batches`;
  return [`${name}: ${progressOf(totalOf(running))}`, left].filter(Boolean).join(', ');
}
