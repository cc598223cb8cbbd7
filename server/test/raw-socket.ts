import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that is open and reads nothing until it is resumed. */
export async function openPaused(address: string): Promise<Socket> {
  const { port } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.pause().on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Writes text to a fresh connection and answers all that comes back until the server closes it. */
export async function sendRaw(address: string, text: string): Promise<string> {
  const socket = await openPaused(address);
  let heard = '';
  socket.setEncoding('latin1').on('data', (part) => {
    heard += part;
  });
  socket.resume().write(text, 'latin1');
  await once(socket, 'close');
  return heard;
}

/** The statuses of all answers in what was heard. */
export const statusesIn = (heard: string): string[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status as string);
