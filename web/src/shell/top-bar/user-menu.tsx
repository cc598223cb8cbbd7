import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconKey, IconLogout } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { initials } from './initials.ts';
import classes from './user-menu.module.css';

const welcomes: Record<Role, string> = { admin: 'Welcome Admin!', user: 'Welcome User!' };

/**
 * Shows who is signed in, a greeting, Change Password and Logout (spec, section 2 "Top bar"). Enter, Space and the arrows
 * open it; arrows, Home and End move; Enter and Space choose; Escape and Tab close.
 */
export function UserMenu({ role, fullName }: { role: Role; fullName: string }) {
  const [opened, setOpened] = useState(false);
  const startAtEnd = useRef(false);
  useEscape(opened, () => setOpened(false));

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    startAtEnd.current = event.key === 'ArrowUp';
    setOpened(true);
  }

  function onMenuKey(event: KeyboardEvent) {
    if (event.key === 'Tab') setOpened(false);
    // An entry is a link; browsers do not follow a link by the space bar.
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault();
      event.target.click();
    }
  }

  // The function must stay the same: React would call a new ref at each render, even while the menu fades out.
  const focusEntry = useCallback((dropdown: HTMLElement | null) => {
    // Wait a frame: the menu first remembers the focused button, to which Escape returns.
    requestAnimationFrame(() => {
      // The menu was closed meanwhile, and the focus goes back to the button.
      if (dropdown?.dataset.opened !== 'true') return;
      const entries = dropdown.querySelectorAll<HTMLElement>('[role="menuitem"]');
      const entry = entries[startAtEnd.current ? entries.length - 1 : 0];
      entry?.focus({ preventScroll: true });
      startAtEnd.current = false;
    });
  }, []);

  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={220}
      // Beside the button and without a focus trap, so that Tab continues with the next element of the page.
      withinPortal={false}
      trapFocus={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton className={classes.button} onKeyDown={onButtonKey}>
          <span className={classes.picture} aria-hidden="true">
            {initials(fullName)}
          </span>
          <bdi className={classes.name}>{fullName}</bdi>
          <IconChevronDown className={classes.chevron} size={16} stroke={1.75} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown
        ref={focusEntry}
        data-opened={opened}
        onKeyDown={onMenuKey}
        className={classes.dropdown}
      >
        <Menu.Label className={classes.greeting}>
          {welcomes[role]}
          <bdi className={classes.whole}>{fullName}</bdi>
        </Menu.Label>
        <Menu.Item
          component={Link}
          to={paths[role].changePassword}
          leftSection={<IconKey size={18} stroke={1.6} />}
        >
          Change Password
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.admin.logout}
          leftSection={<IconLogout size={18} stroke={1.6} />}
        >
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
