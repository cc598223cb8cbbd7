import type { Obstacle } from './toast-place.ts';

/** Elements that act on a press, and how bad it is to cover them; the first row that fits counts. */
const kinds: readonly [selector: string, weight: number][] = [
  // A pause that stops money, and the buttons of what is open now.
  ['[data-urgent] button, [role="dialog"] button', 100],
  ['button, [role="menu"], [role="option"], [role="tab"], [role="slider"]', 10],
  // A heading says what is open. Text in a field is still there when the toast goes.
  ['a[href], input, select, textarea, [role="dialog"] :is(h1, h2), [role="alert"]', 3],
];
const anyKind = kinds.map(([selector]) => selector).join();

/** Toasts have buttons, too. */
const toasts = '.mantine-Notifications-root';
const openDialog = '[role="dialog"][aria-modal="true"]';

/** Everything in view that acts on a press. While a dialog is open, what is behind it does not. */
export function obstaclesInView(): Obstacle[] {
  const page = document.querySelector(openDialog) && document.getElementById('root');
  const obstacles: Obstacle[] = [];
  for (const element of document.querySelectorAll(anyKind)) {
    const isBehind = page?.contains(element) && !element.closest(openDialog);
    if (isBehind || element.closest(`${toasts}, [inert]`)) continue;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isInView = right > left && bottom > top && bottom > 0 && top < window.innerHeight;
    if (!isInView || !element.checkVisibility({ visibilityProperty: true })) continue;
    const weight = kinds.find(([selector]) => element.matches(selector))?.[1] ?? 1;
    obstacles.push({ left, top, right, bottom, weight });
  }
  return obstacles;
}
