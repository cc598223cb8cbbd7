import { matchRoutes, type RouteObject } from 'react-router';
import { onLinkReached } from './on-link-reached.ts';

/** Fetches a page's chunk when the pointer or the focus reaches a link to it; if that fails, the navigation tries again. */
export function prefetchPages(routes: RouteObject[]): void {
  const fetched = new Set<unknown>();
  onLinkReached((link) => {
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      if (typeof route.lazy !== 'function' || fetched.has(route.lazy)) continue;
      fetched.add(route.lazy);
      void route.lazy().catch(() => {});
    }
  });
}
