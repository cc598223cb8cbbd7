import type { Change } from '@adwarden/contract/changes/changes';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import type { Role } from '../../lib/role.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import classes from './app-history.module.css';
import { historyQuery } from './history.api.ts';
import { HistoryEntry } from './history-entry.tsx';
import { openRequestsQuery } from './requests/change-requests.api.ts';
import { OpenRequests, RequestsFailed } from './requests/open-requests.tsx';

type Props = {
  appID: string;
  /** Administrators get buttons to undo and go back. */
  of: Role;
};

/** The open change requests for an app; below, who changed it, when and what, with the ways back (ADR 21). */
export function AppHistory({ appID, of: role }: Props) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(historyQuery(appID));
  const open = useQuery(openRequestsQuery(appID));
  const list = useRef<HTMLOListElement>(null);

  if (!data && error) {
    return <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />;
  }
  // Both at once, so that the entries do not move down under the pointer.
  if (!data || open.isPending) return <Loading />;
  const changes: Change[] = data.pages.flatMap((page) => page.data);
  const requests = open.data ? (
    <OpenRequests requests={open.data} role={role} />
  ) : (
    <RequestsFailed retrying={open.isFetching} onRetry={() => open.refetch()} />
  );
  if (changes.length === 0) {
    return (
      <>
        {requests}
        <EmptyState kind="nothing-yet" title="The log no longer goes back to this" />
      </>
    );
  }
  return (
    <>
      {requests}
      <ol ref={list} className={classes.list} tabIndex={-1}>
        {changes.map((change, index) => (
          <HistoryEntry
            key={change.seq}
            change={change}
            isCurrent={index === 0}
            role={role}
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
