import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Where an address is: this machine, a network of the operator's own, the internet, or none of these. `other` are addresses
 * that nobody means, such as multicast and link-local ones, where clouds keep the secrets of a machine (169.254.169.254).
 */
export type AddressKind = 'loopback' | 'private' | 'public' | 'other';

const kinds: Record<string, AddressKind> = {
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
  unicast: 'public',
};

/** The kind of an IPv4 or IPv6 address; `other` for a text that is none. IPv4 within IPv6 counts as IPv4. */
export function kindOfAddress(address: string): AddressKind {
  // ipaddr.js also accepts `1` and `0x7f.1`.
  if (isIP(address) === 0) return 'other';
  return kinds[ipaddr.process(address).range()] ?? 'other';
}
