import type { Change } from '@adwarden/contract/changes/changes';
import { Button, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { mayWrite } from '../../people/may.ts';
import { SideDrawer } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { FramedList } from '../../ui/framed-list.tsx';
import { type Restorable, useRestoreDeleted } from './changes.api.ts';
import classes from './deleted-drawer.module.css';
import { deletedQuery } from './history.api.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  entity: Restorable;
  title: string;
  /** Says what a restore brings back, and what it does not. */
  hint: string;
};

/** Lists what was deleted and not restored yet, each with a Restore button (ADR 21). */
export function DeletedDrawer({ opened, onClose, entity, title, hint }: Props) {
  return (
    <SideDrawer opened={opened} onClose={onClose} size={440} title={title}>
      <Text c="dimmed" mb="md">
        {hint}
      </Text>
      <Deleted entity={entity} />
    </SideDrawer>
  );
}

function Deleted({ entity }: { entity: Restorable }) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(deletedQuery(entity));
  const restore = useRestoreDeleted(entity);
  useBusyDialog(restore.isPending);
  const list = useRef<HTMLDivElement>(null);
  if (!data && error) {
    return <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />;
  }
  if (!data) return <Loading />;
  const changes = data.pages.flatMap((page) => page.data);
  return (
    <div ref={list} className={classes.deleted} tabIndex={-1}>
      {changes.length === 0 && <EmptyState kind="nothing-yet" title="Nothing is deleted" />}
      {changes.length > 0 && (
        <FramedList>
          {changes.map((change) => (
            <DeletedRow
              key={change.seq}
              change={change}
              busy={restore.isPending && restore.variables === change.key}
              onRestore={() =>
                restore.mutate(change.key, {
                  onSuccess: () => {
                    // The pressed button no longer exists.
                    list.current?.focus();
                  },
                })
              }
            />
          ))}
        </FramedList>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt="md"
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Show earlier ones
        </Button>
      )}
    </div>
  );
}

type RowProps = { change: Change; busy: boolean; onRestore: () => void };

function DeletedRow({ change: { name, key, at, actor }, busy, onRestore }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <bdi className={classes.name}>{name || key}</bdi>
        <span className={classes.when}>
          {formatDateTime(at)} by <bdi>{actor.name}</bdi>
        </span>
      </div>
      {mayWrite() && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRestore size={15} />}
          loading={busy}
          aria-label={`Restore ${name}`}
          onClick={onRestore}
        >
          Restore
        </Button>
      )}
    </li>
  );
}
