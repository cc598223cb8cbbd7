import { itemsOf, type MenuLink, type MenuRow } from './menu.ts';

export type Place = { pathname: string; search: string };

export type MenuState = {
  /** The label last clicked. */
  selected: string | null;
  /** Ids of the expanded entries, from the top down: one branch at a time. */
  expanded: readonly string[];
};

export const restingMenu: MenuState = { selected: null, expanded: [] };

/** Returns the ids from the top entry down to the link of this place; empty if no link fits. */
export function activeTrail(menu: readonly MenuRow[], place: Place): readonly string[] {
  let best: { trail: readonly string[]; fit: number } = { trail: [], fit: 0 };
  for (const { link, trail } of walk(itemsOf(menu))) {
    const fit = Math.max(...[link.to, link.also].map((to) => (to ? fitOf(to, place) : 0)));
    if (fit > best.fit) best = { trail, fit };
  }
  return best.trail;
}

/** Returns the id of the link that fits the place best. */
export function activeLink(
  links: readonly { id: string; to: string }[],
  place: Place,
): string | undefined {
  return activeTrail(
    links.map((link) => ({ ...link, label: link.id, icon: () => null })),
    place,
  )[0];
}

/** Records the label and toggles the entry's expanded flag; entries that are not above it collapse (spec, section 2). */
export function clicked(menu: readonly MenuRow[], state: MenuState, id: string): MenuState {
  for (const { link, trail } of walk(itemsOf(menu))) {
    if (link.id !== id) continue;
    const expanded = state.expanded.includes(id) ? trail.slice(0, -1) : trail;
    return { selected: link.label, expanded };
  }
  return state;
}

/** Opens the parents of the active link after a change of place; if there is no active link, nothing changes. */
export function arrived(menu: readonly MenuRow[], state: MenuState, place: Place): MenuState {
  const parents = activeTrail(menu, place).slice(0, -1);
  return parents.length === 0 ? state : { ...state, expanded: parents };
}

function* walk(
  links: readonly MenuLink[],
  above: readonly string[] = [],
): Generator<{ link: MenuLink; trail: readonly string[] }> {
  for (const link of links) {
    const trail = [...above, link.id];
    yield { link, trail };
    yield* walk(link.subItems ?? [], trail);
  }
}

/** Says how well a link fits a place; 0: it leads elsewhere. A longer path fits better, then one with more of the query. */
function fitOf(to: string, place: Place): number {
  const [path = '', query = ''] = to.split('?');
  const here = place.pathname;
  if (here !== path && !here.startsWith(path.endsWith('/') ? path : `${path}/`)) return 0;
  const wanted = [...new URLSearchParams(query)];
  const given = new URLSearchParams(place.search);
  if (!wanted.every(([name, value]) => given.get(name) === value)) return 0;
  return path.length * 100 + wanted.length + 1;
}
