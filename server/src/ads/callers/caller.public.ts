import { BlockList, isIPv4 } from 'node:net';
import { readAddress } from '../../kit/address.ts';

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
  // Only 2000::/3 of IPv6 is in use, and not all of it.
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
];
/** A list for each kind: a common list would search the IPv6 networks for an IPv4 address, too. */
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of special) {
  const kind = isIPv4(network) ? 'ipv4' : 'ipv6';
  notPublic[kind].addSubnet(network, prefix, kind);
}

/**
 * Returns the address in a text as proxies write it; null for a text that is not an address, and for an address that is not on
 * the public internet.
 */
export function readPublicAddress(written: string): string | null {
  const address = readAddress(written);
  if (address === null) return null;
  const kind = isIPv4(address) ? 'ipv4' : 'ipv6';
  return notPublic[kind].check(address, kind) ? null : address;
}
