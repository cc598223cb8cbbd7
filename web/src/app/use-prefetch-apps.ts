import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Session } from '../features/session/session.ts';
import { paths } from '../lib/paths.ts';
import { scopeOf } from './scope-of.ts';

/** Fetches the rows of the application list when pointer or focus reaches a link to it from another page. */
export function usePrefetchApps(user: Session['user'] | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!user) return;
    const list = paths[user.role].applicationList;
    const prefetch = ({ target }: Event) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
      if (!link || link.pathname !== list || window.location.pathname === list) return;
      import('./prefetch-apps.ts')
        .then(({ prefetchApps }) => prefetchApps(client, scopeOf(user), link.search))
        .catch(() => {});
    };
    document.addEventListener('pointerover', prefetch, { passive: true });
    document.addEventListener('focusin', prefetch);
    return () => {
      document.removeEventListener('pointerover', prefetch);
      document.removeEventListener('focusin', prefetch);
    };
  }, [client, user]);
}
