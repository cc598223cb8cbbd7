import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** V8 decides after the seventh object that a constructor makes. */
const requests = 10;
const patienceMs = 1000;

/**
 * Answers ten requests to itself, on a port of its own for some milliseconds, so that V8 settles how Node's
 * requests, responses and sockets lie in memory. It does so at the seventh of each, by what it knows of the
 * first six; a garbage collection just before makes it forget them, and the process then keeps all of them in
 * hash tables and answers at two thirds of its speed until it ends. Here none of the ten is garbage before
 * the last is made. Takes at most a second; a failure costs nothing but this.
 */
export async function settleShapes(): Promise<void> {
  const kept: unknown[] = [];
  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    kept.push(request, response, request.socket.remoteAddress);
    response.writeHead(200, ['Content-Length', 2]);
    response.end('{}', 'latin1');
  });
  const signal = AbortSignal.timeout(patienceMs);
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening', { signal });
    for (let number = 0; number < requests; number += 1) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      sockets.push(socket.on('error', () => {}));
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(socket, 'data', { signal });
    }
  } catch {
    // As it was without.
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}
