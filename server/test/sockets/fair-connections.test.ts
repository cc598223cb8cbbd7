import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createConnectionLimit } from '../../src/front/connection-limit.ts';
import { createFront } from '../../src/front/front.ts';
import { bodyLength, fixedAnswer, Head } from '../../src/kit/answers/answer.ts';
import { bothWays } from '../servers/ads-server.ts';
import { endpointAt } from '../servers/endpoint-at.ts';

/* Shortly before the limit of connections, the client that holds most of them makes room for the others. */

const limit = 100;
/** The files that one process needs besides connections. */
const reserved = 128;
const request = 'GET /ads?a HTTP/1.1\r\nHost: a\r\n\r\n';
const here = fixedAnswer(new Head(200, ['Content-Length', bodyLength]), 'here');

async function open(withLane: boolean, isProxy: (socket: Socket) => boolean = () => false) {
  const server = createFront({
    ads: { ...endpointAt('/ads'), answer: () => here },
    own: [],
    // These answers go on.
    rest() {},
    withLane,
  });
  const logger = pino({ level: 'silent' });
  const connections = createConnectionLimit(logger, { openFiles: limit + reserved, isProxy });
  connections.hold(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  /** Opens a connection of this address that has sent something; resolves when it has its answer, or `expected` is nothing. */
  async function hold(localAddress: string, sent: string, expected = 'here') {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(sent);
    if (expected) await once(socket, 'data');
    return socket;
  }
  const many = async (count: number, address: string, sent: string, expected?: string) => {
    const sockets: Socket[] = [];
    while (sockets.length < count) sockets.push(await hold(address, sent, expected));
    return sockets;
  };
  const ask = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.write(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    return (await text(socket).catch(() => '')).endsWith('here');
  };
  return { port, connections, many, ask };
}

const isOpen = (socket: Socket) => !socket.destroyed && socket.readyState === 'open';

describe.each(bothWays)('$way', ({ withLane }) => {
  describe.each([
    ['that it keeps', request, 'here'],
    ['on which it has sent nothing', '', ''],
  ])('one client holds all connections, %s', (_, sent, expected) => {
    test('every new phone is answered, and the phones before it keep theirs', async () => {
      const { many, ask, connections } = await open(withLane);
      const phones = await many(5, '127.0.0.3', request);
      const greedy = await many(limit * 0.8, '127.0.0.2', sent, expected);
      await pause(5_100); // only then a connection that has sent nothing counts as idle
      greedy.push(...(await many(limit, '127.0.0.2', request)));
      for (let turn = 0; turn < 300; turn += 1) {
        expect(await ask(`127.0.1.${1 + (turn % 200)}`), `phone ${turn}`).toBe(true);
      }
      expect(phones.every(isOpen)).toBe(true);
      expect(greedy.filter(isOpen).length).toBeLessThan(limit);
      expect(greedy.filter(isOpen).length).toBeGreaterThan(limit / 2);
      expect(connections.refused()).toBe(0);
    });
  });

  test('far from the limit, nothing is closed', async () => {
    const { many } = await open(withLane);
    const all = await many(limit * 0.8, '127.0.0.2', request);
    expect(all.every(isOpen)).toBe(true);
  });

  test('answers that go on, half requests, and the connections of proxies are not closed', async () => {
    const proxy = '127.0.0.9';
    const { many } = await open(withLane, ({ remoteAddress }) => remoteAddress === proxy);
    const busy = [
      ...(await many(20, '127.0.0.2', 'GET /long HTTP/1.1\r\nHost: a\r\n\r\n', '')),
      ...(await many(20, '127.0.0.2', 'GET / HTTP/1.1\r\nHo', '')),
      ...(await many(40, proxy, request)),
    ];
    await many(limit, '127.0.0.4', request);
    expect(busy.filter((socket) => !isOpen(socket))).toEqual([]);
  });
});
