import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { MenuRow } from './menu.ts';
import { activeTrail, arrived, clicked, type MenuState, restingMenu } from './menu-state.ts';

export type MenuModel = {
  rows: readonly MenuRow[];
  /** Ids from the top entry to the link of this page. */
  active: readonly string[];
  state: MenuState;
  click: (id: string) => void;
};

/** A menu at the current place: what is active, what is expanded, and the click that changes it. */
export function useMenu(rows: readonly MenuRow[]): MenuModel {
  const place = useLocation();
  const [state, setState] = useState(() => arrived(rows, restingMenu, place));
  const [pathname, setPathname] = useState(place.pathname);
  if (pathname !== place.pathname) {
    setPathname(place.pathname);
    setState(arrived(rows, state, place));
  }
  // The same object for the same trail, so that a search in the address does not render the menu again.
  const trail = activeTrail(rows, place).join(' ');
  return useMemo(
    () => ({
      rows,
      active: trail === '' ? [] : trail.split(' '),
      state,
      click: (id) => setState((now) => clicked(rows, now, id)),
    }),
    [rows, trail, state],
  );
}
