import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a connection that reads nothing until `resume()`. */
export async function openPaused(address: string): Promise<Socket> {
  const { port } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.pause().on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends a text on a new connection and returns everything received until the server closes it. */
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

/** Returns the status codes of all answers in a received text. */
export const statusesIn = (heard: string): string[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status as string);
