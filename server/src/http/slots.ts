import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../kit/app-error.ts';
import type { BackOffice } from './route.ts';

/** Takes a slot for a large answer until it is sent or the client disconnects; 503 when none is free. */
export type Slots = (reply: FastifyReply) => void;

declare module 'fastify' {
  interface FastifyInstance {
    slots: { wholeLists: Slots; plainFiles: Slots };
  }
}

/** The maximum number of large answers at the same time. A slow client keeps its slot for a long time. */
const most = { wholeLists: 8, plainFiles: 16 };
const retryAfter = 5;

function createSlots(count: number, message: string): Slots {
  let taken = 0;
  return (reply) => {
    if (taken >= count) throw new AppError('unavailable', message, { retryAfter });
    // After a disconnect, no `close` event will come to free the slot.
    if (reply.request.socket?.destroyed) return;
    taken += 1;
    finished(reply.raw, () => {
      taken -= 1;
    });
  };
}

/** Adds the slots for large answers to a server (ADR 18). */
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
