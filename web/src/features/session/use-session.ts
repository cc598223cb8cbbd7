import { useSyncExternalStore } from 'react';
import '../../lib/storage.ts';
import type { Session } from './session.ts';
import { createSessionStore } from './session-store.ts';

export const sessionStore = createSessionStore(window.sessionStorage);

/** Who is signed in in this tab, or null. */
export function useSession(): Session | null {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
}
