import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { requestOutcomes } from '@adwarden/contract/ads';
import { limits } from '@adwarden/contract/limits';
import { adsOffReasons } from '@adwarden/contract/no-ads-reasons';
import { z } from 'zod';
import { appKey } from '../ads/answers/ads.app-key.ts';
import type { LookupShares } from '../ads/callers/caller.budget.ts';
import {
  beatMs,
  type Edge,
  type LogPosition,
  type Office,
  type OfficeState,
  type OfficeTime,
  streamHeaders,
  streamPaths,
  streamVersion,
  sumsPerPart,
} from '../ads/following/ads.stream.ts';
import { reads, refuseByHand } from '../front/answer-by-hand.ts';
import { dayOf, hourOf } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';
import { doFor, type Party } from '../kit/turns/party.ts';

/*
 * The stream over HTTP: JSON in lines. While nothing happens, a line tells the office's state, so that the reader notices a lost
 * connection.
 */

/** The maximum number of streams of edges; each process of an edge has one. */
const mostEdgeStreams = 200;
/** The stall after which an edge is cut off; it comes back, and gets the changes since then. */
const stalledMs = 60_000;

const count = z.int().nonnegative();
/** Accepts text that a database can store. All usage is stored together, so one bad text would stop it all. */
const textOf = (most: number) =>
  z
    .string()
    .max(most)
    .refine((sent) => sent.isWellFormed() && !sent.includes('\0'));
const text = textOf(64);
const appID = text.refine((sent) => appKey(sent) !== null);
/** '' stands for all app IDs that no app has. */
const countedApp = z.union([appID, z.literal('')]);
const requests = count.max(limits.usage.mostSent);
const time = count.max(limits.latestTime);
const country = z.string().regex(/^([A-Z]{2})?$/);
const outcome = z.enum(requestOutcomes);
/** The last four characters, with '=' before them for the present token (`UsageSum`). */
const token = textOf(5)
  .refine((sent) => sent.length < 5 || sent.startsWith('='))
  .exactOptional();
const sender = { sender: text.min(1), number: z.int().positive() };
const usagePart = z.union([
  z.object({
    ...sender,
    hour: time.transform(hourOf),
    sums: z
      .array(z.tuple([countedApp, country, outcome, requests, requests, token]))
      .max(sumsPerPart),
  }),
  // An edge of an older version sends this.
  z.object({
    ...sender,
    day: time.transform(dayOf),
    sums: z
      .array(
        z.tuple([
          ...([countedApp, country] as const),
          ...([requests, requests, requests, requests, requests.exactOptional()] as const),
        ]),
      )
      .max(sumsPerPart),
  }),
]);
const shownAnswer = z.object({
  country: country.nullable(),
  status: z.int().min(100).max(599),
  reason: z.enum(adsOffReasons).nullable(),
});
/** The JSON of an answer that Connect shows to people who watch the app. */
const answer = textOf(1000).refine((sent) => {
  try {
    return shownAnswer.safeParse(JSON.parse(sent)).success;
  } catch {
    return false;
  }
});
const answers = z
  .array(z.object({ appID, answeredAt: time, answer }))
  .min(1)
  .max(1000);
const report = z.object({
  callers: z.object({ known: count, unknown: count }),
  vpn: z.object({ answered: count, failed: count }),
  vpnTrouble: textOf(1000),
  databaseBuiltAt: z.number().min(0).max(limits.latestTime),
  usesDatabase: z.boolean(),
  connections: z.object({ openFiles: count.nullable(), refused: count }),
  lagMs: time.nullable(),
});

/** Returns the office as one process sees it; `edge`: a process of another machine. */
export type OfficeOf = (sender: string, edge?: Edge) => Office;

/** Answers the calls of the stream. */
export type StreamAnswers = {
  /** Answers a call of a process of this machine, or of an edge; false when there is no such call. */
  answer(request: IncomingMessage, response: ServerResponse, edge?: Edge): boolean;
  /** Returns how many streams of edges are open. */
  edges(): number;
  /** Ends the streams of all edges, so that they follow another office. Call it when the server stops. */
  endEdges(): void;
};

