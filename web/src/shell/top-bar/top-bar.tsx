import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHistory, IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';
import { may, mayWrite } from '../../people/may.ts';
import { Brand } from '../brand.tsx';
import { isUnfolded } from '../customizer/layout-rules.ts';
import { layoutStore, useLayout } from '../customizer/layout-store.ts';
import { useScrolledPast } from '../use-scrolled-past.ts';
import classes from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

type TopBarProps = {
  role: Role;
  fullName: string;
  companyName: string;
  actions: ReactNode;
  /** The menu lies over it. */
  covered: boolean;
};

/** Menu toggle, search on small screens, who is signed in; a shadow once scrolled by 50 px (spec, section 2). */
export function TopBar({ role, fullName, companyName, actions, covered }: TopBarProps) {
  const scrolled = useScrolledPast(50);
  return (
    <header
      className={classes.bar}
      data-scrolled={scrolled || undefined}
      data-view-only={!mayWrite() || undefined}
      inert={covered}
    >
      <div className={classes.start}>
        <MenuToggle />
        <div className={classes.brand}>
          <Brand companyName={companyName} />
        </div>
      </div>
      <div className={classes.end}>
        {actions}
        {may(role, 'see-all') && (
          <Tooltip label="Audit log">
            <ActionIcon
              component={Link}
              to={paths.admin.auditLog}
              className={classes.icon}
              variant="transparent"
              size={40}
              aria-label="Audit log"
            >
              <IconHistory size={20} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
        {!mayWrite() && (
          <span
            className={classes.viewOnly}
            data-hint="You see what administrators see, without secrets, and change nothing"
          >
            View only
          </span>
        )}
        <UserMenu role={role} fullName={fullName} />
      </div>
    </header>
  );
}

function MenuToggle() {
  const { settings, view, band } = useLayout();
  // When the menu closes, the button gets the focus, unless the page has it already.
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(view.open);
  useEffect(() => {
    const focused = document.activeElement;
    const leaving = !focused || focused === document.body || focused.closest('#shell-menu');
    if (wasOpen.current && !view.open && leaving) button.current?.focus();
    wasOpen.current = view.open;
  }, [view.open]);

  return (
    <button
      ref={button}
      type="button"
      className={classes.toggle}
      aria-label="Toggle menu"
      aria-expanded={isUnfolded(settings, view, band)}
      aria-controls="shell-menu"
      onClick={() => layoutStore.toggleMenu()}
    >
      <IconMenu2 size={22} stroke={1.75} />
    </button>
  );
}
