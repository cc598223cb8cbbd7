import { Readable } from 'node:stream';
import { limits } from '@adwarden/contract/limits';
import type { FastifyReply } from 'fastify';
import { AppError } from '../kit/app-error.ts';
import type { BackOffice } from './route.ts';

/** Waits until a person may have one more call at work; AppError `too-many`. The place is free when the answer is sent. */
export type TakePlace = (
  person: { kind: string; id: string },
  reply: FastifyReply,
) => Promise<void>;

type Person = { atWork: number; waiting: Set<() => void> };

const { atWork: mostAtWork, waiting: mostWaiting } = limits.callsOfPerson;

/**
 * Lets each person have a few calls at work at once; the next ones wait. A call is at work until its client has read the
 * answer, so unread answers of one person cannot fill the memory, and only their own calls wait for them.
 */
export function callsOfPerson(server: BackOffice): TakePlace {
  const people = new Map<string, Person>();
  const leaves = new WeakMap<FastifyReply, () => void>();

  // A streamed answer holds no memory, and has bounds of its own (`slots`, `sendEvents`).
  server.addHook('onSend', async (_request, reply, payload) => {
    if (payload instanceof Readable) leaves.get(reply)?.();
  });

  return async ({ kind, id }, reply) => {
    const key = `${kind} ${id}`;
    const person = people.get(key) ?? { atWork: 0, waiting: new Set() };
    people.set(key, person);
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    reply.raw.once('close', leave);
    // After a disconnect, no `close` event will come.
    if (reply.request.socket?.destroyed) leave();
    if (person.atWork >= mostAtWork) {
      if (person.waiting.size >= mostWaiting) {
        const message = 'Too many of your calls wait for an answer, or for you to read it';
        throw new AppError('too-many', message, { retryAfter: 5 });
      }
      const { promise: turn, resolve: goOn } = Promise.withResolvers<void>();
      person.waiting.add(goOn);
      await Promise.race([turn, left]);
      const hasLeft = person.waiting.delete(goOn);
      if (hasLeft) throw new AppError('invalid', 'The client has disconnected');
    } else person.atWork += 1;
    leaves.set(reply, leave);
    void left.then(() => {
      const [next] = person.waiting;
      if (next) {
        // It takes over this place.
        person.waiting.delete(next);
        next();
        return;
      }
      person.atWork -= 1;
      if (person.atWork === 0) people.delete(key);
    });
  };
}
