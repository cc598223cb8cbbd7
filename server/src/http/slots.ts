import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../kit/app-error.ts';
import type { BackOffice } from './route.ts';

/** Takes a place for a large answer until its reader has it or is gone; throws a 503 when none is free. */
export type Slots = (reply: FastifyReply) => void;

declare module 'fastify' {
  interface FastifyInstance {
    slots: { wholeLists: Slots; plainFiles: Slots };
  }
}

/** Large answers that are under way at once, to all readers together: each may be read slowly. */
const most = { wholeLists: 8, plainFiles: 16 };
const retryAfter = 5;

function createSlots(count: number, message: string): Slots {
  let taken = 0;
  return (reply) => {
    if (taken >= count) throw new AppError('unavailable', message, { retryAfter });
    // Whoever has left already does not leave again.
    if (reply.request.socket?.destroyed) return;
    taken += 1;
    finished(reply.raw, () => {
      taken -= 1;
    });
  };
}

/** Gives a server its places for large answers (ADR 18). */
export function boundLargeAnswers(server: BackOffice): void {
  server.decorate('slots', {
    wholeLists: createSlots(
      most.wholeLists,
      'Too many whole lists are being read, please try again',
    ),
    plainFiles: createSlots(
      most.plainFiles,
      'Too many large files are being read uncompressed, please try again',
    ),
  });
}
