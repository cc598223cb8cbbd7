import type { AppInList } from '@adwarden/contract/apps';
import { ActionIcon } from '@mantine/core';
import { IconFileCheck, IconPencil, IconStack2, IconTrash } from '@tabler/icons-react';
import { actions } from '../../../lib/actions.ts';
import { mayWrite } from '../../../people/may.ts';
import { RowMenu } from '../../../ui/data-table/row-menu.tsx';
import { useAppActions } from './app-actions.ts';
import classes from './apps.columns.module.css';

/** The Edit button, and a menu with the actions for which the spec has no column. */
export function EditCell({ app }: { app: AppInList }) {
  const act = useAppActions();
  const { onAppAds } = act;
  const writes = mayWrite();
  return (
    <span className={classes.editCell}>
      {writes && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={`Edit ${app.appName}`}
          data-hint="Edit"
          onClick={() => act.onEdit(app)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      )}
      <RowMenu
        label={`More for ${app.appName}`}
        size={26}
        actions={[
          writes ? { ...actions.duplicate, act: () => act.onDuplicate(app) } : undefined,
          writes
            ? { label: 'Several copies…', Icon: IconStack2, act: () => act.onCopies(app) }
            : undefined,
          { ...actions.connect, act: () => act.onConnect(app) },
          writes ? { ...actions.newToken, act: () => act.onRotate(app) } : undefined,
          { ...actions.test, act: () => act.onTest(app) },
          { ...actions.traffic, act: () => act.onTraffic(app) },
          { ...actions.history, act: () => act.onHistory(app) },
          onAppAds && app.accountName !== ''
            ? {
                label: 'app-ads.txt of its account',
                Icon: IconFileCheck,
                act: () => onAppAds(app.accountName),
              }
            : undefined,
          writes ? { ...actions.pauseApp, act: () => act.onPause(app) } : undefined,
        ]}
      />
    </span>
  );
}

/** Administrators only. */
export function DeleteCell({ app }: { app: AppInList }) {
  const { onDelete } = useAppActions();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={26}
      className={classes.delete}
      aria-label={`Delete ${app.appName}`}
      data-hint="Delete"
      onClick={() => onDelete?.(app)}
    >
      <IconTrash size={16} />
    </ActionIcon>
  );
}
