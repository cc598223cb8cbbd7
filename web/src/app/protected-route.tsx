import { useSyncExternalStore } from 'react';
import { Navigate, Outlet, type Path, type To, useLocation } from 'react-router';
import { maySeek, newTabStore } from '../features/session/hand-over.ts';
import { returnTo } from '../features/session/return-to.ts';
import { useSession } from '../features/session/use-session.ts';
import { paths } from '../lib/paths.ts';
import type { Role } from '../lib/role.ts';
import { FirstLoad } from './navigation-progress.tsx';

/** The page to which others are sent from a page of this role. */
const elsewhere: Record<Role, (from: Path) => To> = {
  admin: () => paths.user.dashboard,
  user: (from) => ({ ...from, pathname: `/admin${from.pathname}` }),
};

/**
 * Shows its pages only to `who`. A new tab waits for a session of other tabs (ADR 135). Without one it leads to /admin/login, and
 * back after the sign-in. An administrator on an owner's page is sent to the administrators' page of that name, an owner on an
 * administrators' page to /dashboard (ADR 31 "Roles and routes").
 */
export function ProtectedRoute({ who }: { who: Role }) {
  const session = useSession();
  const location = useLocation();
  const isSeeking = useSyncExternalStore(newTabStore.subscribe, newTabStore.isSeeking);
  if (!session && isSeeking) return <FirstLoad />;
  if (!session) {
    const state = { ...returnTo(location), seeks: maySeek() };
    return <Navigate to={paths.admin.signIn} state={state} replace />;
  }
  if (session.mustSetUp) return <Navigate to={paths[session.user.role].setUp} replace />;
  if (session.user.role === who) return <Outlet />;
  return <Navigate to={elsewhere[who](location)} replace />;
}
