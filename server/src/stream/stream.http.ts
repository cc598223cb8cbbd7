import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import {
  beatMs,
  type LogPosition,
  type Office,
  type OfficeState,
  streamHeaders,
  streamPaths,
  streamVersion,
  sumsPerPart,
} from '../ads/following/ads.stream.ts';
import { type MayAnswer, reads, refuseByHand } from '../front/answer-by-hand.ts';
import { newId } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';
import { readBody } from './stream.body.ts';

/*
 * The stream over HTTP: JSON in lines. While nothing happens, a line says how the office is, so that whoever reads
 * notices a lost connection.
 */

/** So long a process may take until it has taken a line; the answer to a write waits for it. */
const patienceMs = 250;

const count = z.int().nonnegative();
const text = z.string().max(64);
const usagePart = z.object({
  number: z.int().positive(),
  day: count,
  sums: z
    .array(z.tuple([text, z.string().max(2), count, count, count, count, count.exactOptional()]))
    .max(sumsPerPart),
});
const answers = z
  .array(z.object({ appID: text, answeredAt: count, answer: z.string().max(1000) }))
  .min(1)
  .max(1000);
const report = z.object({
  callers: z.object({ known: count, unknown: count }),
  vpn: z.object({ answered: count, failed: count }),
  vpnTrouble: z.string().max(1000),
  databaseBuiltAt: z.number(),
  usesDatabase: z.boolean(),
  connections: z.object({ openFiles: z.number().nullable(), refused: count }),
});

/** What an office does for one process. */
export type OfficeOf = (sender: string) => Office;

/** Builds it over the office. */
export function createStreamAnswers(parts: {
  officeOf: OfficeOf;
  /** Resolves when the database may be used; rejects when the office stops before. */
  whenPrepared: Promise<unknown>;
  /** Whether it may be used now. */
  isPrepared: () => boolean;
  /** How the office is. */
  state: () => OfficeState;
  logger: Logger;
}): MayAnswer {
  const { officeOf, whenPrepared, isPrepared, state, logger } = parts;
  /** For each open stream: what waits until its last `current` line was taken. */
  const waiting = new Map<string, { number: number; resolve: () => void }>();

  /** Resolves when the line was taken, or is waited for no longer. */
  async function whenTaken(stream: string, number: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const over = () => resolve();
    waiting.set(stream, { number, resolve });
    const timer = setTimeout(over, patienceMs);
    signal.addEventListener('abort', over);
    await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', over);
  }

  /** Sends lines until the client leaves. */
  async function send(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const stream = newId();
    const leaving = new AbortController();
    const { signal } = leaving;
    response.once('close', () => leaving.abort());
    response.writeHead(200, {
      'Content-Type': 'application/x-ndjson',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      [streamHeaders.version]: streamVersion,
      [streamHeaders.stream]: stream,
    });
    const say = (line: object) => response.write(`${JSON.stringify(line)}\n`);
    const beat = () => response.writableNeedDrain || say({ kind: 'office', ...state() });
    beat();
    if (!isPrepared()) say({ kind: 'failing' });
    const timer = setInterval(beat, beatMs);
    let number = 0;
    try {
      await whenPrepared;
      for await (const line of officeOf('').follow(positionOf(query), signal)) {
        const isCurrent = line.kind === 'current';
        if (isCurrent) number += 1;
        if (!say(isCurrent ? { ...line, number } : line)) await drained(response, signal);
        if (signal.aborted) break;
        if (isCurrent) await whenTaken(stream, number, signal);
      }
    } finally {
      clearInterval(timer);
      waiting.delete(stream);
      response.end();
    }
  }

  /** What is done with the body of a call; each answers 204. */
  const calls: Record<string, (query: URLSearchParams, body: unknown) => unknown> = {
    [streamPaths.taken](query) {
      const one = waiting.get(query.get('stream') ?? '');
      if (one && Number(query.get('number')) >= one.number) one.resolve();
    },
    [streamPaths.usage]: (query, body) => officeOf(senderOf(query)).addUsage(usagePart.parse(body)),
    [streamPaths.answers]: (query, body) =>
      officeOf(senderOf(query)).storeAnswers(answers.parse(body)),
    [streamPaths.report]: (query, body) => officeOf(senderOf(query)).report(report.parse(body)),
  };

  async function takeCall(
    call: (query: URLSearchParams, body: unknown) => unknown,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      const body = await readBody(request);
      await whenPrepared;
      await call(query, body);
      response.writeHead(204).end();
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError) {
        return refuseByHand(response, 400, 'This is not what a process of Adwarden sends');
      }
      logger.debug({ err: error }, 'a call of a process that answers ads failed');
      refuseByHand(response, 503, 'The office cannot do this at the moment');
    }
  }

  return (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://office');
    if (reads(request, streamPaths.follow)) {
      send(query, response).catch((error) => {
        logger.error({ err: error }, 'a stream broke off');
        response.destroy();
      });
      return true;
    }
    const call = request.method === 'POST' ? calls[pathname] : undefined;
    if (!call) return false;
    void takeCall(call, query, request, response);
    return true;
  };
}

const senderOf = (query: URLSearchParams): string =>
  z.string().min(1).max(64).parse(query.get('sender'));

/** The position in the query of a request; null when it asks for everything. */
function positionOf(query: URLSearchParams): LogPosition | null {
  const epoch = query.get('epoch');
  const seq = Number(query.get('seq'));
  if (epoch === null || !Number.isSafeInteger(seq) || seq < 0) return null;
  return { epoch, seq, mark: query.get('mark') ?? '' };
}

/** Resolves when more can be written, or the client is gone. */
function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      response.off('drain', over);
      signal.removeEventListener('abort', over);
      resolve();
    };
    response.once('drain', over);
    signal.addEventListener('abort', over);
    if (signal.aborted) over();
  });
}
