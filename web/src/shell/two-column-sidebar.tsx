import { Tooltip } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { Brand } from './brand.tsx';
import { itemsOf, type MenuItem, type MenuLink, type QuickLink } from './menu.ts';
import { activeLink } from './menu-state.ts';
import classes from './two-column-sidebar.module.css';
import type { MenuModel } from './use-menu.ts';

/** A rail of icons, and a panel with the chosen section's quick links (spec, section 2 "two-column variant"). */
export function TwoColumnSidebar({ menu, companyName }: { menu: MenuModel; companyName: string }) {
  const items = itemsOf(menu.rows);
  // A group without a page of its own is chosen by its click, a page by being there.
  const isChosen = (item: MenuItem) =>
    item.to === undefined
      ? menu.state.expanded.includes(item.id)
      : !items.some(isOpenGroup) && menu.active[0] === item.id;
  const isOpenGroup = (item: MenuItem) =>
    item.to === undefined && menu.state.expanded.includes(item.id);
  const section = items.find(isChosen);

  return (
    <aside id="shell-menu" className={classes.sidebar}>
      <nav className={classes.rail} aria-label="Main">
        <div className={classes.head}>
          <Brand companyName={companyName} />
        </div>
        <ul className={classes.list}>
          {items.map((item) => (
            <li key={item.id}>
              <RailEntry item={item} isChosen={item === section} menu={menu} />
            </li>
          ))}
        </ul>
      </nav>
      {section && (
        <nav className={classes.panel} aria-label={section.label}>
          <p className={classes.title}>{section.label}</p>
          <ul className={classes.list}>
            {quickLinksOf(section).map((link) => (
              <PanelEntry key={link.id} link={link} all={quickLinksOf(section)} />
            ))}
          </ul>
        </nav>
      )}
    </aside>
  );
}

type RailEntryProps = { item: MenuItem; isChosen: boolean; menu: MenuModel };

function RailEntry({ item, isChosen, menu }: RailEntryProps) {
  const isActive = menu.active[0] === item.id;
  const common = {
    className: classes.railLink,
    'aria-label': item.label,
    'data-active': isChosen || undefined,
    onClick: () => menu.click(item.id),
  };
  const icon = <item.icon size={22} stroke={1.6} aria-hidden="true" />;
  return (
    <Tooltip
      label={item.label}
      position="right"
      events={{ hover: true, focus: true, touch: false }}
    >
      {item.to === undefined ? (
        <button type="button" {...common} aria-pressed={isChosen}>
          {icon}
        </button>
      ) : (
        <Link to={item.to} {...common} aria-current={isActive ? 'page' : undefined}>
          {icon}
        </Link>
      )}
    </Tooltip>
  );
}

function PanelEntry({ link, all }: { link: QuickLink; all: readonly QuickLink[] }) {
  const isHere = activeLink(all, useLocation()) === link.id;
  return (
    <li>
      <Link to={link.to} className={classes.link} aria-current={isHere ? 'true' : undefined}>
        {link.tone && <span className={classes.dot} data-tone={link.tone} />}
        <span className={classes.label}>{link.label}</span>
      </Link>
    </li>
  );
}

/** A section's own quick links, or all links below it. */
function quickLinksOf(item: MenuItem): readonly QuickLink[] {
  return item.quickLinks ?? linksBelow(item);
}

function linksBelow(link: MenuLink): readonly QuickLink[] {
  return (link.subItems ?? []).flatMap((below) => [
    ...(below.to === undefined ? [] : [{ id: below.id, label: below.label, to: below.to }]),
    ...linksBelow(below),
  ]);
}
