import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { createNetworks, longestAddress, readAddress } from './address.ts';

/** The parts of a request that tell where it comes from. */
export type RequestOrigin = {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined; destroyed?: boolean };
};

/** Finds out from which address a request comes, for phones and for the back office alike. */
export type CallerAddresses = {
  /**
   * Returns the text of the address: that of the connection, or the one that trusted proxies name in `X-Forwarded-For`, or in
   * `Forwarded` when there is no `X-Forwarded-For`. What others write into these headers is ignored. `unknown` when a trusted
   * proxy names none, such as `_hidden`.
   */
  of(request: RequestOrigin): string;
  /** Tells whether the request itself comes from a trusted proxy. */
  isFromProxy(request: RequestOrigin): boolean;
  /**
   * Tells whether forwarded fields come from a hop that TRUST_PROXY does not name. Then that hop may be a proxy, and all callers
   * behind it have its address.
   */
  isBehindStranger(request: RequestOrigin): boolean;
};

/** The text for an address that cannot be read. No rule may take it for one person or one network. */
const unknownAddress = 'unknown';

/** A hop on the way: its address, and whether its word about the hop before is believed. */
type Hop = { address: string; isTrusted: boolean };

const unknownHop: Hop = { address: unknownAddress, isTrusted: false };
/** The most texts that are kept with their meaning, such as IPv6 addresses. IPv4 addresses are not kept: reading one is faster. */
const hopsKept = 4096;

const ownPeer = ({ socket }: RequestOrigin) => socket.remoteAddress ?? unknownAddress;

/** Builds it from TRUST_PROXY: addresses and CIDRs. `peerOf` returns the address at the other end of the connection. */
export function createCallerAddresses(
  trustProxy: readonly string[],
  peerOf: (request: RequestOrigin) => string = ownPeer,
): CallerAddresses {
  if (trustProxy.length === 0) {
    return {
      of: peerOf,
      isFromProxy: () => false,
      isBehindStranger: ({ headers }) => hopsOf(headers).length > 0,
    };
  }
  const isProxy = createNetworks(trustProxy);
  const judged = new LRUCache<string, Hop>({ max: hopsKept });

  function judge(written: string): Hop {
    if (isIPv4(written)) return { address: written, isTrusted: isProxy(written) };
    if (written.length > longestAddress) return unknownHop;
    const known = judged.get(written);
    if (known !== undefined) return known;
    const address = readAddress(written);
    const hop = address === null ? unknownHop : { address, isTrusted: isProxy(address) };
    judged.set(written, hop);
    return hop;
  }

  return {
    of(request) {
      let hop = judge(peerOf(request));
      if (!hop.isTrusted) return hop.address;
      for (const written of hopsOf(request.headers)) {
        hop = judge(written);
        if (!hop.isTrusted) break;
      }
      return hop.address;
    },
    isFromProxy: (request) => judge(peerOf(request)).isTrusted,
    isBehindStranger(request) {
      const hops = [peerOf(request), ...hopsOf(request.headers)];
      const first = hops.findIndex((written) => !judge(written).isTrusted);
      return first >= 0 && first < hops.length - 1;
    },
  };
}

/** Returns the address that each hop names for the one before it, the nearest first. */
function hopsOf(headers: IncomingHttpHeaders): string[] {
  const said = headers['x-forwarded-for'];
  if (typeof said === 'string') {
    return said
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean)
      .reverse();
  }
  return headers.forwarded === undefined ? [] : elementsOf(headers.forwarded).map(namedIn);
}

/**
 * Returns the elements of a `Forwarded` field, the last first. It is read from its end, so that an open quote of a stranger does
 * not swallow what a proxy has added behind it.
 */
function elementsOf(field: string): string[] {
  const elements: string[] = [];
  let isQuoted = false;
  let end = field.length;
  for (let at = end - 1; at >= -1; at -= 1) {
    const sign = at < 0 ? ',' : field[at];
    if (sign === '"') isQuoted = !isQuoted;
    if (at >= 0 && (sign !== ',' || isQuoted)) continue;
    const element = field.slice(at + 1, end);
    if (element.trim() !== '') elements.push(element);
    end = at;
  }
  return elements;
}

const pair = /\s*([^\s=;"]+)=("[^"]*"|[^;"]*)\s*(?:;|$)/gy;

/** Returns the text that an element names by `for`; '' when it names none. */
function namedIn(element: string): string {
  for (const [, name = '', value = ''] of element.matchAll(pair)) {
    if (name.toLowerCase() === 'for') return value;
  }
  return '';
}
