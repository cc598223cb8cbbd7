import { isIPv4, isIPv6 } from 'node:net';

/**
 * The part of an address that stands for one caller: an IPv4 address as it is, an IPv6 address as its
 * /64, because one household or host has all of it; 'unknown' for what is none (ADR 16, 30).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? '';
  if (isIPv4(mapped)) return mapped;
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return isIPv4(address) ? address : 'unknown';
  const [head = '', tail] = bare.split('::', 2);
  const groups = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  // A dotted end stands for two groups.
  const afterGroups = after.length + (bare.includes('.') ? 1 : 0);
  if (tail !== undefined)
    groups.push(...Array<string>(8 - groups.length - afterGroups).fill('0'), ...after);
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** The block of a network (from `networkOf`) that may belong to one customer: IPv4 /24, IPv6 /48. */
export function blockOf(network: string): string {
  if (network.includes(':')) return network.split(':', 3).join(':');
  return network.slice(0, network.lastIndexOf('.'));
}
