import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { failure } from '@adwarden/contract/envelope';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerBrokenRequest } from '../../src/front/broken-request.ts';
import { createFront } from '../../src/front/front.ts';
import { openPaused, statusesIn } from '../outside/raw-socket.ts';
import { fileForm } from '../samples/file-form.ts';
import { type AppServer, openAppServer } from '../servers/app-server.ts';

/* The time limit of a body counts standstill, not length. */

const pace = { windowMs: 400, bytes: 1000 };
const windows = 4;

let api: AppServer;
let address: string;
beforeAll(async () => {
  api = await openAppServer({}, { bodyPace: pace });
  address = await api.listen();
});
afterAll(() => api.close());

/** Returns the head of an import by the administrator, with a body of so many bytes. */
const headOf = (length: number, ...more: string[]) =>
  [
    'POST /apps/import/columns HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${api.admin}`,
    'Content-Type: multipart/form-data; boundary=edge',
    `Content-Length: ${length}`,
    ...more,
  ].join('\r\n');

/** Sends these pieces with a pause before each, until the server ends the connection. Returns what was received. */
async function send(head: string, pieces: Iterable<Buffer>, pauseMs: number): Promise<string> {
  const socket: Socket = await openPaused(address);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  const closed = once(socket, 'close');
  socket.resume().write(`${head}\r\n\r\n`);
  for (const piece of pieces) {
    await pause(pauseMs);
    if (socket.destroyed || heard !== '') break;
    socket.write(piece);
  }
  await closed;
  return heard;
}

function expectTooSlow(heard: string): void {
  expect(statusesIn(heard)).toEqual(['408']);
  expect(heard).toMatch(/^connection: close$/im);
  const { message } = failure.parse(JSON.parse(heard.split('\r\n\r\n')[1] ?? ''));
  expect(message).toBe('The body came too slowly');
}

const drops = (count: number) => Array.from({ length: count }, () => Buffer.from('x'));

it('a body that stands still ends in 408', async () => {
  expectTooSlow(await send(headOf(9000), [Buffer.from('--edge\r\n')], 0));
});

it('a body that comes drop by drop ends in 408', async () => {
  expectTooSlow(await send(headOf(100_000), drops(5000), 10));
});

it('a body that comes drop by drop after its answer ends with its connection', async () => {
  const head = headOf(100_000).replace('/apps/import/columns', '/apps/nowhere');
  const heard = await send(head, drops(1), 0);
  expect(statusesIn(heard)).toEqual(['415']);
});

it('a body may take as long as it needs while it comes fast enough', async () => {
  const rows = Array.from({ length: 400 }, (_, row) => `App ${row},${'n'.repeat(40)}`);
  const { payload } = fileForm(api.admin, { content: `Name,Note\n${rows.join('\n')}\n` });
  const pauseMs = pace.windowMs / 8;
  const steps = 8 * windows;
  const size = Math.ceil(payload.length / steps);
  expect(size).toBeGreaterThan(pace.bytes / 8);
  const pieces = Array.from({ length: steps }, (_, step) =>
    payload.subarray(step * size, (step + 1) * size),
  );
  const began = performance.now();
  const heard = await send(headOf(payload.length, 'Connection: close'), pieces, pauseMs);
  expect(statusesIn(heard), heard).toEqual(['200']);
  expect(performance.now() - began).toBeGreaterThan((windows - 1) * pace.windowMs);
});

it('time in which the server does not read does not count', async () => {
  const body = Buffer.alloc(4 * 1024 * 1024);
  const front = createFront({
    own: [],
    async rest(request, response) {
      await pause(windows * pace.windowMs);
      request.resume().once('end', () => response.end('read'));
    },
    bodyPace: pace,
  });
  front.on('clientError', answerBrokenRequest).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
  expect(await answer.text()).toBe('read');
  front.close();
});
