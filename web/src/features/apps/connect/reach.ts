import type { Role } from '../../../lib/role.ts';

/** The people who can reach an address: only this computer, only its own network, or maybe everybody. */
export type Reach = 'computer' | 'network' | 'everybody';

const onlyComputer = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;
/** Addresses that routers of the Internet do not forward (RFC 1918, RFC 3927, RFC 4193, RFC 4291), and names of mDNS. */
const onlyNetwork =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f([cd]|e[89ab])[\da-f]*:.*\]|.*\.local)$/;

/** Says who can reach an address such as `http://localhost:8080`, as far as its name tells. */
export function reachOf(address: string): Reach {
  const { hostname } = new URL(address);
  if (onlyComputer.test(hostname)) return 'computer';
  return onlyNetwork.test(hostname) ? 'network' : 'everybody';
}

/** Says what keeps phones away from an address, and what this person can do; null if nothing is known of it. */
export function reachWarning(address: string, role: Role): string | null {
  const reach = reachOf(address);
  if (reach === 'everybody') return null;
  const who = {
    computer: 'No phone can reach it: it is this computer itself.',
    network: 'Only phones in the same network reach it.',
  }[reach];
  const todo = {
    admin:
      'Set PUBLIC_URL of the server to the address that phones use, restart it, and load this page again.',
    user: 'Ask your administrator for the address that phones use.',
  }[role];
  return `The code has the address ${address}. ${who} ${todo}`;
}
