import type { App } from '@adwarden/contract/apps';
import type { Change } from '@adwarden/contract/changes';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { SideDrawer } from '../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { historyQuery } from './history.api.ts';
import classes from './history-drawer.module.css';
import { HistoryEntry } from './history-entry.tsx';

type Props = {
  opened: boolean;
  /** The app of the history; kept while the drawer fades out. */
  app: App | null;
  /** Whether to show buttons to undo and go back; not for owners. */
  withWaysBack: boolean;
  onClose: () => void;
};

/** Who changed an app, when and what, with the ways back from each change (ADR 21). */
export function HistoryDrawer({ opened, app, withWaysBack, onClose }: Props) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      size={560}
      title={
        <>
          History of <bdi>{app?.appName}</bdi>
        </>
      }
    >
      {app && <Entries appID={app.appID} withWaysBack={withWaysBack} />}
    </SideDrawer>
  );
}

type EntriesProps = Pick<Props, 'withWaysBack'> & Pick<App, 'appID'>;

function Entries({ appID, withWaysBack }: EntriesProps) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(historyQuery(appID));
  const list = useRef<HTMLOListElement>(null);

  if (!data && error) {
    return <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />;
  }
  if (!data) return <Loading />;
  const changes: Change[] = data.pages.flatMap((page) => page.data);
  if (changes.length === 0) {
    return <EmptyState kind="nothing-yet" title="The log no longer goes back to this" />;
  }
  return (
    <>
      <ol ref={list} className={classes.list} tabIndex={-1}>
        {changes.map((change, index) => (
          <HistoryEntry
            key={change.seq}
            change={change}
            isCurrent={index === 0}
            withWaysBack={withWaysBack}
            // The pressed button no longer exists; the newest entry is at the top.
            onDone={() => list.current?.focus()}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </>
  );
}
