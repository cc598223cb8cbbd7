import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '../features/session/session.api.ts';
import { useSession } from '../features/session/use-session.ts';
import { paths } from '../lib/paths.ts';

/**
 * The redirect step (spec, section 2): ends whichever session there is and shows its sign-in page,
 * the administrators' when there is none. The place to come back to travels on.
 */
export function AdminLogout() {
  const session = useSession();
  const [role] = useState(session?.user.role ?? 'admin');
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    void signOut();
    navigate(paths[role].signIn, { replace: true, state });
  }, [role, state, navigate]);
  return null;
}
