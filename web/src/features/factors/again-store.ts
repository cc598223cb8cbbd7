import type { AgainAsked } from '@adwarden/contract/envelope';
import { forgetWithAccount } from '../../lib/account-memory.ts';

type Waiting = {
  asked: AgainAsked;
  answered: Promise<boolean>;
  answer: (isConfirmed: boolean) => void;
};

let waiting: Waiting | null = null;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** The question that waits for the person, for `useSyncExternalStore`. */
export const againStore = {
  get: (): AgainAsked | null => waiting?.asked ?? null,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Opens the dialog in which the person confirms that it is them (ADR 136); false when it is closed. Several calls share one dialog. */
export async function confirmAgain(asked: AgainAsked): Promise<boolean> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { asked, answered: promise, answer: resolve };
    notify();
  }
  return waiting.answered;
}

/** Closes the dialog; `isConfirmed` tells the waiting calls whether to repeat themselves. */
export function answerAgain(isConfirmed: boolean): void {
  const answered = waiting;
  if (!answered) return;
  waiting = null;
  notify();
  answered.answer(isConfirmed);
}

forgetWithAccount(() => answerAgain(false));
