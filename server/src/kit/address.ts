import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** The longest text that can be an address, with quotes, brackets, zone and port. */
export const longestAddress = 80;
/** A port, or the text that hides it (RFC 7239, section 6). */
const port = ':(?:\\d{1,5}|_[\\w.-]+)';
const inBrackets = new RegExp(`^\\[([^\\]]*)\\](?:${port})?$`);
const portAtEnd = new RegExp(`${port}$`);
const mappedIPv4 = /^::ffff:([\d.]+)$/;

/**
 * Returns the address in a text as connections and proxies write it: in quotes or brackets, with a zone or a port. The result has
 * none of them, and an IPv4 address mapped into IPv6 is the IPv4 address. Null for a text that is not an address, such as
 * `unknown` and `_hidden`.
 */
export function readAddress(written: string): string | null {
  if (isIPv4(written)) return written;
  if (written.length > longestAddress) return null;
  const text = written.trim().replace(/^"(.*)"$/, '$1');
  const bracketed = inBrackets.exec(text)?.[1];
  if (bracketed !== undefined) return readIPv6(bracketed);
  if (isIPv4(text)) return text;
  // Without brackets, the port of an IPv6 address cannot be told from its last part, unless that part is IPv4.
  const bare = text.includes('.') ? text.replace(portAtEnd, '') : text;
  return isIPv4(bare) ? bare : readIPv6(bare);
}

/** Returns the shortest spelling, without the zone. */
function readIPv6(text: string): string | null {
  if (!isIPv6(text)) return null;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  return mappedIPv4.exec(address)?.[1] ?? address;
}

const translatedIPv4 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

/**
 * Returns the network of one caller: a whole IPv4 address, or the /64 of an IPv6 address, because one household or host usually
 * has a whole /64. Null for a text that is not an address: nobody knows how many people that is (ADR 16, 30).
 */
export function networkOf(written: string): string | null {
  const address = readAddress(written);
  if (address === null || isIPv4(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  // NAT64 has all of IPv4 in one /64: the last four bytes are the address (RFC 6052).
  if (parsed.match(translatedIPv4)) {
    return new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString();
  }
  const network = parsed.parts.slice(0, 4);
  // `::/64` holds the loopback address and addresses of translators, so it is not a household.
  if (network.every((part) => part === 0)) return address;
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}

/** Returns the block of a network (from `networkOf`) that may belong to one customer: IPv4 /24, IPv6 /48. */
export function blockOf(network: string): string {
  if (network.includes(':')) return network.split(':', 3).join(':');
  return network.slice(0, network.lastIndexOf('.'));
}

/** Builds the test whether the address in a text is one of these addresses or lies in one of these CIDRs. */
export function createNetworks(networks: readonly string[]): (written: string) => boolean {
  const has = proxyAddr.compile([...networks]);
  const ranges = rangesOfIPv4(networks);
  return (written) => {
    const address = readAddress(written);
    if (address === null) return false;
    // Phones behind a proxy are compared here, each with another address; the library takes 1.5 µs for one.
    return ranges && isIPv4(address) ? isWithin(ranges, numberOf(address)) : has(address, 0);
  };
}

/** Numbers of IPv4 addresses, the first and the last one included. */
type Range = { first: number; last: number };

const isWithin = (ranges: readonly Range[], number: number): boolean =>
  ranges.some(({ first, last }) => number >= first && number <= last);

/** Returns the IPv4 networks among these; null when one is written in a way that only the library understands. */
function rangesOfIPv4(networks: readonly string[]): Range[] | null {
  const ranges: Range[] = [];
  for (const network of networks) {
    const [text = '', length] = network.split('/');
    if (isIPv4(text) && /^(?:\d+)?$/.test(length ?? '')) {
      const size = 2 ** (32 - Number(length ?? 32));
      const first = Math.floor(numberOf(text) / size) * size;
      ranges.push({ first, last: first + size - 1 });
    } else if (!isIPv6(text) || ipaddr.IPv6.parse(text).isIPv4MappedAddress()) return null;
  }
  return ranges;
}

const [dot, zero] = [46, 48];

/** Returns the 32 bits of an IPv4 address as a number. */
function numberOf(ipv4: string): number {
  let number = 0;
  let part = 0;
  for (let at = 0; at < ipv4.length; at += 1) {
    const code = ipv4.charCodeAt(at);
    if (code === dot) {
      number = number * 256 + part;
      part = 0;
    } else part = part * 10 + code - zero;
  }
  return number * 256 + part;
}
