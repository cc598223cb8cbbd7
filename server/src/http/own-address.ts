import type { IncomingMessage } from 'node:http';

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port; nothing that could end a text. */
const host =
  /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?)*\.?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
const longestHost = 260;

const lastOf = (field: string | string[] | undefined): string =>
  String(field ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? '';

/**
 * Scheme and host by which a client has reached this server, without PUBLIC_URL; null when the request names no host that
 * could be one. `X-Forwarded-Proto` and `X-Forwarded-Host` count only from a trusted proxy (`isFromProxy`).
 */
export function ownAddress({ headers }: IncomingMessage, isFromProxy: boolean): string | null {
  const forwarded = isFromProxy ? lastOf(headers['x-forwarded-host']) : '';
  const named = forwarded || (headers.host ?? '');
  if (named.length > longestHost || !host.test(named)) return null;
  const isSecure = isFromProxy && lastOf(headers['x-forwarded-proto']) === 'https';
  return `${isSecure ? 'https' : 'http'}://${named}`;
}
