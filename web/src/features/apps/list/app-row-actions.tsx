import type { App } from '@adwarden/contract/apps';
import { ActionIcon } from '@mantine/core';
import {
  IconChartBar,
  IconCopyPlus,
  IconFileCheck,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlugConnected,
  IconRefresh,
  IconStack2,
  IconTestPipe,
  IconTrash,
} from '@tabler/icons-react';
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
  onDelete?: (app: App) => void;
};

/** The Edit button, and a menu with the actions for which the spec has no column. */
export function EditCell({ app, actions }: { app: App; actions: AppActions }) {
  const { onEdit, onDuplicate, onCopies, onConnect, onRotate, onTest } = actions;
  const { onTraffic, onPause, onHistory, onAppAds } = actions;
  return (
    <span className={classes.editCell}>
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
      <RowMenu
        label={`More for ${app.appName}`}
        size={26}
        actions={[
          { label: 'Duplicate…', Icon: IconCopyPlus, act: () => onDuplicate(app) },
          { label: 'Several copies…', Icon: IconStack2, act: () => onCopies(app) },
          { label: 'Connect', Icon: IconPlugConnected, act: () => onConnect(app) },
          { label: 'New token…', Icon: IconRefresh, act: () => onRotate(app) },
          { label: 'Test as a phone in…', Icon: IconTestPipe, act: () => onTest(app) },
          { label: 'Traffic', Icon: IconChartBar, act: () => onTraffic(app) },
          onHistory && { label: 'History', Icon: IconHistory, act: () => onHistory(app) },
          onAppAds && app.accountName !== ''
            ? {
                label: 'app-ads.txt of its account',
                Icon: IconFileCheck,
                act: () => onAppAds(app.accountName),
              }
            : undefined,
          { label: 'Pause this app…', Icon: IconPlayerPause, act: () => onPause(app) },
        ]}
      />
    </span>
  );
}

/** Administrators only. */
export function DeleteCell({ app, onDelete }: { app: App; onDelete: (app: App) => void }) {
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
