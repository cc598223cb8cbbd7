import type { Session } from './session.ts';

/** Somebody whose session ended while unsaved work stands on the page. */
export type Renewal = { session: Session; message: string };

type Waiting = Renewal & { answered: Promise<boolean>; answer: (renewed: boolean) => void };

let waiting: Waiting | null = null;
let renewedToken: string | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export const renewalStore = {
  get: (): Renewal | null => waiting,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Whether the session of this token was renewed on this page, so that its late calls may go again. */
export const wasRenewed = (token: string | null): boolean =>
  token !== null && token === renewedToken;

/** Asks the person to sign in again over the page; true when they did. Calls that fail meanwhile wait too. */
export function askToRenew(renewal: Renewal): Promise<boolean> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { ...renewal, answered: promise, answer: resolve };
    tell();
  }
  return waiting.answered;
}

/** Ends the asking, and sends the calls that wait again when the session is renewed. */
export function answerRenewal(renewed: boolean): void {
  const answered = waiting;
  if (!answered) return;
  if (renewed) renewedToken = answered.session.token;
  waiting = null;
  tell();
  answered.answer(renewed);
}
