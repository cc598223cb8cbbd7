import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { OutsideFault } from './outside-fault.ts';

/** Returns the addresses of a host, by name or as an address itself; rejects with `OutsideFault`, or the reason of `signal`. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>;

const patience = { timeout: 2_000, tries: 2 };
const loopback = ['127.0.0.1', '::1'];

/**
 * Builds the look-up of hosts. It asks DNS servers: `servers` (such as `127.0.0.1:53`), or those of this machine. It does not use
 * the system's look-up (`/etc/hosts`), which keeps one of Node's few threads until it answers. A few names whose DNS server is
 * silent would then stop sign-ins and files.
 */
export function createResolveHost(servers?: string[]): ResolveHost {
  return async (host, signal) => {
    signal.throwIfAborted();
    if (isIP(host) !== 0) return [host];
    if (host === 'localhost') return loopback;
    const resolver = new dns.Resolver(patience);
    if (servers) resolver.setServers(servers);
    const stop = () => resolver.cancel();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      signal.throwIfAborted();
      const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      if (addresses.length > 0) return addresses;
      throw new OutsideFault(whyNot(host, found));
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
}

function whyNot(host: string, found: PromiseSettledResult<string[]>[]): string {
  const codes = found.map((one) => (one.status === 'rejected' ? one.reason.code : ''));
  const isUnknown = codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA');
  return isUnknown
    ? `${host} has no address in the DNS`
    : `${host} could not be looked up: the DNS servers do not answer`;
}
