import { ActionIcon, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './data-table-toolbar.module.css';

export type ToolbarButtons = {
  /** Shows the button 'Create New User'. */
  onCreateNewUser?: (() => void) | undefined;
  /** Shows the button 'New Customers'. */
  onNewCustomers?: (() => void) | undefined;
  /** The button that adds something; on a phone only its icon shows, so it needs an `aria-label`. */
  primary?: ReactNode;
  /** Other buttons of the caller, before these. */
  actions?: ReactNode;
};

type Props = ToolbarButtons & {
  /** On a phone: one row, and a button that shows the other tools. */
  folds: boolean;
  /** The buttons for the parts of the list, if it has any. */
  view: ReactNode;
  search: ReactNode;
  filter: ReactNode;
  menus: ReactNode;
};

/** Above the rows: the search, the menus, the buttons (spec, section 2 "Generic data table"). */
export function DataTableToolbar(props: Props) {
  const { folds, view, search, filter, menus, actions, primary } = props;
  const { onCreateNewUser, onNewCustomers } = props;
  const [isOpen, setOpen] = useState(false);
  const main = (
    <>
      {primary}
      {onCreateNewUser && (
        <Button
          aria-label="Create New User"
          leftSection={<IconUserPlus size={16} />}
          onClick={onCreateNewUser}
        >
          Create New User
        </Button>
      )}
    </>
  );
  const others = (
    <>
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
    </>
  );
  const hasMain = primary !== undefined || onCreateNewUser !== undefined;
  const hasOthers = actions !== undefined || onNewCustomers !== undefined;
  const isFolded = folds && !isOpen;
  return (
    <div className={classes.toolbar}>
      <div className={classes.find} data-both={(view && search && true) || undefined}>
        {view}
        {search}
        {filter}
        {folds ? (
          <>
            <ActionIcon
              variant="default"
              size={36}
              aria-label="More tools"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconAdjustmentsHorizontal size={18} />
            </ActionIcon>
            {hasMain && <span className={classes.main}>{main}</span>}
          </>
        ) : (
          menus
        )}
      </div>
      {(folds ? isOpen || hasOthers : hasMain || hasOthers) && (
        <div className={classes.buttons} style={isFolded ? { display: 'none' } : undefined}>
          {folds && isOpen && menus}
          {/* They stay while they are folded: an address may ask for a dialog of theirs, such as the import. */}
          {others}
          {!folds && main}
        </div>
      )}
    </div>
  );
}
