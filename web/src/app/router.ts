import { createBrowserRouter } from 'react-router';
import { linkSession } from '../features/session/link-session.ts';
import { returnTo } from '../features/session/return-to.ts';
import { paths } from '../lib/paths.ts';
import { hasUnsavedWork } from '../ui/form/unsaved.ts';
import { prefetchPages } from './prefetch-pages.ts';
import { routes } from './routes.tsx';

/** Builds the router; a session that is over leaves through its role's logout and may come back. */
export function createRouter() {
  const router = createBrowserRouter(routes);
  linkSession({
    leave: (role) =>
      void router.navigate(paths[role].logout, { state: returnTo(router.state.location) }),
    hasUnsavedWork,
  });
  prefetchPages(routes, document);
  return router;
}
