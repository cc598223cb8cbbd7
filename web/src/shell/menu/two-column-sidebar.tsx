import { Tooltip } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { Brand } from '../brand.tsx';
import { itemsOf, type MenuItem, type MenuLink, type QuickLink } from './menu.ts';
import { MenuBadge } from './menu-badge.tsx';
import { activeLink } from './menu-state.ts';
import classes from './two-column-sidebar.module.css';
import type { MenuModel } from './use-menu.ts';

/** A rail of icons, and a panel with the chosen section's quick links (spec, section 2 "two-column variant"). */
export function TwoColumnSidebar({ menu, companyName }: { menu: MenuModel; companyName: string }) {
  const items = itemsOf(menu.rows);
  // A group, which has no page, is chosen by a click; any other entry by being on its page.
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
          <p className={classes.title}>
            {section.label} {section.badge && <MenuBadge badge={section.badge} />}
          </p>
          <PanelLinks section={section} links={section.quickLinks ?? section.subItems ?? []} />
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
    'aria-label': [item.label, item.badge?.text, item.badge?.words].filter(Boolean).join(' '),
    'data-active': isChosen || undefined,
    onClick: () => menu.click(item.id),
  };
  const icon = (
    <>
      <item.icon size={22} stroke={1.6} aria-hidden="true" />
      {item.badge && <span className={classes.mark} data-tone={item.badge.tone} />}
    </>
  );
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

type PanelLink = QuickLink | MenuLink;

/** The quick links, or all entries of the section; groups are open, and their links are indented. */
function PanelLinks(props: { section: MenuItem; links: readonly PanelLink[] }) {
  const here = activeLink(linksIn(props.section), useLocation());
  return (
    <ul className={classes.list}>
      {props.links.map((link) => (
        <li key={link.id}>
          <PanelEntry link={link} isHere={link.id === here} />
          {'subItems' in link && link.subItems && (
            <PanelLinks section={props.section} links={link.subItems} />
          )}
        </li>
      ))}
    </ul>
  );
}

function PanelEntry({ link, isHere }: { link: PanelLink; isHere: boolean }) {
  const inside = (
    <>
      {'tone' in link && link.tone && <span className={classes.dot} data-tone={link.tone} />}
      <span className={classes.label}>{link.label}</span>
      {'badge' in link && link.badge && <MenuBadge badge={link.badge} />}
    </>
  );
  if (link.to === undefined) return <span className={classes.group}>{inside}</span>;
  return (
    <Link to={link.to} className={classes.link} aria-current={isHere ? 'true' : undefined}>
      {inside}
    </Link>
  );
}

/** All links of a section's panel, at any depth. */
function linksIn({ quickLinks, subItems = [] }: MenuItem): readonly { id: string; to: string }[] {
  const below = (link: MenuLink): { id: string; to: string }[] => [
    ...(link.to === undefined ? [] : [{ id: link.id, to: link.to }]),
    ...(link.subItems ?? []).flatMap(below),
  ];
  return quickLinks ?? subItems.flatMap(below);
}
