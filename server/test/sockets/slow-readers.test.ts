import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLogger } from '../../src/kit/logger.ts';
import { openPaused, sendRaw, statusesIn } from '../outside/raw-socket.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';
import { metricsToken } from '../servers/calls.ts';

/* Many clients that request other things and do not read the answers do not delay the ads (ADR 18). */

const readers = 300;
const webFolder = mkdtempSync(join(tmpdir(), 'adwarden-web-'));
let adwarden: TestServer;
let address: string;
let answered = 0;
const sockets: Socket[] = [];
/** The server's sides of the connections that are open. */
const served = new Set<Socket>();

beforeAll(async () => {
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'assets', 'main-abc123.js'), 'x'.repeat(500_000));
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><html><head></head></html>');
  const counting = new Writable({
    write(line, _, done) {
      if (String(line).includes('"msg":"answered"')) answered += 1;
      done();
    },
  });
  adwarden = await buildTestServer({}, { webFolder, logger: createLogger('debug', counting) });
  address = await adwarden.listen();
  adwarden.server.server.on('connection', (socket: Socket) => {
    served.add(socket);
    socket.once('close', () => served.delete(socket));
  });
});
afterEach(async () => {
  const { server } = adwarden.server;
  for (const socket of sockets.splice(0)) socket.destroy();
  // An answer that was not read counts as finished when its connection is closed.
  await vi.waitUntil(async () => (await promisify(server.getConnections.bind(server))()) === 0, {
    timeout: 60_000,
  });
}, 70_000);
afterAll(async () => {
  await adwarden.close();
  rmSync(webFolder, { recursive: true, force: true });
});

const close = 'Connection: close';
const large = (...headers: string[]) => get('/docs/static/swagger-ui-bundle.js', ...headers);
const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

test.each([
  ['the script of /docs', get('/docs/static/swagger-ui-bundle.js')],
  ['an asset', get('/assets/main-abc123.js')],
  ['the page', get('/', 'Accept: text/html')],
  ['/openapi.json', get('/openapi.json')],
  ['/openapi.json, four times in one piece', get('/openapi.json').repeat(4)],
  ['an icon', get(`/icons/${'0'.repeat(64)}.webp`)],
  ['/metrics', get('/metrics', `Authorization: Bearer ${metricsToken}`)],
  ['a list without a session', get('/apps/getAllApp')],
  ['nothing that is there', get('/no/such/thing')],
])(
  'an ads answer comes before those of 300 who asked just before it for %s',
  async (_, question) => {
    // Files are read from the disk once, and answers that wait for it do not begin.
    const first = await openPaused(address);
    first.resume().write(question);
    await once(first, 'data');
    first.destroy();
    await expect.poll(() => served.size).toBe(0);
    const ads = await openPaused(address);
    sockets.push(ads);
    while (sockets.length <= readers) {
      sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => openPaused(address)))));
    }
    // The system completes connections that the server has not accepted: those would come after the ads in any case.
    await expect.poll(() => served.size).toBeGreaterThan(readers);
    // The test runs in the same thread, so the server reads nothing until everything is sent.
    for (const socket of sockets) if (socket !== ads) socket.write(question);
    ads.resume().write(get('/api/getAds?'));
    await once(ads, 'data');
    const begun = [...served].filter(({ bytesWritten }) => bytesWritten > 0);
    expect(begun.length, 'answers that the server has begun').toBeLessThan(readers / 3);
  },
);

test('pipelined requests are answered in their order', async () => {
  const before = answered;
  const heard = await sendRaw(
    address,
    get('/healthz') +
      get('/api/getAds?') +
      get('/no/such/thing') +
      get('/api/getAds?').repeat(20) +
      get('/healthz', close),
  );
  expect(statusesIn(heard)).toEqual(['200', '400', '404', ...Array(20).fill('400'), '200']);
  await expect.poll(() => answered).toBeGreaterThan(before);
});

test('a connection with hundreds of pipelined requests is closed, and others are answered', async () => {
  // The server has not read all of it: then TCP ends the connection by a reset.
  const heard = await sendRaw(address, get('/api/getAds?').repeat(500)).catch(({ code }) => code);
  if (heard !== 'ECONNRESET') expect(statusesIn(heard).length).toBeLessThan(100);
  expect(statusesIn(await sendRaw(address, get('/healthz', close)))).toEqual(['200']);
});

test('a connection whose answer is not read ends after a minute without progress', async () => {
  const opened = once(adwarden.server.server, 'connection') as Promise<[Socket]>;
  const reader = await openPaused(address);
  sockets.push(reader);
  const [served] = await opened;
  reader.write(large().repeat(10));
  await expect.poll(() => served.writableLength).toBeGreaterThan(0);
  expect(served.timeout).toBe(60_000);
  served.emit('timeout');
  expect(served.destroyed).toBe(true);
});

test('clients that read nothing of a large file keep nobody from reading it', async () => {
  const some = await Promise.all(Array.from({ length: 50 }, () => openPaused(address)));
  sockets.push(...some);
  for (const socket of some) socket.write(large());
  await sendRaw(address, get('/healthz', close));
  for (const headers of [['Accept-Encoding: identity'], ['Accept-Encoding: gzip'], []]) {
    const heard = await sendRaw(address, large(close, ...headers));
    expect(statusesIn(heard)).toEqual(['200']);
  }
  const path = '/docs/static/swagger-ui-bundle.js';
  const headers = { 'accept-encoding': 'identity', connection: 'close' };
  const answer = await fetch(address + path, { headers });
  const { rawPayload } = await adwarden.server.inject({ url: path });
  expect(Number(answer.headers.get('content-length'))).toBe(rawPayload.length);
  expect(Buffer.from(await answer.arrayBuffer()).equals(rawPayload)).toBe(true);
  const head = await fetch(address + path, { method: 'HEAD', headers });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('the files of /docs and the OpenAPI document are sent compressed, and as 304 to clients that have them', async () => {
  const paths = ['/docs/static/swagger-ui-bundle.js', '/openapi.json', '/docs/json', '/docs/yaml'];
  for (const url of paths) {
    const plain = await adwarden.server.inject({ url });
    const headers = { 'accept-encoding': 'gzip' };
    const small = await adwarden.server.inject({ url, headers });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(small.headers.vary).toMatch(/accept-encoding/i);
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(gunzipSync(small.rawPayload)).toEqual(plain.rawPayload);
    expect(small.headers.etag).not.toBe(plain.headers.etag);
    const again = await adwarden.server.inject({
      url,
      headers: { ...headers, 'if-none-match': String(small.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
  }
});
