/*
 * The path of this installation below its host (BASE_PATH). The server writes it into the page, so that one build serves
 * every path (ADR 88). The router needs none of this: every path through `Link` and `navigate` is below it already.
 */

/** Returns BASE_PATH without a slash at its end: '/adwarden', or '' at the root and in tests without a document. */
export const basePath = (): string =>
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '');

/** Returns the address of a path of this server: '/adwarden/docs' for '/docs'. */
export const onServer = (path: string): string => basePath() + path;

/** Returns a path of the address bar as the routes know it; null if it does not belong to this installation. */
export function asRoute(pathname: string): string | null {
  const base = basePath();
  if (pathname === base) return '/';
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

/**
 * Returns the key of something in the browser's storage, which all installations on one host share. index.html has the
 * same rule. At the root, the key is the name alone.
 */
export const ownKey = (name: string): string => [basePath(), name].filter(Boolean).join(' ');
