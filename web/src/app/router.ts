import { createBrowserRouter } from 'react-router';
import { linkSession } from '../features/session/link-session.ts';
import { returnTo } from '../features/session/return-to.ts';
import { paths } from '../lib/paths.ts';
import { wouldLoseWork } from '../ui/unsaved.ts';
import { prefetchPages } from './prefetch-pages.ts';
import { routes } from './routes.tsx';

/** Builds the router. When the session ends, it goes to the role's logout; after the sign-in the user comes back. */
export function createRouter() {
  const router = createBrowserRouter(routes);
  linkSession({
    leave: (role) =>
      void router.navigate(paths[role].logout, { state: returnTo(router.state.location) }),
    wouldLoseWork,
  });
  prefetchPages(routes);
  return router;
}
