import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Session } from '../features/session/session.ts';
import { onServer } from '../lib/base-path.ts';
import { paths } from '../lib/paths.ts';
import { scopeOf } from '../people/session-user.ts';
import { onLinkReached } from './on-link-reached.ts';

/** Fetches the rows of the application list when pointer or focus reaches a link to it from another page. */
export function usePrefetchApps(user: Session['user'] | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!user) return;
    const list = onServer(paths[user.role].applicationList);
    const signedOut = new AbortController();
    const stop = onLinkReached((link) => {
      if (link.pathname !== list || window.location.pathname === list) return;
      import('./prefetch-apps.ts')
        .then(({ prefetchApps }) =>
          prefetchApps(client, scopeOf(user), link.search, { signedOut: signedOut.signal }),
        )
        .catch(() => {});
    });
    return () => {
      stop();
      signedOut.abort();
    };
  }, [client, user]);
}
