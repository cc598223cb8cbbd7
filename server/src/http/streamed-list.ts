import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/*
 * One queue for all lists, because all share one event loop. Without it, eight lists that are sent at once would
 * make eight chunks in one turn, and an ads answer would wait for all of them.
 */
let last: Promise<unknown> = Promise.resolve();

/** Waits for a turn of the event loop in which no other list makes a chunk. */
function ownTurn(): Promise<unknown> {
  last = last.then(() => nextTurn());
  return last;
}

/** The envelope of a whole list as text, chunk by chunk; each chunk is made in its own turn of the event loop. */
async function* asText(message: string, first: unknown[], rest: AsyncIterator<unknown[]>) {
  yield `{"status":"success","success":true,"message":${JSON.stringify(message)},"data":[`;
  let comma = '';
  for (let chunk: unknown[] | null = first; chunk; chunk = await following(rest)) {
    if (chunk.length > 0) {
      yield comma + JSON.stringify(chunk).slice(1, -1);
      comma = ',';
    }
    await ownTurn();
  }
  yield ']}';
}

async function following(iterator: AsyncIterator<unknown[]>): Promise<unknown[] | null> {
  const next = await iterator.next();
  return next.done ? null : next.value;
}

/** The longest time that a client may read nothing, in milliseconds. */
const stalledAfter = 30_000;

/**
 * Answers a whole list of any length without holding it in memory. Chunks of items become JSON as the client
 * reads them, so that 100,000 apps do not delay the ads (ADR 28 "Lists"). The status is sent after
 * the first chunk was read, so that a database that is down still gives a 503. A limited number of lists is
 * sent at once; more are refused with 503.
 *
 *     async handler(request, reply) {
 *       return sendList(reply, 'Users', users.all()); // `all` is an async generator of arrays
 *     }
 */
export async function sendList<T>(
  reply: FastifyReply,
  message: string,
  chunks: AsyncIterable<T[]>,
): Promise<FastifyReply> {
  reply.server.slots.wholeLists(reply);
  const iterator = chunks[Symbol.asyncIterator]();
  const first = (await following(iterator)) ?? [];
  const rest: AsyncIterator<unknown[]> = iterator;
  const body = Readable.from(asText(message, first, rest), { objectMode: false });
  body.once('close', () => void iterator.return?.());
  // A client that has stopped reading is disconnected: its list holds one of the slots.
  reply.raw.setTimeout(stalledAfter, () => body.destroy());
  return reply.type('application/json; charset=utf-8').send(body);
}
