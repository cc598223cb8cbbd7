import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { statusesIn } from '../outside/raw-socket.ts';
import { adminEmail, adminPassword } from '../servers/calls.ts';
import { askAnew, type Processes, startProcesses } from '../servers/processes.ts';

/*
 * The part of a body that is read after its answer, and calls without a body: by an ads process with its office, and by an office
 * alone.
 */

const { bytes: fewBytes, seconds } = limits.restOfBody;
/** The bytes that the systems of both sides buffer of a connection, beside the bytes that the server reads. */
const buffered = 12 * 1024 * 1024;

const servers: Record<string, Processes> = {};
const addresses: Record<string, string> = {};
const bearers: Record<string, string> = {};
beforeAll(async () => {
  servers.ads = startProcesses({ WORKERS: '1' });
  servers.office = startProcesses({ ROLE: 'office', EDGE_KEYS: 'k'.repeat(43) });
  for (const [name, server] of Object.entries(servers)) {
    addresses[name] = await server.ready;
    const body = { email: adminEmail, password: adminPassword };
    const signedIn = await askAnew(`${addresses[name]}/admin/login`, {
      method: 'POST',
      body,
      timeoutMs: 90_000,
    });
    bearers[name] = signedIn.body.token;
  }
});
afterAll(() => Promise.all(Object.values(servers).map((server) => server.remove())));

async function open(name: string) {
  const socket: Socket = connect(Number(new URL(addresses[name] ?? '').port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let heard = '';
  socket.setEncoding('latin1').on('data', (part) => {
    heard += part;
  });
  return { socket, heard: () => heard };
}

const length = 'Content-Length: 9000000000000';
const slice = Buffer.alloc(64 * 1024, 'x');
const chunkOf = (bytes: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);

/** Sends an endless body until the server closes the connection; returns how much it took, and how long that was. */
async function sendEndless(socket: Socket, isChunked: boolean) {
  const piece = isChunked ? chunkOf(slice) : slice;
  const began = performance.now();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  while (!socket.destroyed) {
    if (socket.write(piece)) continue;
    const drained = new Promise((resolve) => socket.once('drain', resolve));
    await Promise.race([drained, closed]);
  }
  await closed;
  return { sent: socket.bytesWritten, ms: performance.now() - began };
}

describe.each(['ads', 'office'])('at the port of: %s', (name) => {
  test.each([
    ['POST /apps/addApp', 401],
    ['PUT /nothing/here', 413],
    ['DELETE /apps/deleteApp/x', 401],
    ['GET /apps/getAllApp', 400],
    ['GET /healthz', 200],
    ['GET /api/getAds?appID=a&authToken=b', name === 'ads' ? 401 : 503],
  ])('%s with a body without end is answered %i, and then closed', async (line, status) => {
    for (const isChunked of [false, true]) {
      const { socket, heard } = await open(name);
      const framing = isChunked ? 'Transfer-Encoding: chunked' : length;
      socket.write(
        `${line} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`,
      );
      const { sent, ms } = await sendEndless(socket, isChunked);
      expect([line, statusesIn(heard())]).toEqual([line, [String(status)]]);
      expect(ms).toBeGreaterThan(seconds * 900);
      expect(sent).toBeLessThan(fewBytes + buffered);
    }
  });

  test('a short rest is read, and the connection goes on', async () => {
    const { socket, heard } = await open(name);
    const body = 'x'.repeat(30_000);
    socket.write(
      `POST /apps/addApp HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
    );
    await expect.poll(() => statusesIn(heard())).toEqual(['401']);
    socket.write(`${body.slice(9)}GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n`);
    await expect.poll(() => statusesIn(heard())).toEqual(['401', '404']);
  });

  test('somebody who is signed in may send a whole file before reading that it is refused', async () => {
    const file = Buffer.alloc(3 * 1024 * 1024, 'x');
    const head = `--b\r\nContent-Disposition: form-data; name="unknown"; filename="a"\r\n\r\n`;
    const form = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]);
    const { socket, heard } = await open(name);
    socket.write(
      [
        'POST /apps/addApp HTTP/1.1',
        'Host: a',
        `Authorization: Bearer ${bearers[name]}`,
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${form.length}`,
        '',
        '',
      ].join('\r\n'),
    );
    // This takes longer than the time for which the rest is read from other clients.
    for (let from = 0; from < form.length; from += form.length / 20) {
      socket.write(form.subarray(from, from + form.length / 20));
      await pause(seconds * 60);
    }
    await expect.poll(() => heard()).toMatch(/unknown must not be a file/);
    socket.write('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => statusesIn(heard())).toEqual(['400', '404']);
  });

  test('but a body without end is closed also for them', async () => {
    const { socket, heard } = await open(name);
    socket.write(
      `POST /apps/addApp HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${bearers[name]}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
    );
    const { sent } = await sendEndless(socket, false);
    expect(statusesIn(heard())).toEqual(['413']);
    expect(sent).toBeLessThan(limits.icon.bytes * 3 + buffered);
  });

  const calls = [
    ['POST /admin/Adminlogout', '200', ''],
    ['POST /bell/read', '200', 'as'],
    ['DELETE /apps/deleteApp/none', '404', 'as'],
    ['PUT /mail', '400', 'as'],
  ] as const;
  const head = (line: string, who: string, fields: string) =>
    `${line} HTTP/1.1\r\nHost: a\r\n${who && `Authorization: Bearer ${bearers[name]}\r\n`}${fields}\r\n`;

  test.each([
    ['nothing about it, as by curl -X POST', ''],
    ['a length of 0', 'Content-Length: 0\r\n'],
    ['a length of zeros', 'Content-Length: 000\r\n'],
    ['only a type', 'Content-Type: application/json\r\n'],
    [
      'the type of a form',
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n',
    ],
    ['the type of a text', 'Content-Type: text/plain;charset=UTF-8\r\nContent-Length: 0\r\n'],
    [
      'the type of a multipart form',
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 0\r\n',
    ],
    ['a type that is none', 'Content-Type: ;\r\nContent-Length: 0\r\n'],
  ])('a call without a body is carried out: the head says %s', async (_, fields) => {
    const { socket, heard } = await open(name);
    for (const [line, , who] of calls) socket.write(head(line, who, fields));
    await expect.poll(() => statusesIn(heard())).toEqual(calls.map(([, status]) => status));
    // The last answer's body may come after its head.
    await expect.poll(heard).toContain('Subscribed must be true or false');
  });

  test('bytes behind a head that announces none are no body', async () => {
    const { socket, heard } = await open(name);
    const type = 'Content-Type: application/json\r\n';
    const closed = once(socket, 'close');
    socket.write(head('PUT /mail', 'as', type));
    await expect.poll(heard).toContain('Subscribed must be true or false');
    // They are no request either.
    socket.write('{"subscribed":true}\r\n\r\n');
    await closed;
    expect(statusesIn(heard())).toEqual(['400', '400']);
  });
});
