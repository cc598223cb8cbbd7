import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { isHeader, type MenuItem, type MenuLink } from './menu.ts';
import { MenuBadge } from './menu-badge.tsx';
import classes from './sidebar-menu.module.css';
import type { MenuModel } from './use-menu.ts';

/** The menu as a list: header rows, links, and groups that open, three levels deep. */
export function SidebarMenu({ menu }: { menu: MenuModel }) {
  return (
    <ul className={classes.list}>
      {menu.rows.map((row) =>
        isHeader(row) ? (
          <li key={row.header} className={classes.header}>
            <span>{row.header}</span>
          </li>
        ) : (
          <Entry key={row.id} link={row} icon={<Icon item={row} />} menu={menu} />
        ),
      )}
    </ul>
  );
}

function Icon({ item }: { item: MenuItem }) {
  return <item.icon className={classes.icon} size={20} stroke={1.6} aria-hidden="true" />;
}

function Entry({ link, icon, menu }: { link: MenuLink; icon?: ReactNode; menu: MenuModel }) {
  const groupId = useId();
  const isActive = menu.active.includes(link.id);
  const isExpanded = menu.state.expanded.includes(link.id);
  const inside = (
    <>
      {icon}
      <span className={classes.label}>{link.label}</span>
      {link.badge && <MenuBadge badge={link.badge} />}
    </>
  );

  if (!link.subItems) {
    return (
      <li className={classes.item} data-expanded={isExpanded || undefined}>
        <Link
          to={link.to ?? ''}
          className={classes.link}
          data-active={isActive || undefined}
          aria-current={isActive ? 'page' : undefined}
          onClick={() => menu.click(link.id)}
        >
          {inside}
        </Link>
      </li>
    );
  }

  return (
    <li className={classes.item} data-expanded={isExpanded || undefined}>
      <button
        type="button"
        className={classes.link}
        data-active={isActive || undefined}
        aria-expanded={isExpanded}
        aria-controls={groupId}
        onClick={() => menu.click(link.id)}
      >
        {inside}
        <IconChevronRight className={classes.chevron} size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <div className={classes.fold}>
        <ul id={groupId} className={classes.group}>
          {link.subItems.map((subItem) => (
            <Entry key={subItem.id} link={subItem} menu={menu} />
          ))}
        </ul>
      </div>
    </li>
  );
}
