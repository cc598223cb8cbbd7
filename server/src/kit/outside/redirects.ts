import type { Fetched } from './fetch-outside.ts';

const statuses = new Set([301, 302, 303, 307, 308]);

/** Tells whether an answer redirects to another address. */
export const isRedirect = ({ status }: Pick<Fetched, 'status'>): boolean => statuses.has(status);

/** Returns the target of a redirect; null when that is not an address of the web, or contains a password. */
export function addressIn(
  { headers: { location } }: Pick<Fetched, 'headers'>,
  from: URL,
): URL | null {
  if (!location || !URL.canParse(location, from)) return null;
  const url = new URL(location, from);
  url.hash = '';
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
}
