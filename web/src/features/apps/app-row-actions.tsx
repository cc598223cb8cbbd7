import type { App } from '@adwarden/contract/apps';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots, IconHistory, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './app-row-actions.module.css';

/** What can be done with a row; what the person may not is absent. */
export type AppActions = {
  onEdit: (app: App) => void;
  onRotate: (app: App) => void;
  onHistory?: (app: App) => void;
  onDelete?: (app: App) => void;
};

/** Edit, and beside it the menu of what the spec has no column for. */
export function EditCell({ app, actions }: { app: App; actions: AppActions }) {
  const { onEdit, onRotate, onHistory } = actions;
  const more = useRef<HTMLButtonElement>(null);
  // A dialogue gives the focus back to where it was, and the menu's item is gone by then.
  const choose = (act: (app: App) => void) => () => {
    more.current?.focus();
    act(app);
  };
  return (
    <span className={classes.cell}>
      <Tooltip label="Edit">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={`Edit ${app.appName}`}
          onClick={() => onEdit(app)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label={`More for ${app.appName}`}
            ref={more}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={choose(onRotate)}>
            New token…
          </Menu.Item>
          {onHistory && (
            <Menu.Item leftSection={<IconHistory size={16} />} onClick={choose(onHistory)}>
              History
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

/** Administrators only. */
export function DeleteCell({ app, onDelete }: { app: App; onDelete: (app: App) => void }) {
  return (
    <Tooltip label="Delete">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        className={classes.delete}
        aria-label={`Delete ${app.appName}`}
        data-delete-row
        onClick={() => onDelete(app)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
