/* Times in milliseconds, each shared by all places that wait or move in the same way. */

/** From the last key until a search or a filter is sent (spec, section 9). */
export const typingDelay = 200;

/** From the last key until the server judges a form. */
export const checkDelay = 400;

/** The longest time that a save waits for that judgement. Saving must not depend on it (ADR 36). */
export const checkLimit = 1500;

/** The time for which a toast, a refused sign-in and 'Copy Successfully' are shown (spec, section 9). */
export const messageTime = 3000;

/** The time for which a toast with Undo is shown, unless it is pointed at or has the focus (ADR 21). */
export const undoTime = 10_000;

/** From pointing at something until its tooltip shows. */
export const hintDelay = 300;

/** Until something that is still loading says so; `--delay-waiting` of tokens.css. */
export const waitingDelay = 150;

/** From the start of a save until its dialog offers to cancel it. */
export const cancelDelay = 2_000;

/** Durations of movements (spec, section 9); `--motion-…` of tokens.css. */
export const motion = { fast: 150, slow: 300, collapse: 350 };
