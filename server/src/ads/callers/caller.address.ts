import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';

/** What of a request tells from where it comes. */
export type RequestOrigin = {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
};

/** Finds out from which address a request comes, as Fastify does for the back office, on the raw request. */
export type CallerAddresses = {
  /**
   * The text of the address: that of the connection, or the one that trusted proxies name in `X-Forwarded-For`. What
   * others write into that header is ignored.
   */
  of(request: RequestOrigin): string;
  /** Whether the request itself comes from a proxy that is trusted. */
  isFromProxy(request: RequestOrigin): boolean;
};

/** The longest text that can be an address, with brackets, zone and port. */
const longest = 80;
const peersKept = 4096;

/** Builds it from TRUST_PROXY: addresses and CIDRs. */
export function createCallerAddresses(trustProxy: string[]): CallerAddresses {
  if (trustProxy.length === 0) {
    return { of: (request) => request.socket.remoteAddress ?? '', isFromProxy: () => false };
  }
  const judge = proxyAddr.compile(trustProxy);
  const judged = new LRUCache<string, boolean>({ max: peersKept });

  function isTrusted(address: string): boolean {
    if (address.length > longest) return false;
    const known = judged.get(address);
    if (known !== undefined) return known;
    const trusted = judge(address, 0);
    judged.set(address, trusted);
    return trusted;
  }

  return {
    // It reads nothing else of the request.
    of: (request) => proxyAddr(request as IncomingMessage, isTrusted) ?? '',
    isFromProxy: (request) => isTrusted(request.socket.remoteAddress ?? ''),
  };
}

/** Networks that are not on the public internet (IANA, special-purpose registries). */
const special: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Of IPv6 only 2000::/3 is in use, and not all of it.
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
];
/** One list for each kind: a common list would search the IPv6 networks for an IPv4 address, too. */
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of special) {
  const kind = isIPv4(network) ? 'ipv4' : 'ipv6';
  notPublic[kind].addSubnet(network, prefix, kind);
}

/** An address without zone, port and brackets; an IPv4 address mapped into IPv6 is the IPv4 address. */
export type Address = { address: string; isPublic: boolean };

/** Reads an address as proxies write it; null for a text that is no address. */
export function readAddress(written: string): Address | null {
  if (written.length > longest) return null;
  const text = written.trim();
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text;
  if (isIPv6(bare)) {
    // Returns the shortest spelling, without the zone.
    const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
    const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1];
    return mapped ? ipv4(mapped) : { address, isPublic: !notPublic.ipv6.check(address, 'ipv6') };
  }
  return ipv4(text.replace(/:\d{1,5}$/, ''));
}

function ipv4(address: string): Address | null {
  return isIPv4(address) ? { address, isPublic: !notPublic.ipv4.check(address, 'ipv4') } : null;
}
