import type { FastifyReply } from 'fastify';

/** Builds a signal that says when the client has gone, or has its answer: then nobody waits for the work any more. */
export function clientLeft(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  return left.signal;
}
