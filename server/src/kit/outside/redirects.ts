import type { Fetched } from './fetch-outside.ts';

const statuses = new Set([301, 302, 303, 307, 308]);

/** Whether an answer says that what was asked for is at another address. */
export const isRedirect = ({ status }: Pick<Fetched, 'status'>): boolean => statuses.has(status);

/** Where a redirect leads; null when that is no address of the web, or has a password in it. */
export function addressIn(
  { headers: { location } }: Pick<Fetched, 'headers'>,
  from: URL,
): URL | null {
  if (!location || !URL.canParse(location, from)) return null;
  const url = new URL(location, from);
  url.hash = '';
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
}
