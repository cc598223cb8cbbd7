import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network of one caller: a whole IPv4 address, or the /64 of an IPv6 address, because one household or host usually
 * has a whole /64. 'unknown' for a text that is not an address (ADR 16, 30).
 */
export function networkOf(address: string): string {
  // ipaddr.js also accepts `1` and `0x7f.1`, which we do not.
  if (isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** The block of a network (from `networkOf`) that may belong to one customer: IPv4 /24, IPv6 /48. */
export function blockOf(network: string): string {
  if (network.includes(':')) return network.split(':', 3).join(':');
  return network.slice(0, network.lastIndexOf('.'));
}
