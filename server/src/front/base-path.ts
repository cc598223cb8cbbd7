/**
 * Returns a request target as the product knows it, without BASE_PATH in front (`''` at the root). A target without it stays: a
 * proxy has taken it off, or the request came past the proxy (ADR 88).
 */
export function withoutBase(target: string, basePath: string): string {
  if (!target.startsWith(basePath)) return target;
  const rest = target.slice(basePath.length);
  if (rest.startsWith('/')) return rest;
  // `/adwarden` alone is the first page, `/adwarden?x` too; `/adwardens` is another path.
  return rest === '' || rest.startsWith('?') ? `/${rest}` : target;
}
