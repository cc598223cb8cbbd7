/** Milliseconds after the last key, click or turn of the wheel in which calls of the page count as use of the session. */
const presentFor = 60_000;
/** Milliseconds after a click or Enter in which a read is the answer to it. */
const answeredIn = 2_000;

let lastInput = 0;
let lastAct = Number.NEGATIVE_INFINITY;

/** Remembers from now on when somebody last used the page. Opening it is a use. */
export function rememberPresence(page: Window): void {
  const note = (event: Event) => {
    lastInput = performance.now();
    if (event.type === 'pointerdown' || (event instanceof KeyboardEvent && event.key === 'Enter')) {
      lastAct = lastInput;
    }
  };
  for (const type of ['keydown', 'pointerdown', 'wheel']) {
    page.addEventListener(type, note, { capture: true, passive: true });
  }
}

/** When somebody last used the page, in epoch ms; when it was opened, if nobody has used it. */
export const lastUseAt = (): number => Math.round(performance.timeOrigin + lastInput);

/** Whether somebody uses the page now. Calls that it makes by itself are not use: a session must end at some time. */
export const isPresent = (): boolean => performance.now() - lastInput < presentFor;

/** Whether somebody has just clicked or pressed Enter. */
export const hasJustActed = (): boolean => performance.now() - lastAct < answeredIn;
