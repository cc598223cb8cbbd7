import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { type Action, ActionItems } from '../action-items.tsx';
import { DropMenu } from '../drop-menu.tsx';

type Props = {
  /** The button's name: 'Actions for Ada Harbour'. */
  label: string;
  /** In their order; `undefined` stands for an action that the user may not do. */
  actions: readonly (Action | undefined)[];
  size?: number;
  /** Use false inside a dialog: its focus trap does not include the portal. */
  withinPortal?: boolean;
  tabIndex?: number;
};

/** The actions for a row, behind a button with dots. */
export function RowMenu({ label, actions, size = 28, withinPortal = true, tabIndex }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <DropMenu withinPortal={withinPortal}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size={size}
          aria-label={label}
          tabIndex={tabIndex}
        >
          <IconDots size={Math.round(size * 0.6)} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems actions={actions} button={button} />
      </Menu.Dropdown>
    </DropMenu>
  );
}
