import { Button } from '@mantine/core';
import { IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './data-table-toolbar.module.css';

export type ToolbarButtons = {
  /** Shows the button 'Create New User'. */
  onCreateNewUser?: (() => void) | undefined;
  /** Shows the button 'New Customers'. */
  onNewCustomers?: (() => void) | undefined;
  /** Other buttons of the caller, before these two. */
  actions?: ReactNode;
};

type Props = ToolbarButtons & {
  /** The buttons for the parts of the list, if it has any. */
  view: ReactNode;
  search: ReactNode;
  menus: ReactNode;
};

/** Above the rows: the search, the menus, the buttons (spec, section 2 "Generic data table"). */
export function DataTableToolbar(props: Props) {
  const { view, search, menus, actions, onCreateNewUser, onNewCustomers } = props;
  const hasButtons = actions || onCreateNewUser || onNewCustomers;
  return (
    <div className={classes.toolbar}>
      <div className={classes.find} data-both={(view && search && true) || undefined}>
        {view}
        {search}
        {menus}
      </div>
      {hasButtons && (
        <div className={classes.buttons}>
          {actions}
          {onNewCustomers && (
            <Button
              variant="default"
              leftSection={<IconUsersPlus size={16} />}
              onClick={onNewCustomers}
            >
              New Customers
            </Button>
          )}
          {onCreateNewUser && (
            <Button leftSection={<IconUserPlus size={16} />} onClick={onCreateNewUser}>
              Create New User
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
