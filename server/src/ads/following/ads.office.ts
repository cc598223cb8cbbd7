import {
  request as askPlainly,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import { request as askSafely } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { newId } from '../../kit/ids.ts';
import { readLine } from './ads.line.ts';
import {
  type LogPosition,
  type Office,
  silentOffice,
  streamHeaders,
  streamPaths,
  streamVersion,
} from './ads.stream.ts';
import type { OwnNetwork } from './own-network.ts';

/** The silence after which an office is lost: it sends something every half second. */
const silenceMs = 2_000;
/** The longest line, in characters: a thousand apps with every field filled have a tenth of it. */
const longestLine = 64 * 1024 * 1024;

/** The time within which a line must be whole, however slow the connection is. */
const longestLineMs = 30_000;

const silence = (message: string) => Object.assign(new Error(message), { code: silentOffice });

/** The number of parts in which a silence is counted. */
const partsOfSilence = 8;

/**
 * Calls `onSilent` when `heard` has not changed for `silenceMs`. A time in which this process stood still, stopped or on a
 * sleeping machine, counts as one part: what the office sent then has not been read yet. Returns the function that ends the
 * count.
 */
function watchSilence(silenceMs: number, heard: () => unknown, onSilent: () => void): () => void {
  let last = heard();
  let quietParts = 0;
  const timer = setInterval(() => {
    const now = heard();
    quietParts = now === last ? quietParts + 1 : 0;
    last = now;
    if (quietParts < partsOfSilence) return;
    clearInterval(timer);
    onSilent();
  }, silenceMs / partsOfSilence);
  return () => clearInterval(timer);
}

/** The limits of an office's answers; only tests use other ones. */
export type OfficeLimits = { silenceMs: number; longestLine: number; longestLineMs: number };
const usual: OfficeLimits = { silenceMs, longestLine, longestLineMs };

/** The place of an office: a socket of this machine, or another machine. */
export type OfficePlace =
  | { socketPath: string }
  | { url: string; headers: OutgoingHttpHeaders; ownNetwork: OwnNetwork };

/** Reaches an office over HTTP. A call rejects when the office does not answer in time; redirects are not followed. */
export function connectOffice(place: OfficePlace, limits: OfficeLimits = usual): Office {
  const sender = newId();
  const isElsewhere = 'url' in place;
  const isSafe = isElsewhere && place.url.startsWith('https:');
  const ask = isSafe ? askSafely : askPlainly;

  function optionsFor(path: string): RequestOptions {
    if (!isElsewhere) return { ...place, path };
    const { hostname: inUrl, port, pathname } = new URL(place.url);
    // Node wants the address of IPv6 without brackets.
    const hostname = inUrl.replace(/^\[|\]$/g, '');
    if (!isSafe) place.ownNetwork.mustHave(hostname);
    return {
      hostname,
      port,
      path: pathname.replace(/\/$/, '') + path,
      ...(!isSafe && { lookup: place.ownNetwork.lookup }),
      headers: { ...place.headers, 'Accept-Encoding': 'gzip' },
    };
  }

  /** Sends a request. Resolves with the head of the answer; rejects when the head is not complete in time. */
  async function open(method: string, path: string, signal?: AbortSignal, body = '') {
    const sending = ask({ ...optionsFor(path), method, ...(signal && { signal }) });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const stopWatching = watchSilence(
      limits.silenceMs,
      () => 'no answer yet',
      () => sending.destroy(silence('the office does not answer')),
    );
    // An error after the head also comes from the body.
    sending.once('response', resolve).on('error', reject);
    sending.end(body);
    return promise.finally(stopWatching);
  }

  async function post(path: string, query: Record<string, string>, value?: unknown) {
    const body = value === undefined ? '' : JSON.stringify(value);
    const answer = await open('POST', `${path}?${new URLSearchParams(query)}`, undefined, body);
    answer.setTimeout(limits.silenceMs, () => answer.destroy());
    answer.on('error', () => {}).resume();
    if (answer.statusCode !== 204) throw new Error(inWords(answer));
  }

  return {
    async *follow(from, signal) {
      const response = await open('GET', followPath(from), signal);
      refuseOtherAnswer(response);
      const stream = String(response.headers[streamHeaders.stream] ?? '');
      for await (const text of linesOf(response, limits)) {
        if (text === '') continue;
        const sent = JSON.parse(text);
        const line = readLine(sent);
        if (line) yield line;
        // Only the office of this machine waits for this answer.
        if (!isElsewhere && sent.number !== undefined) {
          await post(streamPaths.taken, { stream, number: String(sent.number) });
        }
      }
      if (!signal.aborted) throw new Error('the office has ended the stream');
    },
    addUsage: (part) => post(streamPaths.usage, { sender }, part),
    storeAnswers: (answers) => post(streamPaths.answers, { sender }, answers),
    report: (report) => post(streamPaths.report, { sender }, report),
    signOff: () => post(streamPaths.signOff, { sender }),
  };
}

function followPath(from: LogPosition | null): string {
  const place = from && { epoch: from.epoch, seq: String(from.seq), mark: from.mark };
  return `${streamPaths.follow}?${new URLSearchParams(place ?? {})}`;
}

function refuseOtherAnswer(response: IncomingMessage): void {
  const { statusCode, headers } = response;
  const version = headers[streamHeaders.version];
  if (statusCode === 200 && version === streamVersion) return;
  response.destroy();
  if (statusCode !== 200) throw new Error(inWords(response));
  throw new Error(
    version === undefined
      ? 'what answers there is no office of Adwarden'
      : `the office speaks version ${version} of the stream, this process version ${streamVersion}`,
  );
}

/** Explains an answer other than the right one, in words. */
function inWords({ statusCode = 0 }: IncomingMessage): string {
  const why: Record<number, string> = {
    401: ': EDGE_KEY is none of its EDGE_KEYS',
    403: ': edges must come over HTTPS, and TRUST_PROXY of the office must name the proxy in front',
    404: ': no office is there, or it has no EDGE_KEYS',
    409: ': it is of another version',
  };
  const redirect = statusCode >= 300 && statusCode < 400 ? ': redirects are not followed' : '';
  return `the office answers ${statusCode}${why[statusCode] ?? redirect}`;
}

/** Returns the body, unpacked if it is packed. */
function bodyOf(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  const gunzip = createGunzip({ flush: constants.Z_SYNC_FLUSH });
  pipeline(response, gunzip, () => {});
  return gunzip;
}

/** Yields the lines of a body, without their ends. Throws when nothing comes for too long, and for an endless line. */
async function* linesOf(
  response: IncomingMessage,
  { silenceMs, longestLine, longestLineMs }: OfficeLimits,
): AsyncGenerator<string> {
  const stopWatching = watchSilence(
    silenceMs,
    () => response.socket.bytesRead,
    () => response.destroy(silence('the office is silent')),
  );
  response.once('close', stopWatching);
  let begun: string[] = [];
  let length = 0;
  let since = performance.now();
  for await (const chunk of bodyOf(response).setEncoding('utf8') as AsyncIterable<string>) {
    // The time of a line begins with its first letter, not with the end of the line before: the machine may have slept in
    // between.
    if (length === 0) since = performance.now();
    else if (performance.now() - since > longestLineMs)
      throw new Error('a line of the office does not end');
    const parts = chunk.split('\n');
    for (const [index, part] of parts.entries()) {
      begun.push(part);
      length += part.length;
      if (length > longestLine) throw new Error('the office sends a line without an end');
      if (index === parts.length - 1) continue;
      yield begun.join('');
      begun = [];
      length = 0;
      since = performance.now();
    }
  }
}
