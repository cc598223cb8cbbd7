import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bothWays } from '../../test/servers/ads-server.ts';
import { endpointAt } from '../../test/servers/endpoint-at.ts';
import { createFront } from './front.ts';

const crowd = 200;
const soon = { timeout: 60_000 };
const chunked = 'POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunksOf = (text: string, bytes: number) =>
  text
    .match(new RegExp(`.{1,${bytes}}`, 'gs'))
    ?.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
    .join('') ?? '';

async function listen(server: Server) {
  const served: Socket[] = [];
  server.on('connection', (socket) => served.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  const openFrom = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { served, openFrom, open: () => openFrom('127.0.0.1') };
}

/** Blocks for 50 ms, so that all sent bytes are there when the server reads next. */
function letItArrive(): void {
  for (const end = performance.now() + 50; performance.now() < end; );
}

describe.each(bothWays)('$way', ({ withLane }) => {
  test.each([
    ['that come with their heads', true],
    ['that come after their heads', false],
  ])('ads wait for a few bodies in tiny chunks, not for all: %s', async (_name, isAtOnce) => {
    let bodiesBefore = -1;
    const { served, open } = await listen(
      createFront({
        ads: endpointAt('/ads', () => {
          bodiesBefore = served.filter(({ bytesRead }) => bytesRead > 10_000).length;
        }),
        own: [],
        withLane,
        rest: (_request, response) => void response.writeHead(401).end(),
      }),
    );
    const phone = await open();
    const answered = () => once(phone, 'data');
    phone.write('GET /ads?a HTTP/1.1\r\nHost: a\r\n\r\n');
    await answered();
    const others = await Promise.all(Array.from({ length: crowd }, open));
    await vi.waitUntil(() => served.length === crowd + 1, soon);
    const body = chunksOf('x'.repeat(8_000), 1);
    if (!isAtOnce) {
      for (const socket of others) socket.write(chunked);
      await Promise.all(others.map((socket) => once(socket, 'data')));
    }
    for (const socket of others) socket.write(isAtOnce ? chunked + body : body);
    phone.write('GET /ads?a HTTP/1.1\r\nHost: a\r\n\r\n');
    letItArrive();
    await answered();
    expect(bodiesBefore).toBeGreaterThan(-1);
    expect(bodiesBefore).toBeLessThan(crowd / 10);
  });

  test('a phone that connects while others connect again and again with such bodies waits for a few of them', async () => {
    let answered = 0;
    let before = -1;
    const { served, open, openFrom } = await listen(
      createFront({
        ads: endpointAt('/ads', () => {
          before = answered;
        }),
        own: [],
        withLane,
        rest(_request, response) {
          answered += 1;
          response.writeHead(401).end();
        },
      }),
    );
    const sent = chunked + chunksOf('x'.repeat(8_000), 1);
    let isOver = false;
    const again = async () => {
      while (!isOver) {
        const socket = await open();
        socket.write(sent);
        await once(socket, 'data');
        socket.destroy();
      }
    };
    const connecting = crowd / 4;
    const others = Promise.all(Array.from({ length: connecting }, again));
    await vi.waitUntil(() => answered > connecting, soon);
    const phone = await openFrom('127.0.0.2');
    const from = answered;
    phone.write('GET /ads?a HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(phone, 'data');
    isOver = true;
    await others;
    expect(served.length).toBeGreaterThan(connecting);
    expect(before - from).toBeLessThan(connecting / 10);
  });

  test('after a sleep of the machine within a turn with bodies, the other bodies do not wait as long again', async () => {
    const now = performance.now.bind(performance);
    let sleptMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + sleptMs);
    onTestFinished(() => void vi.restoreAllMocks());
    const begun = new Set<object>();
    const { served, open } = await listen(
      createFront({
        own: [],
        withLane,
        rest: (_request, response) => void response.writeHead(401).end(),
      }).prependListener('request', (request) => {
        begun.add(request);
        // Within the turn that reads the second body. The others wait for its end.
        if (begun.size === 2) process.nextTick(() => (sleptMs = 3_600_000));
      }),
    );
    const clients = await Promise.all(Array.from({ length: 4 }, open));
    await vi.waitUntil(() => served.length === clients.length, soon);
    const answered = clients.map((socket) => once(socket, 'data'));
    for (const socket of clients) socket.write(chunked + chunksOf('x'.repeat(8_000), 1));
    letItArrive();
    const heads = (await Promise.all(answered)).map(([data]) => String(data).slice(0, 12));
    expect(heads).toEqual(clients.map(() => 'HTTP/1.1 401'));
    expect(sleptMs).toBeGreaterThan(0);
  });

  test.each([1, 7, 100, 4_000])('a body in chunks of %i bytes arrives as it was', async (bytes) => {
    const texts: string[] = [];
    const { open } = await listen(
      createFront({
        own: [],
        withLane,
        async rest(request, response) {
          let text = '';
          for await (const part of request.setEncoding('latin1')) text += part;
          texts.push(text);
          response.end();
        },
      }),
    );
    const text = Array.from({ length: 40_000 }, (_, index) => String(index % 10)).join('');
    const sent = `${chunked}${chunksOf(text, bytes)}0\r\n\r\n`;
    const socket = await open();
    // Whole, then cut within a chunk, then two requests at once.
    socket.write(sent);
    await once(socket, 'data');
    socket.write(sent.slice(0, 30_001));
    letItArrive();
    await new Promise(setImmediate);
    socket.write(sent.slice(30_001));
    await expect.poll(() => texts.length).toBe(2);
    socket.write(sent + sent);
    await expect.poll(() => texts.length).toBe(4);
    expect(texts.every((each) => each === text)).toBe(true);
  });
});
