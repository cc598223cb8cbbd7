import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Why there is no answer: a sentence for people that begins with the host. */
export class FetchFault extends Error {}

export type Fetched = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Fetches an address that somebody else has chosen. `signal` ends it, and `bytes` is the maximum size of the answer. It
 * follows no redirect: each address needs a call of its own. Throws `FetchFault`.
 */
export type GuardedFetch = (
  url: URL,
  limits: { signal: AbortSignal; bytes: number; headers?: Record<string, string> },
) => Promise<Fetched>;

/** Finds the addresses of a host; tests have their own. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

const wholeIPv6Internet = ipaddr.parseCIDR('2000::/3');
const translatedIPv4 = ipaddr.parseCIDR('64:ff9b::/96');

/** Whether an address is of the public internet, and not of this machine, a private network or a reserved range. */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  // A network without IPv4 reaches IPv4 by these; the last four bytes are the IPv4 address (RFC 6052).
  if (address.match(translatedIPv4 as [ipaddr.IPv6, number])) {
    return isPublicAddress(new ipaddr.IPv4(address.toByteArray().slice(12)).toString());
  }
  return address.range() === 'unicast' && address.match(wholeIPv6Internet as [ipaddr.IPv6, number]);
}

/**
 * Builds it. Unless `allowsPrivate`, every address of the host must be public. The connection goes to one of the addresses
 * that were checked, so a host that has another address a moment later gains nothing.
 */
export function createGuardedFetch({
  allowsPrivate,
  resolve = (host) => lookup(host, { all: true }),
}: {
  allowsPrivate: boolean;
  resolve?: Resolve;
}): GuardedFetch {
  function mustBeAllowed(host: string, addresses: string[]): void {
    if (allowsPrivate || addresses.every(isPublicAddress)) return;
    throw new FetchFault(`${host} is in a private network, which this server does not ask`);
  }

  async function checkedAddresses(host: string) {
    const found = await resolve(host);
    if (found.length === 0) throw new FetchFault(`${host} has no address in the DNS`);
    mustBeAllowed(
      host,
      found.map(({ address }) => address),
    );
    return found;
  }

  const checkedLookup: LookupFunction = (host, { all }, done) => {
    checkedAddresses(host).then(
      (found) => {
        const [first = { address: '', family: 0 }] = found;
        if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error) => done(error, []),
    );
  };

  return async (url, { signal, bytes, headers = {} }) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Node looks up names only.
    if (isIP(host) !== 0) mustBeAllowed(host, [host]);
    const { request } = url.protocol === 'https:' ? https : http;
    try {
      const asking = request(url, {
        // A connection of its own: one that is kept open may be of an earlier look-up.
        agent: false,
        lookup: checkedLookup,
        headers: { 'accept-encoding': 'identity', ...headers },
        signal,
      }).end();
      const [response] = (await once(asking, 'response')) as [IncomingMessage];
      // The error of a connection that breaks from now on is the response's.
      asking.on('error', () => {});
      const body = await bodyOf(response, bytes, url.host);
      return { status: response.statusCode ?? 0, headers: response.headers, body };
    } catch (error) {
      throw signal.aborted
        ? new FetchFault(`${url.host} did not answer in time`)
        : faultOf(error, url.host);
    }
  };
}

/** The body of a response; closes the connection as soon as it is too large. */
async function bodyOf(response: IncomingMessage, most: number, host: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > most) throw new FetchFault(`${host} sent more than ${most / 1024} kB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What the codes of errors mean; the first row that fits. */
const words: [RegExp, string][] = [
  [/^ENOTFOUND|^ENODATA/, 'has no address in the DNS'],
  [/^EAI_AGAIN/, 'could not be looked up in the DNS'],
  [/^ECONNREFUSED/, 'refused the connection'],
  [/^ECONNRESET/, 'closed the connection'],
  [/^EPROTO|^ERR_SSL/, 'does not speak HTTPS'],
  [/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/, 'has a certificate that is not trusted'],
  [/^HPE_HEADER_OVERFLOW/, 'sent too long headers'],
  [/^HPE_/, 'does not speak HTTP'],
];

function faultOf(error: unknown, host: string): FetchFault {
  if (error instanceof FetchFault) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const known = words.find(([codes]) => codes.test(code))?.[1];
  return new FetchFault(`${host} ${known ?? `cannot be reached (${code || message})`}`);
}
