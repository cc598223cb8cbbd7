import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { DropMenu } from '../drop-menu.tsx';
import classes from './data-table.module.css';

/** One thing that can be done with a row. */
export type RowAction = { label: string; Icon: Icon; act: () => void; danger?: true };

type Props = {
  /** The button's name: 'Actions for Ada Harbour'. */
  label: string;
  /** In their order; `undefined` stands for an action that the user may not do. */
  actions: readonly (RowAction | undefined)[];
  size?: number;
  /** Use false inside a dialog: its focus trap does not include the portal. */
  withinPortal?: boolean;
};

/** What can be done with a row, behind a button with dots. */
export function RowMenu({ label, actions, size = 28, withinPortal = true }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <DropMenu withinPortal={withinPortal}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" size={size} aria-label={label}>
          <IconDots size={Math.round(size * 0.6)} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(
          (action) =>
            action && (
              <Menu.Item
                key={action.label}
                className={action.danger && classes.danger}
                leftSection={<action.Icon size={16} />}
                onClick={() => {
                  // A dialog returns the focus to where it was, and the menu item no longer exists then.
                  button.current?.focus();
                  action.act();
                }}
              >
                {action.label}
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </DropMenu>
  );
}
