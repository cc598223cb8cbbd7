import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { confirmAgain } from '../features/factors/again-store.ts';
import { seekForNewTab } from '../features/session/hand-over.ts';
import { linkSession } from '../features/session/link-session.ts';
import { returnTo } from '../features/session/return-to.ts';
import { roleOfPath } from '../features/session/use-lead-on.ts';
import { asRoute, basePath } from '../lib/base-path.ts';
import { paths } from '../lib/paths.ts';
import { wouldLoseWork } from '../ui/unsaved.ts';
import { onLinkReached } from './on-link-reached.ts';
import { needsSession, routes } from './routes.tsx';

/** Builds the router. When the session ends, it goes to the role's logout; after the sign-in the user comes back. */
export function createRouter() {
  seekWhereNeeded(window.location.pathname);
  const router = createBrowserRouter(routes, { basename: basePath() || '/' });
  linkSession({
    leave: (role) => {
      const { location } = router.state;
      const { logout } = paths[role];
      // Several calls may be refused at once. The place to come back to is that of the first one.
      // The router's own state has the whole path; what is passed to it is below the base.
      const pathname = asRoute(location.pathname) ?? '/';
      if (pathname === logout) return;
      void router.navigate(logout, { state: returnTo({ ...location, pathname }) });
    },
    wouldLoseWork,
    again: confirmAgain,
    // In a later task: the page that is shown must be gone first, or its guard would ask about what is typed.
    showSignIn: (role) =>
      void setTimeout(() => router.navigate(paths[role].signIn, { replace: true })),
  });
  prefetchPages(routes);
  return router;
}

/** If the tab was opened at a page that needs a session, other tabs are asked for one while the page is loaded. */
function seekWhereNeeded(pathname: string): void {
  const path = asRoute(pathname) ?? '';
  const matched = matchRoutes(routes, path) ?? [];
  if (matched.some(({ route }) => needsSession(route))) seekForNewTab(roleOfPath(path));
}

/** Fetches a page's chunk when the pointer or the focus reaches a link to it; if that fails, the navigation tries again. */
function prefetchPages(routes: RouteObject[]): void {
  const fetched = new Set<unknown>();
  onLinkReached((link) => {
    for (const { route } of matchRoutes(routes, asRoute(link.pathname) ?? '') ?? []) {
      if (typeof route.lazy !== 'function' || fetched.has(route.lazy)) continue;
      fetched.add(route.lazy);
      void route.lazy().catch(() => {});
    }
  });
}
