import type { QueryClient } from '@tanstack/react-query';
import { sessionStore } from '../features/session/use-session.ts';
import { asRoute } from '../lib/base-path.ts';
import { paths } from '../lib/paths.ts';
import { scopeOf } from '../people/session-user.ts';

/** Fetches the rows of the application list if the tab was opened there, while the page itself is still loading. */
export function prefetchAtStart(client: QueryClient, { pathname, search }: Location): void {
  const session = sessionStore.get();
  if (!session || session.mustSetUp) return;
  const { user } = session;
  if (asRoute(pathname) !== paths[user.role].applicationList) return;
  const leaving = new AbortController();
  const stop = sessionStore.subscribe(() => leaving.abort());
  const how = { signedOut: leaving.signal, isUrgent: true };
  import('./prefetch-apps.ts')
    .then(({ prefetchApps }) => prefetchApps(client, scopeOf(user), search, how))
    // The list asks again, and shows the error.
    .catch(() => {})
    .finally(stop);
}
