import type { FastifyReply } from 'fastify';
import { AppError } from '../kit/app-error.ts';
import { createHeldSlots } from '../quotas/slots.ts';
import { actorOf } from './actor.ts';
import type { BackOffice } from './route.ts';

/** Takes a slot until the answer is sent or the client disconnects; 503 when none is free. */
export type Slots = (reply: FastifyReply) => void;

declare module 'fastify' {
  interface FastifyInstance {
    slots: { wholeLists: Slots; plainFiles: Slots };
  }
}

/** The maximum number of large files that are sent uncompressed at the same time, to anybody. */
const mostPlainFiles = 16;
const retryAfter = 5;

/** Takes a slot, and gives it back when the answer is sent. */
function whileSent(reply: FastifyReply, take: () => () => void): void {
  const leave = take();
  reply.raw.once('close', leave);
  // After a disconnect, no `close` event will come to free the slot.
  if (reply.request.socket?.destroyed) leave();
}

/** Slots of all clients together: a slow client keeps its slot for a long time. */
function createSlots(count: number, message: string): Slots {
  let taken = 0;
  return (reply) =>
    whileSent(reply, () => {
      if (taken >= count) throw new AppError('unavailable', message, { retryAfter });
      taken += 1;
      let isTaken = true;
      return () => {
        if (isTaken) taken -= 1;
        isTaken = false;
      };
    });
}

/**
 * Adds the slots for large answers (ADR 18) and for large files to a server: a file takes its slot before a byte of it is
 * read. Each person has slots of their own (ADR 45). Must be called after `guardRoutes`.
 */
export function boundLargeBodies(server: BackOffice): void {
  const perPerson = (kind: 'wholeLists' | 'uploads'): Slots => {
    const slots = createHeldSlots(kind);
    return (reply) => whileSent(reply, () => slots.take(actorOf(reply.request)));
  };
  const uploads = perPerson('uploads');
  server.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.config.multipart?.file) uploads(reply);
  });
  server.decorate('slots', {
    wholeLists: perPerson('wholeLists'),
    plainFiles: createSlots(
      mostPlainFiles,
      'Too many large files are being read uncompressed, please try again',
    ),
  });
}
