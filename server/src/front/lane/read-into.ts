import type { Socket } from 'node:net';

/** Gets the bytes of a read; they are gone after the call. Returns whether to read on. */
export type OnRead = (length: number, bytes: Buffer) => boolean;

type Handle = { useUserBuffer?: (buffer: Buffer) => void };

/**
 * Reads from an accepted connection into one buffer that all connections share. Node offers this as `onread`, but only to
 * clients: a read otherwise makes a Buffer and a task for `process.nextTick`, which costs up to 3 µs. The fields of
 * that option are set here on the socket of a server. Returns false, and does nothing, when a newer Node has it no more.
 */
export function readInto(socket: Socket, buffer: Buffer, onRead: OnRead): boolean {
  const { _handle: handle } = socket as unknown as { _handle: Handle | null };
  const target = socket as unknown as Record<symbol, unknown>;
  const symbols = Object.getOwnPropertySymbols(socket);
  const symbolOf = (name: string) => symbols.find(({ description }) => description === name);
  const [place, callback] = [symbolOf('kBuffer'), symbolOf('kBufferCb')];
  if (!place || !callback || target[place] !== null || !handle?.useUserBuffer) return false;
  target[place] = buffer;
  target[callback] = onRead;
  handle.useUserBuffer(buffer);
  return true;
}
