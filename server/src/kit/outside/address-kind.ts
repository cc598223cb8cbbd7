import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The place of an address: this machine, a private network, the internet, or `other`. Addresses of kind `other` are never asked:
 * multicast, reserved and link-local ones. At a link-local address (169.254.169.254) clouds keep the secrets of a machine.
 */
export type AddressKind = 'loopback' | 'private' | 'public' | 'other';

const kinds: Record<string, AddressKind> = {
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
  unicast: 'public',
};

const wholeIPv6Internet = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const translatedIPv4 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

/** Returns the kind of an IPv4 or IPv6 address; `other` for a text that is not one. IPv4 within IPv6 counts as IPv4. */
export function kindOfAddress(text: string): AddressKind {
  // ipaddr.js also accepts `1` and `0x7f.1`.
  if (isIP(text) === 0) return 'other';
  const address = ipaddr.process(text);
  const kind = kinds[address.range()] ?? 'other';
  if (address instanceof ipaddr.IPv4) return kind;
  // NAT64: the last four bytes are the IPv4 address (RFC 6052).
  if (address.match(translatedIPv4)) {
    return kindOfAddress(new ipaddr.IPv4(address.toByteArray().slice(12)).toString());
  }
  return kind === 'public' && !address.match(wholeIPv6Internet) ? 'other' : kind;
}