/** Builds the answers over the office. */
export function createStreamAnswers(deps: {
  officeOf: OfficeOf;
  /** Resolves when the database may be used; rejects when the office stops before. */
  whenPrepared: Promise<unknown>;
  /** Tells whether it may be used now. */
  isPrepared: () => boolean;
  /** Returns the state of the office. */
  state: () => OfficeState;
  /** Returns the time; null while it is not known. */
  time: () => OfficeTime | null;
  /** Returns the calls to outside services that each of so many processes may make. */
  lookupsOf: (processes: number) => LookupShares;
  logger: Logger;
}): StreamAnswers {
  const { officeOf, whenPrepared, isPrepared, state, time: timeNow, lookupsOf, logger } = deps;
  /** For each open stream: the code that waits until the stream's last `current` line was taken. */
  const waiting = new Map<string, { number: number; resolve: () => void }>();
  const edgeStreams = new Set<AbortController>();
  /** All streams are to end: an edge would come again at once, on a connection that is still open. */
  let isEnding = false;
  /** The number of processes that follow, those of edges too. */
  let followers = 0;

  /** Waits until the line was taken, and returns true; false when the client has left before. */
  async function whenTaken(stream: string, number: number, signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const over = () => resolve();
    let isTaken = false;
    waiting.set(stream, {
      number,
      resolve() {
        isTaken = true;
        resolve();
      },
    });
    signal.addEventListener('abort', over);
    if (!signal.aborted) await promise;
    signal.removeEventListener('abort', over);
    return isTaken;
  }

  /** Sends lines until the client leaves. */
  async function send(
    request: IncomingMessage,
    query: URLSearchParams,
    response: ServerResponse,
    edge: Edge | undefined,
  ): Promise<void> {
    if (edge && isEnding) return refuseByHand(response, 503, 'This office stops');
    if (edge && edgeStreams.size >= mostEdgeStreams) {
      return refuseByHand(response, 503, 'Too many edges follow this office');
    }
    const stream = newId();
    const leaving = new AbortController();
    const { signal } = leaving;
    if (edge) edgeStreams.add(leaving);
    followers += 1;
    response.once('close', () => {
      leaving.abort();
      followers -= 1;
      edgeStreams.delete(leaving);
    });
    const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    response.writeHead(200, {
      'Content-Type': 'application/x-ndjson',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
      [streamHeaders.version]: streamVersion,
      [streamHeaders.stream]: stream,
    });
    const out = isPacked ? packed(response) : response;
    const say = (line: object) => out.write(`${JSON.stringify(line)}\n`);
    // Trouble with the office's disks does not concern an edge.
    const stateNow = () => (edge ? { troubles: [], isDiskFull: false } : state());
    const beat = () =>
      out.writableNeedDrain ||
      say({ kind: 'office', ...stateNow(), lookups: lookupsOf(followers), time: timeNow() });
    beat();
    if (!isPrepared()) say({ kind: 'failing' });
    const timer = setInterval(beat, beatMs);
    let number = 0;
    try {
      await whenPrepared;
      for await (const line of officeOf('', edge).follow(positionOf(query), signal)) {
        const isCurrent = line.kind === 'current';
        if (isCurrent) number += 1;
        const isNumbered = isCurrent && !edge;
        if (!say(isNumbered ? { ...line, number } : line)) await drained(out, leaving);
        if (signal.aborted) break;
        // A process that has not taken this line gets no more, and no write counts it among those who have.
        if (isNumbered && !(await whenTaken(stream, number, signal))) break;
      }
    } finally {
      clearInterval(timer);
      waiting.delete(stream);
      out.end();
    }
  }

  /** The handlers of the bodies of calls; each answers 204. */
  const calls: Record<string, Call> = {
    [streamPaths.taken](query) {
      const one = waiting.get(query.get('stream') ?? '');
      if (one && Number(query.get('number')) >= one.number) one.resolve();
    },
    [streamPaths.usage]: (query, body, edge) =>
      officeOf(senderOf(query), edge).addUsage(usagePart.parse(body)),
    [streamPaths.answers]: (query, body, edge) =>
      officeOf(senderOf(query), edge).storeAnswers(answers.parse(body)),
    [streamPaths.report]: (query, body, edge) =>
      officeOf(senderOf(query), edge).report(report.parse(body)),
    [streamPaths.signOff]: (query, _, edge) => officeOf(senderOf(query), edge).signOff(),
  };

  async function takeCall(
    call: (body: unknown) => unknown,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      const body = await readBody(request);
      await whenPrepared;
      await call(body);
      response.writeHead(204).end();
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError) {
        return refuseByHand(response, 400, 'This is not what a process of Adwarden sends');
      }
      logger.debug({ err: error }, 'a call of a process that answers ads failed');
      refuseByHand(response, 503, 'The office cannot do this at the moment');
    }
  }

  return {
    answer(request, response, edge) {
      const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://office');
      if (reads(request, streamPaths.follow)) {
        const party = edge ? { key: `edge ${edge.name}`, isUrgent: false } : ownAds;
        doFor(party, () => send(request, query, response, edge)).catch((error) => {
          logger.error({ err: error }, 'a stream broke off');
          response.destroy();
        });
        return true;
      }
      const call = request.method === 'POST' ? calls[pathname] : undefined;
      if (!call) return false;
      void takeCall((body) => call(query, body, edge), request, response);
      return true;
    },
    edges: () => edgeStreams.size,
    endEdges() {
      isEnding = true;
      for (const leaving of edgeStreams) leaving.abort();
    },
  };
}

/** The processes of this machine: a pause is in force when they have read it. */
const ownAds: Party = { key: 'ads', isUrgent: true };

type Call = (query: URLSearchParams, body: unknown, edge: Edge | undefined) => unknown;

/**
 * Packs each line by itself: one owner's text is never packed together with another owner's secrets, so nobody can learn them
 * from the length.
 */
function packed(response: ServerResponse): Writable {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, flush: constants.Z_FULL_FLUSH });
  pipeline(gzip, response, () => {});
  return gzip;
}

const senderOf = (query: URLSearchParams): string => text.min(1).parse(query.get('sender'));

/** Reads the position in the query of a request; null when it asks for everything. */
function positionOf(query: URLSearchParams): LogPosition | null {
  const epoch = query.get('epoch');
  const seq = Number(query.get('seq'));
  if (epoch === null || !Number.isSafeInteger(seq) || seq < 0) return null;
  return { epoch, seq, mark: query.get('mark') ?? '' };
}

/** Resolves when more can be written, or the client is gone. A client that takes nothing is cut off. */
function drained(out: Writable, leaving: AbortController): Promise<void> {
  const { signal } = leaving;
  return new Promise((resolve) => {
    const stalled = setTimeout(() => {
      out.destroy();
      leaving.abort();
    }, stalledMs);
    const over = () => {
      clearTimeout(stalled);
      out.off('drain', over);
      signal.removeEventListener('abort', over);
      resolve();
    };
    out.once('drain', over);
    signal.addEventListener('abort', over);
    if (signal.aborted) over();
  });
}

/** The largest body of a call: a full part of usage has a twentieth of it. */
const mostBytes = 1024 * 1024;

/** Reads a body as JSON, undefined when it is empty; SyntaxError when it is no JSON or too large. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new SyntaxError('the body is too large');
    chunks.push(chunk);
  }
  return bytes === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
