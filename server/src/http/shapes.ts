import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** V8 decides at the seventh object of a constructor. */
const requests = 10;
const patienceMs = 1000;

/**
 * Sends ten requests to a server of its own, so that V8 settles the memory layout of Node's requests, responses
 * and sockets (ADR 14). V8 decides at the seventh object of each, from the first six. When a garbage collection
 * removes those six before, V8 makes all later ones hash tables, and the process answers at two thirds of its
 * speed until it ends. So all ten are kept alive until the last is made. Takes at most a second; after a
 * failure the process only lacks this.
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
    // V8 then decides at the first real requests.
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}
