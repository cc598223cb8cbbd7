import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFront } from './front.ts';

const crowd = 300;

test('an address with many requests waits for its own ones; another one is next', async () => {
  const order: string[] = [];
  const server = createFront({
    own: [],
    rest(request, response) {
      order.push(request.socket.remoteAddress ?? '');
      response.end();
    },
  });
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    await once(socket, 'connect');
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: crowd }, () => open('127.0.0.1')));
  // It comes last.
  sockets.push(await open('127.0.0.2'));
  await vi.waitUntil(() => accepted === crowd + 1, { timeout: 90_000 });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  // All of them are there when the server reads the first one.
  for (const end = performance.now() + 50; performance.now() < end; );
  await expect.poll(() => order).toHaveLength(crowd + 1);
  expect(order.indexOf('127.0.0.2')).toBeLessThan(crowd / 10);
});
