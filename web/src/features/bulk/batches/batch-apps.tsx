import type { Batch, BatchOutcome } from '@adwarden/contract/batches/batches';
import { batchOutcomeWords } from '@adwarden/contract/state-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { FramedList } from '../../../ui/framed-list.tsx';
import { batchAppsQuery } from '../batches.api.ts';
import { OutcomeTabs } from '../outcome-tabs.tsx';
import { Pager } from '../pager.tsx';
import classes from './batch-apps.module.css';

/** The outcomes in the order of their tabs: what needs attention first. */
const order = ['failed', 'skipped', 'changed', 'requested', 'waiting'] as const;

function countOf(batch: Batch, outcome: BatchOutcome): number {
  return outcome === 'waiting' ? batch.total - batch.done : batch[outcome];
}

/** The applications of an ended batch, a tab for each outcome that there was. */
export function BatchApps({ batch }: { batch: Batch }) {
  const outcomes = order.filter((outcome) => countOf(batch, outcome) > 0);
  const [chosen, setChosen] = useState<BatchOutcome>(outcomes[0] ?? 'changed');
  const [page, setPage] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(
    batchAppsQuery(batch.id, { outcome: chosen, page }),
  );
  if (outcomes.length === 0) return null;
  return (
    <OutcomeTabs
      label="Applications by what became of them"
      tabs={outcomes.map((value) => ({
        value,
        label: batchOutcomeWords[value],
        count: countOf(batch, value),
      }))}
      value={chosen}
      onChange={(next) => {
        setChosen(next);
        setPage(0);
      }}
    >
      {error && (
        <ErrorPanel
          message={messageOf(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Loading />}
      {data && (
        <FramedList aria-busy={isFetching}>
          {data.data.map(({ appID, appName, row, reason }) => (
            <li key={appID} className={classes.app}>
              <bdi className={classes.name}>{appName || appID}</bdi>
              {row !== null && <span className={classes.row}>Row {row}</span>}
              {reason !== '' && <span className={classes.reason}>{reason}</span>}
            </li>
          ))}
        </FramedList>
      )}
      {data && <Pager {...data} onPage={setPage} />}
    </OutcomeTabs>
  );
}
