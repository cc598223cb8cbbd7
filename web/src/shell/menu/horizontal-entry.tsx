import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './horizontal-menu.module.css';
import type { MenuLink } from './menu.ts';
import { MenuBadge } from './menu-badge.tsx';
import type { MenuModel } from './use-menu.ts';

export type HorizontalEntryProps = { link: MenuLink; icon?: ReactNode; menu: MenuModel };

/** A link of the horizontal menu, in its row or in a drop-down. */
export function HorizontalEntry({ link, icon, menu }: HorizontalEntryProps) {
  const isActive = menu.active.includes(link.id);
  return (
    <Link
      to={link.to ?? ''}
      className={classes.link}
      data-active={isActive || undefined}
      aria-current={isActive ? 'page' : undefined}
      onClick={() => menu.click(link.id)}
    >
      {icon}
      <span className={classes.label}>{link.label}</span>
      {link.badge && <MenuBadge badge={link.badge} />}
    </Link>
  );
}
