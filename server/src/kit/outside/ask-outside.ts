import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { faultOf, OutsideFault } from './outside-fault.ts';
import { hostOf, type Reach, refusalOf } from './reach.ts';
import type { ResolveHost } from './resolve-host.ts';

/** A request to an address that a person has typed. The server there may be hostile. */
export type OutsideRequest = {
  method: 'GET' | 'POST';
  /** http or https. */
  url: URL;
  headers: Record<string, string>;
  body?: string;
  reach: Reach;
  resolve: ResolveHost;
  /** The signal that ends the request. A timeout (`AbortSignal.timeout`) counts as a fault of the remote server. */
  signal: AbortSignal;
};

/**
 * Sends a request to an address that somebody else has chosen. All such requests use this function. The host is looked up once,
 * all its addresses are checked, and the connection is made to one of them: a second look-up could give another address. No
 * redirect is followed. `read` takes what it wants from the answer, and must limit how much that is; `signal` also ends it.
 * Rejects with `OutsideFault`, or with the reason of `signal` if that is not a timeout.
 */
export async function askOutside<Read>(
  request: OutsideRequest,
  read: (answer: IncomingMessage) => Promise<Read>,
): Promise<Read> {
  const { url, signal, resolve, reach } = request;
  try {
    const addresses = await resolve(hostOf(url), signal);
    const refusal = refusalOf(url, addresses, reach);
    if (refusal !== null) throw new OutsideFault(refusal);
    return await read(await send(request, addresses));
  } catch (error) {
    if (!signal.aborted) throw faultOf(error, url.host);
    if (signal.reason?.name !== 'TimeoutError') throw signal.reason;
    throw new OutsideFault(`${url.host} did not answer in time`);
  }
}

function send(
  { method, url, headers, body = '', signal }: OutsideRequest,
  addresses: string[],
): Promise<IncomingMessage> {
  const length = method === 'POST' && { 'content-length': Buffer.byteLength(body) };
  const options: RequestOptions = {
    method,
    hostname: hostOf(url),
    port: url.port,
    path: url.pathname + url.search,
    headers: { ...headers, ...length, host: url.host },
    // Connections are not reused: one would lead to an address that was checked for an earlier request.
    agent: false,
    lookup: lookupIn(addresses),
    signal,
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { request } = url.protocol === 'https:' ? https : http;
  request(options).once('response', resolve).on('error', reject).end(body);
  return promise;
}

/** Builds a look-up that always answers these addresses. */
function lookupIn(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    if (options.all) return done(null, all);
    const [first = { address: '', family: 4 }] = all;
    done(null, first.address, first.family);
  };
}
