import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The part of an address that stands for one caller: an IPv4 address as it is, an IPv6 address as its
 * /64, because one household or host has all of it; 'unknown' for what is none (ADR 16, 30).
 */
export function networkOf(address: string): string {
  // ipaddr.js also reads `1` and `0x7f.1`, which are no addresses here.
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
