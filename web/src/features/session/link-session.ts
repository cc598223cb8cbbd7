import { connectSession } from '../../lib/http-client.ts';
import { toastError } from '../../lib/toasts.ts';
import type { Role } from './session.ts';
import { sessionStore } from './use-session.ts';

/**
 * Gives the HTTP client the session's token, and calls `leave` with a toast when the server says that
 * this session is over. A late answer to an earlier session's call ends nothing.
 */
export function linkSession(leave: (role: Role) => void): void {
  connectSession({
    token: () => sessionStore.get()?.token ?? null,
    over: (message, token) => {
      const session = sessionStore.get();
      if (!session || session.token !== token) return;
      toastError(message);
      leave(session.user.role);
    },
  });
}
