import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { forSameParty } from '../kit/turns/party.ts';

/** A piece of a text; bytes are UTF-8. */
type Piece = string | Uint8Array;

/** The longest time that a client may read nothing, in milliseconds. */
const stalledAfter = 30_000;

/**
 * Answers a text of any length without holding it in memory. Pieces are made as the client reads them, so that
 * 100,000 apps do not delay other requests (ADR 28 "Lists"). The status is sent after the first piece was made, so that a
 * database that is down still gives a 503. A limited number of such answers is sent at once; more are refused with 503.
 */
export async function sendText(
  reply: FastifyReply,
  headers: Record<string, string>,
  pieces: AsyncIterable<Piece>,
): Promise<FastifyReply> {
  reply.server.slots.wholeLists(reply);
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  const next = forSameParty(() => iterator.next());
  const body = Readable.from(all(first, next), { objectMode: false });
  body.once('close', () => void iterator.return?.());
  // A client that has stopped reading is disconnected: its list holds one of the slots.
  reply.raw.setTimeout(stalledAfter, () => body.destroy());
  return reply.headers(headers).send(body);
}

async function* all(first: IteratorResult<Piece>, rest: () => Promise<IteratorResult<Piece>>) {
  for (let piece = first; !piece.done; piece = await rest()) yield piece.value;
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' };

/** Yields the envelope of a whole list as text, chunk by chunk. */
async function* listText(message: string, chunks: AsyncIterable<unknown[]>) {
  const head = `{"status":"success","success":true,"message":${JSON.stringify(message)},"data":[`;
  let before = head;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    yield before + JSON.stringify(chunk).slice(1, -1);
    before = ',';
  }
  yield before === head ? `${head}]}` : ']}';
}

/**
 * Answers a whole list of any length.
 *
 *     async handler(request, reply) {
 *       return sendList(reply, 'Users', users.all()); // `all` is an async generator of arrays
 *     }
 */
export function sendList<T>(
  reply: FastifyReply,
  message: string,
  chunks: AsyncIterable<T[]>,
): Promise<FastifyReply> {
  return sendText(reply, jsonType, listText(message, chunks));
}
