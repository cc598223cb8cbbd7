import { useClickOutside } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useId, useState } from 'react';
import { HorizontalEntry, type HorizontalEntryProps } from './horizontal-entry.tsx';
import classes from './horizontal-menu.module.css';
import type { MenuLink } from './menu.ts';
import { MenuBadge } from './menu-badge.tsx';
import type { MenuModel } from './use-menu.ts';

/** A group: opens on hover, click, Enter, Space and the arrows; Escape, leaving and following a link close it. */
export function HorizontalDropDown({
  link,
  icon,
  menu,
  isRow,
}: HorizontalEntryProps & { isRow: boolean }) {
  const [open, setOpen] = useState<'no' | 'hover' | 'click'>('no');
  const listId = useId();
  const box = useClickOutside<HTMLLIElement>(
    () => setOpen('no'),
    ['pointerdown'],
    undefined,
    open !== 'no' && isRow,
  );
  const isActive = holds(link, menu.active);

  function onKey(event: KeyboardEvent) {
    const entries = [...(box.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape' && open !== 'no') {
      event.preventDefault();
      setOpen('no');
      entries[0]?.focus();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen('click');
      const to =
        event.key === 'ArrowDown' ? Math.min(at + 1, entries.length - 1) : Math.max(at - 1, 0);
      // Wait until the list is shown: a hidden element cannot get the focus.
      requestAnimationFrame(() => entries[to]?.focus());
    }
  }

  const hover = isRow && {
    onPointerEnter: (event: ReactPointerEvent) => {
      if (event.pointerType === 'mouse' && open === 'no') setOpen('hover');
    },
    onPointerLeave: () => {
      if (open === 'hover') setOpen('no');
    },
  };

  return (
    <li
      ref={box}
      className={classes.dropDown}
      data-open={open !== 'no' || undefined}
      onKeyDown={onKey}
      onBlur={(event) => {
        if (isRow && !event.currentTarget.contains(event.relatedTarget)) setOpen('no');
      }}
      {...hover}
    >
      <button
        type="button"
        className={classes.link}
        data-active={isActive || undefined}
        aria-expanded={open !== 'no'}
        aria-controls={listId}
        onClick={() => setOpen(open === 'click' ? 'no' : 'click')}
      >
        {icon}
        <span className={classes.label}>{link.label}</span>
        {link.badge && <MenuBadge badge={link.badge} />}
        <IconChevronDown className={classes.chevron} size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <div className={classes.list} id={listId}>
        <Links links={link.subItems ?? []} menu={menu} onFollow={() => setOpen('no')} />
      </div>
    </li>
  );
}

/** Groups inside a drop-down are always open, with their links set in. */
function Links(props: { links: readonly MenuLink[]; menu: MenuModel; onFollow: () => void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click bubbles from links, which have keys
    <ul onClick={props.onFollow}>
      {props.links.map((link) => (
        <li key={link.id}>
          {link.subItems ? (
            <>
              <span className={classes.group}>
                {link.label} {link.badge && <MenuBadge badge={link.badge} />}
              </span>
              <Links {...props} links={link.subItems} />
            </>
          ) : (
            <HorizontalEntry link={link} menu={props.menu} />
          )}
        </li>
      ))}
    </ul>
  );
}

function holds(link: MenuLink, ids: readonly string[]): boolean {
  return ids.includes(link.id) || (link.subItems ?? []).some((below) => holds(below, ids));
}
