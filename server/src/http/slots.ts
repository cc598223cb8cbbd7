import type { FastifyReply } from 'fastify';
import { createHeldSlots } from '../quotas/slots.ts';
import { actorOf } from './actor.ts';
import type { BackOffice } from './route.ts';

/** Takes a slot until the answer is sent or the client disconnects; 503 when none is free. */
type Slots = (reply: FastifyReply) => void;

declare module 'fastify' {
  interface FastifyInstance {
    slots: { wholeLists: Slots };
  }
}

/** Takes a slot, and gives it back when the answer is sent. */
function whileSent(reply: FastifyReply, take: () => () => void): void {
  const leave = take();
  reply.raw.once('close', leave);
  // After a disconnect, no `close` event will come to free the slot.
  if (reply.request.socket?.destroyed) leave();
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
  server.decorate('slots', { wholeLists: perPerson('wholeLists') });
}
