import type { Change } from '@adwarden/contract/changes/changes';
import { actionNames, thingName } from '@adwarden/contract/changes/words';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import classes from './batch-entries.module.css';
import { DifferenceLine } from './difference.tsx';
import { batchEntriesQuery } from './history.api.ts';

type Props = { batchID: string; onOpen: (change: Change) => void };

/** The entries that a batch made, below its own entry in the log. */
export function BatchEntries({ batchID, onOpen }: Props) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(batchEntriesQuery(batchID));
  if (!data && error) {
    return <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />;
  }
  if (!data) return <Loading />;
  const entries = data.pages.flatMap((page) => page.data);
  const total = data.pages[0]?.total ?? 0;
  if (entries.length === 0) return <p className={classes.nothing}>It has changed nothing.</p>;
  return (
    <div className={classes.entries}>
      <ul className={classes.list} aria-label="Entries of the bulk change">
        {entries.map((change) => (
          <li key={change.seq}>
            <button type="button" className={classes.entry} onClick={() => onOpen(change)}>
              <bdi className={classes.name}>{thingName(change)}</bdi>
              <span className={classes.action}>{actionNames[change.action]}</span>
              <span className={classes.difference}>
                <DifferenceLine change={change} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more of {total.toLocaleString('en')}
        </Button>
      )}
    </div>
  );
}
