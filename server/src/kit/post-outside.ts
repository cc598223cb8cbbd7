import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as safeRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { ResolveHost } from './resolve-host.ts';

/** What is sent to a place that somebody has named, and that may be hostile. */
export type OutsidePost = {
  /** http or https. */
  url: URL;
  body: string;
  headers: Record<string, string>;
  /** Why an address must not be reached, in words; null when it may. */
  refusalOf: (address: string) => string | null;
  /** Ends it early. */
  signal: AbortSignal;
  /** How long everything may take, from the look-up of the name to the head of the answer. */
  withinMs: number;
  resolve: ResolveHost;
};

/** The head of the answer. `retryAfterMs` is what it asks for, if it does. */
export type OutsideAnswer = { status: number; retryAfterMs: number | null };

/** So much of an answer's body is read, and for so long: only so that a small one ends well. */
const drained = { bytes: 64 * 1024, ms: 500 };

/**
 * Sends a POST, and resolves with the head of the answer; rejects with an Error in words. Every address of the name is
 * checked, and the connection is made to the addresses that were checked: a name cannot say something else the second time.
 * Redirects are not followed, and the body of the answer is not used.
 */
export async function postOutside(order: OutsidePost): Promise<OutsideAnswer> {
  const { url, refusalOf, signal, withinMs, resolve } = order;
  const late = AbortSignal.timeout(withinMs);
  const end = AbortSignal.any([signal, late]);
  try {
    // Node wants the address of IPv6 without brackets.
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const addresses = await resolve(host, end);
    for (const address of addresses) {
      const refusal = refusalOf(address);
      if (refusal !== null) throw new Error(inPlace(host, address, refusal));
    }
    const answer = await send(order, { host, addresses, end });
    await leave(answer);
    return { status: answer.statusCode ?? 0, retryAfterMs: retryAfterOf(answer) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (late.aborted) throw new Error(`it did not answer within ${withinMs / 1000} s`);
    throw new Error(inWords(error as NodeJS.ErrnoException));
  }
}

const inPlace = (host: string, address: string, refusal: string) =>
  host === address ? `${address} is ${refusal}` : `${host} is ${address}, ${refusal}`;

function send(
  { url, body, headers }: OutsidePost,
  { host, addresses, end }: { host: string; addresses: string[]; end: AbortSignal },
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    ...{ method: 'POST', hostname: host, port: url.port, path: url.pathname + url.search },
    ...{ headers: { ...headers, 'content-length': Buffer.byteLength(body), host: url.host } },
    // A connection of its own: one that is kept belongs to an address that was checked earlier.
    ...{ agent: false, lookup: lookupIn(addresses), signal: end },
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sending = url.protocol === 'https:' ? safeRequest(options) : plainRequest(options);
  sending.once('response', resolve).on('error', reject);
  sending.end(body);
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

/** Waits a moment for the end of a small body, then closes the connection. */
async function leave(answer: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, drained.ms);
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drained.bytes) resolve();
  });
  for (const event of ['end', 'error', 'close']) answer.on(event, () => resolve());
  await promise;
  clearTimeout(timer);
  answer.destroy();
}

/** In seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterOf({ headers }: IncomingMessage): number | null {
  const text = headers['retry-after'];
  if (!text) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

const words: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at its port',
  ECONNRESET: 'it closed the connection without an answer',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its address',
  ETIMEDOUT: 'it cannot be connected',
  EPIPE: 'it closed the connection without an answer',
  HPE_HEADER_OVERFLOW: 'the head of its answer is too long',
};

/** What went wrong, for people; without the URL, which may be a secret. */
function inWords(error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): string {
  // When each of several addresses has failed, the first one says why.
  const { code = '', message } = error.errors?.[0] ?? error;
  if (words[code]) return words[code];
  if (code.startsWith('HPE_')) return 'its answer is no HTTP';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'it does not speak TLS there';
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|DEPTH/.test(code)) {
    return `its certificate is not trusted: ${message.split('\n', 1)[0]}`;
  }
  return message || code || 'the connection failed';
}
