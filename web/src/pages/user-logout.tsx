import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { signOut } from '../features/session/session.api.ts';
import { useSession } from '../features/session/use-session.ts';
import { paths } from '../lib/paths.ts';
import { adminOf } from '../people/session-user.ts';

/**
 * Ends the owner's session and shows /login (spec, section 2); an administrator is sent to /admin/logout. Passes on the
 * place to come back to.
 */
export function UserLogout() {
  const isAdmin = adminOf(useSession()?.user) !== null;
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (isAdmin) return;
    // Somebody whose session has ended arrives here with a place to come back to.
    void signOut({ isWanted: !state });
    navigate(paths.user.signIn, { replace: true, state });
  }, [isAdmin, state, navigate]);
  return isAdmin ? <Navigate to={paths.admin.logout} state={state} replace /> : null;
}
