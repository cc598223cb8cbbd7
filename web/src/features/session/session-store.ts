import { type EntryStorage, readSession, type Session, writeSession } from './session.ts';

export type SessionStore = {
  get: () => Session | null;
  set: (session: Session | null) => void;
  /** Calls `listener` after each sign-in and sign-out; returns a function that ends this. */
  subscribe: (listener: () => void) => () => void;
};

/** The session of this tab: read once at start, kept in memory, written through to `storage`. */
export function createSessionStore(storage: EntryStorage): SessionStore {
  let session = readSession(storage);
  const listeners = new Set<() => void>();
  return {
    get: () => session,
    set: (next) => {
      session = next;
      writeSession(storage, next);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
