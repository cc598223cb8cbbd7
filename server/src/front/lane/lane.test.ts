import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpointAt } from '../../../test/servers/endpoint-at.ts';
import { type Answer, bodyLength, fixedAnswer, Head } from '../../kit/answers/answer.ts';
import { closeServer, stopListening } from '../closing.ts';
import { httpConnectionsOf } from '../connections.ts';
import type { Endpoint } from '../endpoint.ts';
import { createFront } from '../front.ts';
import { readInto } from './read-into.ts';

const ask = 'GET /ads?a HTTP/1.1\r\nHost: a\r\n\r\n';
const chunked = 'POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const head = new Head(200, ['Content-Length', bodyLength]);

async function open(over: Partial<Endpoint> = {}) {
  const asked: boolean[] = [];
  const endpoint = endpointAt('/ads');
  const server = createFront({
    ads: {
      ...endpoint,
      answer(one) {
        asked.push('rawHeaders' in one);
        return endpoint.answer(one);
      },
      ...over,
    },
    own: [],
    rest: (request, response) => void request.resume().on('end', () => response.end('rest')),
    withLane: true,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const openOne = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  /** Whether each request came over `node:http`. */
  return { server, asked, openOne };
}

const next = async (socket: Socket) => String((await once(socket, 'data'))[0]);

test('Node still lets a server read into one buffer', async () => {
  const { server, openOne } = await open();
  const accepted = once(server, 'connection');
  await openOne();
  const [socket] = (await accepted) as [Socket];
  const [place] = Object.getOwnPropertySymbols(socket).filter(
    ({ description }) => description === 'kBuffer',
  );
  expect(
    place,
    'Node has changed: the lane reads `data` events now, which is dearer',
  ).toBeDefined();
  expect((socket as unknown as Record<symbol, Buffer>)[place as symbol]).toBeInstanceOf(Buffer);
  expect(
    readInto(socket, Buffer.alloc(1), () => true),
    'only once',
  ).toBe(false);
});

test('requests that come one after the other stay on the lane, others never come back', async () => {
  const { asked, openOne } = await open();
  const socket = await openOne();
  for (const request of [ask, ask, 'GET /other HTTP/1.1\r\nHost: a\r\n\r\n', ask]) {
    socket.write(request);
    await next(socket);
  }
  expect(asked).toEqual([false, false, true]);
});

test('a head in drops is answered by node:http', async () => {
  const { asked, openOne } = await open();
  const socket = await openOne();
  socket.setNoDelay(true);
  for (const letter of ask) {
    socket.write(letter);
    await new Promise(setImmediate);
  }
  await next(socket);
  expect(asked).toEqual([true]);
});

test('Date is that of this second', async () => {
  const { openOne } = await open();
  const socket = await openOne();
  const askForDate = async () => {
    socket.write(ask);
    return Date.parse(/\r\nDate: ([^\r]+)/.exec(await next(socket))?.[1] ?? '');
  };
  let before = Number.NaN;
  for (let seconds = 0; seconds < 3; seconds += 1) {
    // The timer of the lane comes soon after the second begins.
    await pause(1_050 - (Date.now() % 1000));
    const asked = Math.floor(Date.now() / 1000) * 1000;
    const said = await askForDate();
    expect(said).toBeGreaterThanOrEqual(asked);
    expect(said).toBeLessThanOrEqual(Date.now());
    expect(said).not.toBe(before);
    before = said;
  }
});

describe('a sweep each second', () => {
  /** Opens with a clock for sweeps that only the test moves. */
  async function openSwept() {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { server, asked, openOne } = await open();
    const openServed = async () => {
      const accepted = once(server, 'connection');
      const client = await openOne();
      const [served] = (await accepted) as [Socket];
      return { client, served };
    };
    const withNode = () =>
      httpConnectionsOf(server)
        .all()
        .map(({ socket }) => socket);
    const sweep = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);
    return { server, asked, openServed, withNode, sweep };
  }

  test('ends a connection 72 seconds after its last answer, and says so in the answer', async () => {
    const { openServed, sweep } = await openSwept();
    const { client, served } = await openServed();
    for (let answers = 0; answers < 2; answers += 1) {
      client.write(ask);
      expect(await next(client)).toContain('\r\nKeep-Alive: timeout=72\r\n');
      sweep(72);
      expect(served.destroyed).toBe(false);
    }
    sweep(1);
    expect(served.destroyed).toBe(true);
  });

  test('hands a connection on that has sent nothing for 5 seconds', async () => {
    const { asked, openServed, withNode, sweep } = await openSwept();
    const { client, served } = await openServed();
    sweep(4);
    expect(withNode()).toEqual([]);
    sweep(1);
    expect(withNode()).toEqual([served]);
    client.write(ask);
    await next(client);
    expect(asked).toEqual([true]);
  });

  test('hands half a head on at once, so node:http bounds its time', async () => {
    const { server, openServed, withNode } = await openSwept();
    const { client, served } = await openServed();
    client.write('GET /ads?a HTTP/1.1\r\nHo');
    while (withNode().length === 0) await nextTurn();
    expect(withNode()).toEqual([served]);
    expect(server.headersTimeout).toBe(20_000);
  });
});

test('a client that does not read is not read either, and gets every answer later', async () => {
  const body = 'x'.repeat(500_000);
  let answers = 0;
  const { openOne } = await open({
    answer() {
      answers += 1;
      return fixedAnswer(head, body);
    },
  });
  const socket = await openOne();
  socket.pause();
  const asking = 40;
  for (let count = 0; count < asking; count += 1) {
    socket.write(ask);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(answers).toBeLessThan(asking);
  let heard = 0;
  socket.on('data', (part) => {
    heard += part.length;
  });
  socket.resume();
  await vi.waitUntil(() => heard > asking * body.length, 60_000);
  expect(answers).toBe(asking);
});

test.each(['at once', 'later'])(
  'a fault that comes %s is a 500, is told once, and ends the connection only',
  async (when) => {
    const faults = vi.fn();
    let isBroken = true;
    const { openOne } = await open({
      answer() {
        if (!isBroken) return fixedAnswer(head);
        const fault = new Error('a fault');
        if (when === 'at once') throw fault;
        return nextTurn().then(() => Promise.reject(fault));
      },
      fault(error) {
        faults(error);
        return fixedAnswer(new Head(500, ['Content-Length', bodyLength]), 'sorry');
      },
    });
    const socket = await openOne();
    socket.write(ask);
    const heard = await text(socket);
    expect(heard).toMatch(/^HTTP\/1\.1 500 .*Connection: close\r\n\r\nsorry$/s);
    expect(faults).toHaveBeenCalledTimes(1);
    isBroken = false;
    const other = await openOne();
    other.write(ask);
    expect(await next(other)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test('a stop ends idle connections, and none before its late answer', async () => {
  const late = Promise.withResolvers<Answer>();
  const { server, openOne } = await open({
    answer: ({ url }) => (url === '/ads?late' ? late.promise : fixedAnswer(head)),
  });
  const idle = await openOne();
  idle.write(ask);
  await next(idle);
  const waiting = await openOne();
  waiting.write(ask.replace('?a', '?late'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const isIdleClosed = once(idle, 'close');
  const stopped = closeServer(
    server,
    () => stopListening(server),
    10_000,
    pino({ level: 'silent' }),
  );
  await isIdleClosed;
  expect(waiting.destroyed).toBe(false);
  setTimeout(() => late.resolve(fixedAnswer(head, 'late')), 1_500);
  expect(await text(waiting)).toMatch(/Connection: close\r\n\r\nlate$/);
  await stopped;
});

test('a new phone is answered before the bodies of others from its own address', async () => {
  let bodies = 0;
  let before = -1;
  const { server, openOne } = await open({
    answer() {
      before = bodies;
      return fixedAnswer(head);
    },
  });
  server.prependListener('request', () => {
    bodies += 1;
  });
  const crowd = 100;
  const others = await Promise.all(Array.from({ length: crowd }, openOne));
  const phone = await openOne();
  // A body in chunks of a byte takes the parser long.
  const body = '1\r\nx\r\n'.repeat(10_000);
  for (const socket of others) socket.write(chunked + body);
  phone.write(ask);
  // All of it is there when the server reads next.
  for (const end = performance.now() + 50; performance.now() < end; );
  await next(phone);
  expect(before).toBeGreaterThan(-1);
  expect(before).toBeLessThan(crowd / 4);
});

test('a phone waits for two answers of each pipeline that others have begun before it, not for all', async () => {
  let answers = 0;
  let before = -1;
  const { server, openOne } = await open({
    answer({ url }) {
      if (url === '/ads?phone') before = answers;
      answers += 1;
      return fixedAnswer(head);
    },
  });
  const crowd = 100;
  const pipelined = 8;
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const others = await Promise.all(Array.from({ length: crowd }, openOne));
  const phone = await openOne();
  await vi.waitUntil(() => accepted === crowd + 1, 60_000);
  for (const socket of others) socket.pause().write(ask.repeat(pipelined));
  phone.write(ask.replace('?a', '?phone'));
  // All of it is there when the server reads next.
  for (const end = performance.now() + 50; performance.now() < end; );
  await next(phone);
  expect(before).toBeGreaterThan(-1);
  expect(before).toBeLessThan(crowd * 2.5);
  await vi.waitUntil(() => answers === crowd * pipelined + 1, 60_000);
});
