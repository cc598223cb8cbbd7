import { getHotkeyHandler } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { useLetterKeys } from '../letter-keys.ts';
import { isPlainClick } from '../plain-click.ts';

/** A pointer that moves farther than this (CSS pixels) while it is pressed selects text. */
const mostMoved = 4;

/** Elements that react to a click themselves. */
const control = 'a, button, input, label, select, textarea, [role="button"], [role="menuitem"]';

type RowActs = {
  open: ((id: string) => void) | undefined;
  select: ((id: string, range: boolean) => void) | undefined;
  edit: ((id: string) => void) | undefined;
};

/**
 * Handles the keys of a list (ADR 23). `j` and `k` focus the next and the previous row from anywhere on the page. The arrow
 * keys do the same on a row; Down also works in the search field. Enter opens the focused row. A row is a focusable element
 * with its id in `data-row`. `x` selects the focused row, with Shift also those since the last one; `e` edits it. Without
 * `open` there are no keys.
 */
export function useRowKeys({ open, select, edit }: RowActs) {
  const frame = useRef<HTMLElement>(null);
  const pressed = useRef({ x: 0, y: 0 });

  function move(step: 1 | -1): void {
    const rows = [
      ...(frame.current?.querySelectorAll<HTMLElement>('[data-row]:not([inert])') ?? []),
    ];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const to = at < 0 && step < 0 ? rows.length - 1 : at + step;
    rows[Math.max(0, Math.min(to, rows.length - 1))]?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target } = event;
    if (!open || !(target instanceof HTMLElement)) return;
    const id = target.dataset.row;
    const isSearch = target instanceof HTMLInputElement && target.type === 'search';
    if (id !== undefined || isSearch) getHotkeyHandler([['ArrowDown', () => move(1)]])(event);
    if (id === undefined) return;
    getHotkeyHandler([
      ['ArrowUp', () => move(-1)],
      ['Enter', () => open(id)],
    ])(event);
  }

  /** Calls `act` with the id of the row that has the focus or contains it. */
  function withFocused(act: (id: string) => void): void {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]');
    if (row?.dataset.row && frame.current?.contains(row)) act(row.dataset.row);
  }

  useLetterKeys({
    ...(open && { j: () => move(1), k: () => move(-1) }),
    ...(select && {
      x: () => withFocused((id) => select(id, false)),
      'shift+x': () => withFocused((id) => select(id, true)),
    }),
    ...(edit && { e: () => withFocused(edit) }),
  });
  function onMouseDown({ clientX, clientY }: MouseEvent): void {
    pressed.current = { x: clientX, y: clientY };
  }

  /** Opens a row on a plain click, unless the click lands on a control or selects text. */
  function onClick(event: MouseEvent<HTMLElement>): void {
    const { target } = event;
    if (!open || !isPlainClick(event)) return;
    if (!(target instanceof Element) || target.closest(control)) return;
    const { x, y } = pressed.current;
    if (Math.hypot(event.clientX - x, event.clientY - y) > mostMoved) return;
    const id = target.closest<HTMLElement>('[data-row]:not([inert])')?.dataset.row;
    if (id !== undefined) open(id);
  }

  return { frame, onKeyDown, onMouseDown, onClick, toRows: () => move(1) };
}
