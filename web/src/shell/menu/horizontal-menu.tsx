import { IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useLayout } from '../customizer/layout-store.ts';
import { HorizontalDropDown } from './horizontal-drop-down.tsx';
import { HorizontalEntry } from './horizontal-entry.tsx';
import classes from './horizontal-menu.module.css';
import { itemsOf } from './menu.ts';
import { useFitting } from './use-fitting.ts';
import type { MenuModel } from './use-menu.ts';

const MORE_WIDTH = 110;

/**
 * A bar under the top bar: drop-downs on hover, click and keys, and "More" for what does not fit;
 * below 1025 px a column that the toggle opens.
 */
export function HorizontalMenu({ menu }: { menu: MenuModel }) {
  const isRow = useLayout().band === 'wide';
  const items = itemsOf(menu.rows);
  const row = useRef<HTMLUListElement>(null);
  const fitting = useFitting(row, { count: items.length, reserve: MORE_WIDTH, enabled: isRow });
  const hidden = items.slice(fitting);

  return (
    <nav id="shell-menu" className={classes.bar} aria-label="Main">
      <ul className={classes.row} ref={row} onKeyDown={isRow ? onRowKey : undefined}>
        {items.slice(0, fitting).map((item) => {
          const icon = (
            <item.icon className={classes.icon} size={18} stroke={1.6} aria-hidden="true" />
          );
          return item.subItems ? (
            <HorizontalDropDown key={item.id} link={item} icon={icon} menu={menu} isRow={isRow} />
          ) : (
            <li key={item.id}>
              <HorizontalEntry link={item} icon={icon} menu={menu} />
            </li>
          );
        })}
        {hidden.length > 0 && (
          <HorizontalDropDown
            link={{ id: 'more', label: 'More', subItems: hidden }}
            icon={<IconDots className={classes.icon} size={18} stroke={1.6} aria-hidden="true" />}
            menu={menu}
            isRow={isRow}
          />
        )}
      </ul>
    </nav>
  );
}

/** Left and right go along the row, Home and End to its ends. */
function onRowKey(event: KeyboardEvent<HTMLUListElement>) {
  const tops = [...event.currentTarget.children].map((item) =>
    item.querySelector<HTMLElement>('a, button'),
  );
  const at = [...event.currentTarget.children].findIndex((item) =>
    item.contains(document.activeElement),
  );
  const last = tops.length - 1;
  const steps: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const to = steps[event.key];
  if (to === undefined) return;
  event.preventDefault();
  tops[to]?.focus();
}
