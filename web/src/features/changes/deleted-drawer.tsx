import type { Change } from '@adwarden/contract/changes';
import { Button, Drawer, Loader, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { Delayed } from '../../ui/delayed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { deletedQuery, type Restorable, useRestoreDeleted } from './changes.api.ts';
import classes from './deleted-drawer.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  entity: Restorable;
  title: string;
  /** What a restore brings back, and what it does not. */
  hint: string;
};

/** What was deleted and is gone still, each with the way back (issue 3, item 6). */
export function DeletedDrawer({ opened, onClose, entity, title, hint }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={440}
      title={title}
      classNames={{ title: classes.title }}
    >
      <Text c="dimmed" mb="md">
        {hint}
      </Text>
      <Deleted entity={entity} />
    </Drawer>
  );
}

function Deleted({ entity }: { entity: Restorable }) {
  const { data, error, isFetching, refetch } = useQuery(deletedQuery(entity));
  const restore = useRestoreDeleted(entity);
  if (!data && error) {
    return <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />;
  }
  if (!data) {
    return (
      <Delayed>
        <Loader size="sm" aria-label="Loading" />
      </Delayed>
    );
  }
  if (data.length === 0) return <EmptyState kind="nothing-yet" title="Nothing is deleted" />;
  return (
    <ul className={classes.list}>
      {data.map((change) => (
        <DeletedRow
          key={change.seq}
          change={change}
          busy={restore.isPending && restore.variables === change.key}
          onRestore={() =>
            restore.mutate(change.key, { onSuccess: ({ message }) => toastSuccess(message) })
          }
        />
      ))}
    </ul>
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
    </li>
  );
}
