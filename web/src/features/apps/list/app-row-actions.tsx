import type { App, AppInList } from '@adwarden/contract/apps';
import { ActionIcon } from '@mantine/core';
import { IconFileCheck, IconPencil, IconStack2, IconTrash } from '@tabler/icons-react';
import { actions } from '../../../lib/actions.ts';
import { mayWrite } from '../../../people/may.ts';
import { RowMenu } from '../../../ui/data-table/row-menu.tsx';
import classes from './apps.columns.module.css';

/** The actions of a row; those that the user may not do are absent. */
export type AppActions = {
  /** Opens the page of an app. */
  onOpen: (app: App) => void;
  onEdit: (app: App) => void;
  onDuplicate: (app: App) => void;
  /** Makes several copies. */
  onCopies: (app: App) => void;
  onConnect: (app: App) => void;
  onRotate: (app: App) => void;
  onTest: (app: App) => void;
  onTraffic: (app: App) => void;
  onPause: (app: App) => void;
  onHistory?: (app: App) => void;
  /** Shows the app-ads.txt of an account. */
  onAppAds?: (accountName: string) => void;
  onDelete?: (app: AppInList) => void;
};

/** The Edit button, and a menu with the actions for which the spec has no column. */
export function EditCell({ app, actions: act }: { app: App; actions: AppActions }) {
  const { onEdit, onDuplicate, onCopies, onConnect, onRotate, onTest } = act;
  const { onTraffic, onPause, onHistory, onAppAds } = act;
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
          onClick={() => onEdit(app)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      )}
      <RowMenu
        label={`More for ${app.appName}`}
        size={26}
        actions={[
          writes ? { ...actions.duplicate, act: () => onDuplicate(app) } : undefined,
          writes
            ? { label: 'Several copies…', Icon: IconStack2, act: () => onCopies(app) }
            : undefined,
          { ...actions.connect, act: () => onConnect(app) },
          writes ? { ...actions.newToken, act: () => onRotate(app) } : undefined,
          { ...actions.test, act: () => onTest(app) },
          { ...actions.traffic, act: () => onTraffic(app) },
          onHistory && { ...actions.history, act: () => onHistory(app) },
          onAppAds && app.accountName !== ''
            ? {
                label: 'app-ads.txt of its account',
                Icon: IconFileCheck,
                act: () => onAppAds(app.accountName),
              }
            : undefined,
          writes ? { ...actions.pauseApp, act: () => onPause(app) } : undefined,
        ]}
      />
    </span>
  );
}

/** Administrators only. */
export function DeleteCell({
  app,
  onDelete,
}: {
  app: AppInList;
  onDelete: (app: AppInList) => void;
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={26}
      className={classes.delete}
      aria-label={`Delete ${app.appName}`}
      data-hint="Delete"
      onClick={() => onDelete(app)}
    >
      <IconTrash size={16} />
    </ActionIcon>
  );
}
