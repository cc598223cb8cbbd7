import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '../features/session/session.api.ts';
import { useSession } from '../features/session/use-session.ts';
import { paths } from '../lib/paths.ts';

/**
 * Ends the session of either role and shows its sign-in page; without a session, the administrators' (the redirect step:
 * spec, section 2). Passes on the place to come back to.
 */
export function AdminLogout() {
  const session = useSession();
  const [role] = useState(session?.user.role ?? 'admin');
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // Somebody whose session has ended arrives here with a place to come back to.
    void signOut({ isWanted: !state });
    navigate(paths[role].signIn, { replace: true, state });
  }, [role, state, navigate]);
  return null;
}
