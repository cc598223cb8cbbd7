import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '../features/session/session.api.ts';
import { useSession } from '../features/session/use-session.ts';
import { paths } from '../lib/paths.ts';
import type { Role } from '../lib/role.ts';

/**
 * /admin/logout and /logout (spec, section 2): each ends the session, whichever role it is of, and shows the sign-in page of that
 * role; without a session, that of its own. Passes on the place to come back to.
 */
export function LogoutPage({ of }: { of: Role }) {
  const session = useSession();
  const [role] = useState(session?.user.role ?? of);
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // Somebody whose session has ended arrives here with a place to come back to.
    void signOut({ isWanted: !state });
    navigate(paths[role].signIn, { replace: true, state });
  }, [role, state, navigate]);
  return null;
}
