import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { ownTurn } from './loop-turns.ts';

/** The field of an answer in which the office says how many more bytes of a body are to be read. It never leaves this machine. */
export const readOnField = 'adwarden-read-on';

const { bytes: fewBytes, seconds, signedInSeconds } = limits.restOfBody;
/** Between two slices. */
const brakeMs = 1;
const allowed = new WeakMap<ServerResponse, number>();

/** Lets so many bytes of a body be read after its answer, because a signed-in person should see a refusal. */
export function readOn(response: ServerResponse, bytes: number): void {
  allowed.set(response, Math.max(bytes, fewBytes));
}

/**
 * Bounds what is read of a body after its answer: little, or as much as `readOn` says. When the body is over by then, the
 * connection goes on; otherwise it is closed. Nothing more is read in between, so a client that has the answer
 * can still read it. Node itself would read the rest to its end, as fast as it comes.
 */
export function boundRest(request: IncomingMessage, response: ServerResponse): void {
  // This comes before Node's own listener, which destroys a connection after its last answer: a client that still sends would
  // lose it.
  response.prependOnceListener('finish', () => {
    if (!request.complete) endInsteadOfDestroy(request);
  });
  response.once('finish', () => {
    if (request.complete) request.resume();
    else void readRest(request, allowed.get(response));
  });
}

/** Makes the next `destroySoon` of the connection only end it for writing; it is destroyed when the body is over. */
function endInsteadOfDestroy(request: IncomingMessage): void {
  const { socket } = request;
  const { destroySoon } = socket;
  socket.destroySoon = () => {
    socket.destroySoon = destroySoon;
    socket.end();
    request.once('close', () => socket.destroy());
  };
  setImmediate(() => {
    socket.destroySoon = destroySoon;
  });
}

async function readRest(request: IncomingMessage, bytes: number | undefined): Promise<void> {
  const { socket } = request;
  const closeIn = (limit: number) => setTimeout(() => socket.destroy(), limit * 1000);
  let late = closeIn(bytes === undefined ? seconds : signedInSeconds);
  request.once('close', () => clearTimeout(late));
  // The reader until now wants no more of it.
  request.unpipe().removeAllListeners('data').pause();
  let more = Promise.withResolvers<void>();
  request.on('readable', () => more.resolve()).once('close', () => more.resolve());
  for (let left = bytes ?? fewBytes; left > 0; ) {
    // One slice of one body in each turn of the event loop.
    await ownTurn();
    if (request.destroyed) return;
    more = Promise.withResolvers<void>();
    const slice = request.read() as Buffer | null;
    if (slice === null) await more.promise;
    else {
      left -= slice.length;
      await pause(brakeMs);
    }
  }
  if (bytes === undefined || request.destroyed) return;
  clearTimeout(late);
  late = closeIn(seconds);
}
