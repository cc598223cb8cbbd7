import { matchRoutes, type RouteObject } from 'react-router';

/**
 * Fetches a page's chunk when the pointer or the focus reaches any link to it. If that fails, the navigation tries
 * again. Returns a function that ends this.
 */
export function prefetchPages(routes: RouteObject[], document: Document): () => void {
  const asked = new Set<unknown>();
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
    if (!link || link.origin !== document.location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      if (typeof route.lazy !== 'function' || asked.has(route.lazy)) continue;
      asked.add(route.lazy);
      void route.lazy().catch(() => {});
    }
  };
  document.addEventListener('pointerover', prefetch, { passive: true });
  document.addEventListener('focusin', prefetch);
  return () => {
    document.removeEventListener('pointerover', prefetch);
    document.removeEventListener('focusin', prefetch);
  };
}
