import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { newId } from '../../kit/ids.ts';
import {
  type LogPosition,
  type Office,
  type OfficeLine,
  streamHeaders,
  streamPaths,
  streamVersion,
} from './ads.stream.ts';

/** Where an office listens: on this machine, or anywhere with a key. */
export type OfficePlace = { socketPath: string } | { url: URL; key: string };

/** An office that sends nothing for this long is lost: it sends something every half second. */
const silenceMs = 2_000;
/** The longest line, in characters: a thousand apps with everything filled have a tenth of it. */
const longestLine = 64 * 1024 * 1024;

/** The limits of an office's answers; other ones are for tests. */
export type OfficeLimits = { silenceMs: number; longestLine: number };
const usual: OfficeLimits = { silenceMs, longestLine };
const kinds: Record<OfficeLine['kind'], true> = {
  ...{ all: true, apps: true, at: true, pauses: true, callers: true, watched: true },
  ...{ current: true, failing: true, office: true },
};

/** A `current` line as it is sent: its number is given back when it has been taken. */
type SentLine = OfficeLine & { number?: number };

/** Reaches an office over HTTP. A call rejects when the office does not answer in time. */
export function connectOffice(place: OfficePlace, limits: OfficeLimits = usual): Office {
  const isNear = 'socketPath' in place;
  const sender = newId();

  /** Sends a request; resolves with the head of the answer, rejects when none comes in time. */
  function open(method: string, path: string, signal?: AbortSignal, body = '') {
    const options: RequestOptions = {
      method,
      timeout: limits.silenceMs,
      ...(signal && { signal }),
    };
    const sending = isNear
      ? httpRequest({ ...options, path, socketPath: place.socketPath })
      : overNetwork(place, path, options);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    // An error after the head comes again from the body.
    sending.once('response', resolve).on('error', reject);
    sending.once('timeout', () => sending.destroy(new Error('the office does not answer')));
    sending.end(body);
    return promise;
  }

  async function post(path: string, query: Record<string, string>, value?: unknown) {
    const body = value === undefined ? '' : JSON.stringify(value);
    const answer = await open('POST', `${path}?${new URLSearchParams(query)}`, undefined, body);
    answer.resume();
    if (answer.statusCode !== 204) throw new Error(`the office answers ${answer.statusCode}`);
  }

  return {
    async *follow(from, signal) {
      const response = await open('GET', followPath(from, isNear), signal);
      refuseOtherAnswer(response);
      const stream = String(response.headers[streamHeaders.stream] ?? '');
      for await (const text of linesOf(response, limits)) {
        if (text === '') continue;
        const line: SentLine = JSON.parse(text);
        // A newer office may tell more.
        if (!kinds[line.kind]) continue;
        yield line;
        if (isNear && line.number !== undefined) {
          await post(streamPaths.taken, { stream, number: String(line.number) });
        }
      }
      if (!signal.aborted) throw new Error('the office has ended the stream');
    },
    addUsage: (part) => post(streamPaths.usage, { sender }, part),
    storeAnswers: (answers) => post(streamPaths.answers, { sender }, answers),
    report: (report) => post(streamPaths.report, { sender }, report),
  };
}

function followPath(from: LogPosition | null, isNear: boolean): string {
  const query = new URLSearchParams({
    ...(from && { epoch: from.epoch, seq: String(from.seq), mark: from.mark }),
    ...(isNear && { near: '1' }),
  });
  return `${streamPaths.follow}?${query}`;
}

function overNetwork(
  { url, key }: { url: URL; key: string },
  path: string,
  options: RequestOptions,
) {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { authorization: `Bearer ${key}` };
  return request(new URL(`.${path}`, url), { ...options, headers });
}

function refuseOtherAnswer(response: IncomingMessage): void {
  const { statusCode, headers } = response;
  const version = headers[streamHeaders.version];
  if (statusCode === 200 && version === streamVersion) return;
  response.destroy();
  if (statusCode === 401) throw new Error('the office does not know this key (EDGE_KEY)');
  if (statusCode !== 200) throw new Error(`the office answers ${statusCode}`);
  throw new Error(
    version === undefined
      ? 'what answers there is no office of Adwarden'
      : `the office speaks version ${version} of the stream, this process version ${streamVersion}`,
  );
}

/** The lines of a body, without their ends. Throws when nothing comes for too long, and for an endless line. */
async function* linesOf(
  response: IncomingMessage,
  { silenceMs, longestLine }: OfficeLimits,
): AsyncGenerator<string> {
  response.setEncoding('utf8');
  response.setTimeout(silenceMs, () => response.destroy(new Error('the office is silent')));
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<string>) {
    const parts = chunk.split('\n');
    for (const [index, part] of parts.entries()) {
      begun.push(part);
      length += part.length;
      if (length > longestLine) throw new Error('the office sends a line without an end');
      if (index === parts.length - 1) continue;
      yield begun.join('');
      begun = [];
      length = 0;
    }
  }
}
