import { useSyncExternalStore } from 'react';
import '../../lib/storage.ts';
import { setAccess } from '../../people/may.ts';
import { adminOf } from '../../people/session-user.ts';
import type { Session } from './session.ts';
import { createSessionStore } from './session-store.ts';

export const sessionStore = createSessionStore(window.sessionStorage);

/** Notes what the person of the session may do, before a page shows anything. */
const noteAccess = () => setAccess(adminOf(sessionStore.get()?.user)?.access ?? 'all');
noteAccess();
sessionStore.subscribe(noteAccess);

/** Returns the session of this tab, or null. */
export function useSession(): Session | null {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
}
