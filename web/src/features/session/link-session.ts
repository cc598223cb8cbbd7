import { connectSession, type SessionLink } from '../../lib/http-client.ts';
import type { Role } from '../../lib/role.ts';
import { toastSession } from '../../lib/toasts.ts';
import { offerSession } from './hand-over.ts';
import { askToRenew, wasRenewed } from './renewal-store.ts';
import { askForRenewed, followRenewals, wasToken } from './renewed-token.ts';
import { onSignedOutElsewhere } from './session-tabs.ts';
import { sessionStore } from './use-session.ts';

type Handlers = {
  /** Goes to the logout page of the role. */
  leave: (role: Role) => void;
  /** Whether leaving would lose what was typed or selected. */
  wouldLoseWork: () => boolean;
  /** Goes to the sign-in page of the role, with nothing to come back to. */
  showSignIn: (role: Role) => void;
  /** Asks again who the person is; false when they do not say. */
  again: SessionLink['again'];
};

/**
 * Gives the HTTP client the session's token, and handles the end of the session. Normally it shows a toast and calls
 * `leave`. If that would lose work, the user signs in again in a dialog, and the call is repeated. A
 * late answer to a call of an earlier session is ignored. A token that has ended may have been replaced in another tab, so the
 * other tabs are asked first. When somebody signs out in another tab of the session, it ends here,
 * too, whatever is typed.
 */
export function linkSession({ leave, wouldLoseWork, showSignIn, again }: Handlers): void {
  connectSession({
    token: () => sessionStore.get()?.token ?? null,
    over: async (message, token, isAsked) => {
      const isRenewed = () => token !== null && (wasToken(token) || wasRenewed(token));
      if (sessionStore.get()?.token === token && token !== null) await askForRenewed(token);
      const session = sessionStore.get();
      if (!session) return false;
      if (session.token !== token) return isRenewed();
      if (wouldLoseWork()) return askToRenew({ session, message }, isAsked);
      toastSession(message, 'error');
      leave(session.user.role);
      return false;
    },
    again,
    mustSetUp: (first) => {
      const session = sessionStore.get();
      if (session) sessionStore.set({ ...session, mustSetUp: first });
    },
  });
  followRenewals();
  offerSession();
  onSignedOutElsewhere(
    () => sessionStore.get()?.token ?? null,
    () => {
      const role = sessionStore.get()?.user.role;
      sessionStore.set(null);
      if (role) showSignIn(role);
    },
  );
}
