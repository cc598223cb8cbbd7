import { type IncomingMessage, request } from 'node:http';
import { newId } from '../../kit/ids.ts';
import {
  type LogPosition,
  type Office,
  type OfficeLine,
  streamHeaders,
  streamPaths,
  streamVersion,
} from './ads.stream.ts';

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

/** Reaches the office over HTTP, at a socket. A call rejects when the office does not answer in time. */
export function connectOffice(socketPath: string, limits: OfficeLimits = usual): Office {
  const sender = newId();

  /** Sends a request. Resolves with the head of the answer; rejects when no answer comes in time. */
  function open(method: string, path: string, signal?: AbortSignal, body = '') {
    const timeout = limits.silenceMs;
    const sending = request({ socketPath, method, path, timeout, ...(signal && { signal }) });
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
      const response = await open('GET', followPath(from), signal);
      refuseOtherAnswer(response);
      const stream = String(response.headers[streamHeaders.stream] ?? '');
      for await (const text of linesOf(response, limits)) {
        if (text === '') continue;
        const line: SentLine = JSON.parse(text);
        // A newer office may tell more.
        if (!kinds[line.kind]) continue;
        yield line;
        if (line.number !== undefined) {
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

function followPath(from: LogPosition | null): string {
  const place = from && { epoch: from.epoch, seq: String(from.seq), mark: from.mark };
  return `${streamPaths.follow}?${new URLSearchParams(place ?? {})}`;
}

function refuseOtherAnswer(response: IncomingMessage): void {
  const { statusCode, headers } = response;
  const version = headers[streamHeaders.version];
  if (statusCode === 200 && version === streamVersion) return;
  response.destroy();
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
