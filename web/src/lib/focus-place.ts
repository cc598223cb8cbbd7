/** The place of a focused element, so that its neighbour can be found after the element was removed. */
export type FocusPlace = {
  element: HTMLElement | null;
  /** For an element in a list or a table: the position of its row, and its own position in the row. */
  row: { list: Element; index: number; cell: number; control: number } | null;
  /** The place of the element that opened the dialog around this one. */
  opener: FocusPlace | null;
};

/** An open dialog: the place of the element that opened it, and a function that finds the dialog's element. */
export type Opening = { place: FocusPlace; inside: () => Element | null };
const openings = new Set<Opening>();

/** Registers an open dialog; the returned function removes it again. */
export function opens(opening: Opening): () => void {
  openings.add(opening);
  return () => void openings.delete(opening);
}

const controls = 'button, a[href], input, select, textarea';

/** The element that took the focus last, unless it has given it away. A disabled one has lost it. */
let last: Element | null = null;

/** Remembers from now on which element of the page took the focus last. */
export function rememberFocus(page: Document): void {
  page.addEventListener('focusin', ({ target }) => {
    last = target as Element;
  });
  page.addEventListener('focusout', ({ target }) => {
    if (!(target as Element).matches(':disabled')) last = null;
  });
}

/** The element that has the focus, or the button that lost it because it was disabled while its request ran. */
function focused(): Element | null {
  const element = document.activeElement;
  if (element !== null && element !== document.body) return element;
  return last?.isConnected ? last : null;
}

/** The place of the element that has the focus now. */
export function focusPlace(): FocusPlace {
  const element = focused();
  const dialogs = [...openings];
  if (!(element instanceof HTMLElement)) {
    return { element: null, row: null, opener: dialogs.at(-1)?.place ?? null };
  }
  const dialog = dialogs.findLast(({ inside }) => inside()?.contains(element));
  const opener = dialog?.place ?? null;
  const row = element.closest('tr, li');
  const list = row?.parentElement;
  if (!row || !list) return { element, row: null, opener };
  const cell = element.closest('td');
  return {
    element,
    row: {
      list,
      index: indexIn(list.children, row),
      cell: cell ? indexIn(row.children, cell) : -1,
      control: indexIn((cell ?? row).querySelectorAll(controls), element),
    },
    opener,
  };
}

const indexIn = (elements: Iterable<Element>, one: Element) => [...elements].indexOf(one);

/** Whether the focus is lost: its element was removed or disabled. A disabled one still has it for a moment. */
export const isFocusLost = () =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.matches(':disabled');

/**
 * Focuses the element of a place. If it was removed, the first of these that exists gets the focus: the same control
 * in the row that is now at that position, a dialog that is still open (not `closed`), the element that opened the
 * dialog of the removed element, the page's search, the page's heading. If the element is removed later, by a list
 * that is fetched again, the same happens then, unless the user has moved the focus. A disabled element gets the focus
 * as soon as it is enabled, unless the user has moved it: a dialog can close before its button is enabled again.
 */
export function giveFocus(place: FocusPlace, closed?: Element | null): void {
  if (takesFocus(place.element)) return watch(place);
  giveFocusNearby(place, closed);
  if (place.element?.matches(':disabled')) watch(place, document.activeElement);
}

function giveFocusNearby(place: FocusPlace, closed?: Element | null): void {
  if (takesFocus(neighbourOf(place))) return;
  const dialogs = [...document.querySelectorAll('[role="dialog"]')];
  const open = dialogs.findLast((dialog) => !closed?.contains(dialog));
  if (open) return void takesFocus(open.querySelector(controls));
  if (place.opener) return giveFocus(place.opener, closed);
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) heading.tabIndex = -1;
  if (place.row && takesFocus(document.querySelector('main input[type="search"]'))) return;
  takesFocus(heading);
}

/** Whether an element was removed, or is in a deleted row that is fading out. */
const isGone = (element: Element) => !element.isConnected || element.closest('[inert]') !== null;

function takesFocus(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || isGone(element)) return false;
  if (element.matches(':disabled')) return false;
  element.focus();
  return document.activeElement === element;
}

function neighbourOf({ row }: FocusPlace): Element | null {
  if (!row?.list.isConnected) return null;
  const rows = [...row.list.children].filter((one) => !isGone(one));
  const next = rows[Math.min(row.index, rows.length - 1)];
  // The row itself had the focus.
  if (row.control < 0) return next ?? null;
  const cell = row.cell < 0 ? next : next?.children[row.cell];
  const all = [...(cell?.querySelectorAll(controls) ?? [])];
  return all[row.control] ?? all.at(-1) ?? null;
}

let endWatch = () => {};

/**
 * Watches the element of a place until it is removed, or until the user moves the focus. If the element is disabled, another
 * element has the focus: the `holder`. Then this watches until the element is enabled.
 */
function watch(place: FocusPlace, holder: Element | null = place.element): void {
  endWatch();
  const { element } = place;
  const observer = new MutationObserver(() => {
    if (!element) return;
    if (holder === element ? !isGone(element) : element.matches(':disabled')) return;
    endWatch();
    // An element that became inert keeps the focus until the next frame.
    if (isFocusLost() || document.activeElement === holder) giveFocus(place);
  });
  // The focus may have gone into a closing dialog, which has given it back already.
  const onMove = () => {
    if (document.activeElement !== holder) endWatch();
  };
  const onPress = ({ target }: Event) => {
    if (target !== holder) endWatch();
  };
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['inert', 'disabled'],
  });
  document.addEventListener('focusin', onMove);
  document.addEventListener('pointerdown', onPress);
  endWatch = () => {
    observer.disconnect();
    document.removeEventListener('focusin', onMove);
    document.removeEventListener('pointerdown', onPress);
  };
}
