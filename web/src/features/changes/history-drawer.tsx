import type { Change } from '@adwarden/contract/changes';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { SideDrawer } from '../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Loading } from '../../ui/loading.tsx';
import type { Restorable } from './changes.api.ts';
import { historyQuery } from './history.api.ts';
import classes from './history-drawer.module.css';
import { HistoryEntry } from './history-entry.tsx';

type Subject = { entity: Restorable; id: string; name: string };

type Props = {
  opened: boolean;
  /** What the history is of; stays while the drawer fades out. */
  subject: Subject | null;
  onClose: () => void;
};

/** Who changed one app or user, when and what, with the ways back from each change (issue 3, item 6). */
export function HistoryDrawer({ opened, subject, onClose }: Props) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      size={560}
      title={
        <>
          History of <bdi>{subject?.name}</bdi>
        </>
      }
      classNames={{ title: classes.title ?? '' }}
    >
      {subject && <Entries entity={subject.entity} id={subject.id} />}
    </SideDrawer>
  );
}

function Entries({ entity, id }: Omit<Subject, 'name'>) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(historyQuery(entity, id));
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
            // The buttons that were pressed are gone; the newest entry is at the top.
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
