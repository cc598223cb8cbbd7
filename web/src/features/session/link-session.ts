import { connectSession } from '../../lib/http-client.ts';
import { toastError } from '../../lib/toasts.ts';
import { askToRenew, wasRenewed } from './renewal-store.ts';
import type { Role } from './session.ts';
import { sessionStore } from './use-session.ts';

type Ways = {
  /** Leaves through the role's logout. */
  leave: (role: Role) => void;
  /** Whether leaving would lose what was typed. */
  hasUnsavedWork: () => boolean;
};

/**
 * Gives the HTTP client the session's token. When the server says that this session is over, `leave`
 * is called with a toast; with unsaved work on the page the person signs in again over it instead,
 * and the call goes once more. A late answer to an earlier session's call ends nothing.
 */
export function linkSession({ leave, hasUnsavedWork }: Ways): void {
  connectSession({
    token: () => sessionStore.get()?.token ?? null,
    over: async (message, token) => {
      const session = sessionStore.get();
      if (!session) return false;
      if (session.token !== token) return wasRenewed(token);
      if (hasUnsavedWork()) return askToRenew({ session, message });
      toastError(message);
      leave(session.user.role);
      return false;
    },
  });
}
