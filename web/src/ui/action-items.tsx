import { Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { RefObject } from 'react';
import classes from './action-items.module.css';

/** One thing that can be done, as an entry of a menu. */
export type Action = { label: string; Icon: Icon; act: () => void; danger?: true | undefined };

type Props = {
  /** In their order; `undefined` stands for an action that the user may not do. */
  actions: readonly (Action | undefined)[];
  /** The button that opens the menu. */
  button: RefObject<HTMLElement | null>;
};

/** The entries of a menu of actions. */
export function ActionItems({ actions, button }: Props) {
  return actions.map(
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
  );
}
