import { Button, Menu } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { type Action, ActionItems } from '../action-items.tsx';
import { DropMenu } from '../drop-menu.tsx';
import classes from './save-menu.module.css';

type Props = {
  actions: readonly Action[] | undefined;
  disabled: boolean;
  /** The button Save. */
  children: ReactNode;
};

/** The button Save with a menu beside it, or only the button if there is no other way to save. */
export function SaveMenu({ actions, disabled, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  if (!actions) return children;
  return (
    <span className={classes.group}>
      {children}
      {/* The action may focus an invalid field; the menu must not take the focus from it when it closes. */}
      <DropMenu withinPortal={false} position="top-end" returnFocus={false}>
        <Menu.Target>
          <Button
            ref={button}
            className={classes.more ?? ''}
            disabled={disabled}
            aria-label="Other ways to save"
          >
            <IconChevronUp size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ActionItems actions={actions} button={button} />
        </Menu.Dropdown>
      </DropMenu>
    </span>
  );
}
