import { connectSession } from '../../lib/http-client.ts';
import type { Role } from '../../lib/role.ts';
import { toastError } from '../../lib/toasts.ts';
import { askToRenew, wasRenewed } from './renewal-store.ts';
import { sessionStore } from './use-session.ts';

type Handlers = {
  /** Goes to the logout page of the role. */
  leave: (role: Role) => void;
  /** Whether leaving would lose what was typed or selected. */
  wouldLoseWork: () => boolean;
};

/**
 * Gives the HTTP client the session's token, and handles the end of the session. Normally it shows a toast and calls
 * `leave`. If that would lose work, the user signs in again in a dialog, and the call is repeated. A
 * late answer to a call of an earlier session is ignored.
 */
export function linkSession({ leave, wouldLoseWork }: Handlers): void {
  connectSession({
    token: () => sessionStore.get()?.token ?? null,
    over: async (message, token, isAsked) => {
      const session = sessionStore.get();
      if (!session) return false;
      if (session.token !== token) return wasRenewed(token);
      if (wouldLoseWork()) return askToRenew({ session, message }, isAsked);
      toastError(message);
      leave(session.user.role);
      return false;
    },
  });
}
