import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A keep-alive connection with at most one request in progress. Receiving an answer allocates almost no memory. */
export type LeanConnection = { socket: Socket; send(request: Buffer): void };

const bufferBytes = 65_536;
const lengthName = Buffer.from('Content-Length: ');
const headEnd = Buffer.from('\r\n\r\n');
const [zero, nine] = [0x30, 0x39];
/** The position of the status in `HTTP/1.1 200`. */
const statusAt = 9;

/**
 * Opens a connection; `onAnswer` gets the status of each answer. A pause of this program's own garbage collector would
 * be measured as a delay of the server.
 */
export async function openLeanConnection(
  port: number,
  onAnswer: (status: number) => void,
): Promise<LeanConnection> {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let missing = 0;
  let status = 0;
  function receive(bytes: number): boolean {
    if (missing === 0) {
      const answer = buffer.subarray(0, bytes);
      const bodyAt = answer.indexOf(headEnd) + headEnd.length;
      const lengthAt = answer.indexOf(lengthName) + lengthName.length;
      if (bodyAt < headEnd.length || lengthAt < lengthName.length) {
        throw new Error(
          `An answer without ${lengthName}or in pieces: ${answer.toString('latin1')}`,
        );
      }
      status = numberAt(answer, statusAt);
      missing = bodyAt + numberAt(answer, lengthAt);
    }
    missing -= bytes;
    if (missing === 0) onAnswer(status);
    return true;
  }
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer, callback: receive },
  });
  await once(socket, 'connect');
  return { socket, send: (request) => void socket.write(request) };
}

function numberAt(bytes: Buffer, from: number): number {
  let value = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const digit = bytes[at] as number;
    if (digit < zero || digit > nine) break;
    value = value * 10 + digit - zero;
  }
  return value;
}
