import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { faultOf, OutsideFault } from './outside-fault.ts';
import { hostOf, type Reach, refusalOf } from './reach.ts';
import type { ResolveHost } from './resolve-host.ts';

/** A request to a place that somebody has named, and that may be hostile. */
export type OutsideRequest = {
  method: 'GET' | 'POST';
  /** http or https. */
  url: URL;
  headers: Record<string, string>;
  body?: string;
  reach: Reach;
  resolve: ResolveHost;
  /** Ends it. With the reason of `AbortSignal.timeout` that is a fault of the place. */
  signal: AbortSignal;
};

/**
 * The one way to ask an address that somebody else has chosen. Every address of the host is checked, and the connection is
 * made to those that were checked: a name cannot say something else the second time. No redirect is followed. `read` takes of
 * the answer what is wanted, with a bound of its own; `signal` ends it, too. Rejects with `OutsideFault`, and with the
 * reason of `signal` when that is no timeout.
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
    ...{ method, hostname: hostOf(url), port: url.port, path: url.pathname + url.search },
    ...{ headers: { ...headers, ...length, host: url.host } },
    // A connection of its own: one that is kept open belongs to an address that was checked earlier.
    ...{ agent: false, lookup: lookupIn(addresses), signal },
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { request } = url.protocol === 'https:' ? https : http;
  request(options).once('response', resolve).on('error', reject).end(body);
  return promise;
}

/** Answers every question for a name with these addresses. */
function lookupIn(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    if (options.all) return done(null, all);
    const [first = { address: '', family: 4 }] = all;
    done(null, first.address, first.family);
  };
}
