import { isIP } from 'node:net';
import { counted } from '@adwarden/contract/counted';
import type { PasskeyObstacle } from '@adwarden/contract/ways';
import type { PasskeysOfHost } from './passkey-hosts.store.ts';

/** The host name that passkeys belong to (the RP ID of WebAuthn), and the origin of the pages on which browsers take them. */
export type RelyingParty = { host: string; origin: string };

/**
 * Returns what passkeys belong to, or why there can be none. Browsers take them on a host name, and only over HTTPS or on the own
 * machine. The address is the one of the settings, never the `Host` of a request (ADR 141).
 */
export function relyingPartyOf({
  officeAddress,
  port,
}: {
  /** The address of the back office; without one there is `localhost` only. */
  officeAddress: string | undefined;
  port: number;
}): RelyingParty | PasskeyObstacle {
  const { protocol, hostname, origin } = new URL(officeAddress ?? `http://localhost:${port}`);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'no-host-name';
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isOwnMachine) return 'not-https';
  return { host: hostname, origin };
}

/** What does not fit about the address, for people. */
export const obstacleWords: Record<PasskeyObstacle, string> = {
  'not-https': 'passkeys need an address with https:// (OFFICE_ADDRESS, else PUBLIC_URL)',
  'no-host-name':
    'passkeys need a host name, and OFFICE_ADDRESS (else PUBLIC_URL) is an IP address',
};

/** Says how many passkeys cannot be used at the address of now; '' when all can. */
export function lostPasskeys(all: PasskeysOfHost[], party: RelyingParty | PasskeyObstacle): string {
  const here = typeof party === 'string' ? null : party.host;
  const lost = all.filter(({ host }) => host !== here);
  if (lost.length === 0) return '';
  const number = lost.reduce((sum, { passkeys }) => sum + passkeys, 0);
  const hosts = lost.map(({ host }) => host);
  const shown =
    hosts.slice(0, 3).join(', ') + (hosts.length > 3 ? ` and ${hosts.length - 3} more` : '');
  const where = here === null ? 'now' : `at ${here}`;
  const belong = number === 1 ? 'belongs' : 'belong';
  return `${counted(number, 'passkey')} ${belong} to ${shown} and cannot be used ${where}`;
}
