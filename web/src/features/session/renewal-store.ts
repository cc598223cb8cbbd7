import type { Session } from './session.ts';

/** A session that ended while there was work on the page that a sign-in elsewhere would lose. */
export type Renewal = { session: Session; message: string };

type Waiting = Renewal & { answered: Promise<boolean>; answer: (renewed: boolean) => void };

let waiting: Waiting | null = null;
let renewedToken: string | null = null;
/** The token of the ended session for which the dialog was closed. */
let closedToken: string | null = null;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

export const renewalStore = {
  get: (): Renewal | null => waiting,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Whether the session of this token was renewed on this page; then its late calls may be repeated. */
export const wasRenewed = (token: string | null): boolean =>
  token !== null && token === renewedToken;

/**
 * Opens the dialog; resolves to true when the user has signed in again. Other failed calls share the dialog. Once it was
 * closed, only a call that somebody asked for opens it again.
 */
export async function askToRenew(renewal: Renewal, isAsked: boolean): Promise<boolean> {
  if (!waiting) {
    if (!isAsked && renewal.session.token === closedToken) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { ...renewal, answered: promise, answer: resolve };
    notify();
  }
  return waiting.answered;
}

/** Closes the dialog; `renewed` tells the waiting calls whether to repeat themselves. */
export function answerRenewal(renewed: boolean): void {
  const answered = waiting;
  if (!answered) return;
  if (renewed) renewedToken = answered.session.token;
  else closedToken = answered.session.token;
  waiting = null;
  notify();
  answered.answer(renewed);
}
