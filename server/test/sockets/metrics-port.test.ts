import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../deploy/programs/free-port.ts';
import { metricsToken } from '../servers/calls.ts';
import { startProcesses } from '../servers/processes.ts';
import { killServers, startServer } from '../servers/server-process.ts';

/* METRICS_PORT: metrics and details of /readyz without a token, for programs on this machine. */

const key = Buffer.alloc(32, 7).toString('base64');
let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
});
afterEach(killServers);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function ask(port: number, path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const sent = request({ port, path, headers, agent: false, timeout: 20_000 });
  sent.on('error', reject).on('response', async (response) => {
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    resolve({ status: response.statusCode ?? 0, text });
  });
  sent.end();
  return promise;
}

describe('with two ads processes', () => {
  let port: number;
  let server: ReturnType<typeof startProcesses>;
  beforeAll(async () => {
    port = await freePort();
    server = startProcesses({ METRICS_PORT: String(port), METRICS_TOKEN: '' });
    await server.ready;
  });
  afterAll(() => server.remove());

  it('says all to a program on this machine', async () => {
    const metrics = await ask(port, '/metrics');
    expect([metrics.status, metrics.text]).toEqual([200, expect.stringMatching(/_workers 3$/m)]);
    const { status, text } = await ask(port, '/readyz');
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ apps: 0 })]);
    expect((await ask(port, '/healthz')).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['a web page whose name leads here', { host: 'evil.example' }],
    ['somebody behind a proxy', { 'x-forwarded-for': '192.0.2.7' }],
    ['somebody behind another proxy', { forwarded: 'for=192.0.2.7' }],
  ])('says the state alone to %s', async (_, headers) => {
    expect((await ask(port, '/metrics', headers)).status).toBe(403);
    expect(JSON.parse((await ask(port, '/readyz', headers)).text)).toEqual({ status: 'ready' });
  });

  it('answers nothing else', async () => {
    for (const path of ['/', '/api/getAds?appID=a&authToken=b', '/admin/login', '/metrics/']) {
      expect((await ask(port, path)).status, path).toBe(404);
    }
  });

  it('is on the loopback address only', async () => {
    const socket = connect({ port, host: '127.0.0.2' });
    const code = new Promise((resolve) => {
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      socket.on('connect', () => resolve('connected'));
    });
    expect(await code).toBe('ECONNREFUSED');
    socket.destroy();
  });

  it('goes on while an ads process is away, and after it', async () => {
    const [first = 0] = server.ads();
    process.kill(first, 'SIGKILL');
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await ask(port, '/readyz')).status).toBe(200);
    }
    await expect.poll(() => server.ads().length).toBe(2);
    expect((await ask(port, '/metrics')).status).toBe(200);
  });
});

it('belongs to the office where no ads process is', async () => {
  const port = await freePort();
  const server = await startServer({
    DATA_DIR: join(dataDir, 'office'),
    ROLE: 'office',
    EDGE_KEYS: key,
    METRICS_PORT: String(port),
  });
  expect((await ask(port, '/metrics')).text).toMatch(/^adwarden_workers 1$/m);
  expect(JSON.parse((await ask(port, '/readyz')).text)).toHaveProperty('version');
  expect(await server.stop()).toEqual([0, null]);
});

it('belongs to the ads process of an edge', async () => {
  const port = await freePort();
  const server = await startServer({
    DATA_DIR: join(dataDir, 'edge'),
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
    ROLE: 'ads',
    EDGE_KEY: key,
    OFFICE_URL: 'http://127.0.0.1:9',
    METRICS_PORT: String(port),
  });
  expect((await ask(port, '/metrics')).text).toMatch(/^adwarden_workers 1$/m);
  expect(JSON.parse((await ask(port, '/readyz')).text)).toHaveProperty('reason');
  await server.stop();
});

it('a port that another program has ends the start with one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const settings = { DATA_DIR: join(dataDir, 'taken'), METRICS_PORT: String(port) };
  await expect(startServer(settings)).rejects.toThrow(
    `METRICS_PORT ${port} is in use by another program`,
  );
  other.close();
});

it.each(['0', '65536', '-1', 'on', '127.0.0.1:9'])('METRICS_PORT=%s is refused', async (value) => {
  const settings = { DATA_DIR: join(dataDir, 'refused'), METRICS_PORT: value };
  await expect(startServer(settings)).rejects.toThrow(/METRICS_PORT must be off, or a port/);
});

it('off, the port is closed, and METRICS_TOKEN opens the same on the public one', async () => {
  const server = await startServer({ DATA_DIR: join(dataDir, 'off'), METRICS_PORT: 'off' });
  const port = Number(new URL(server.address).port);
  expect((await ask(port, '/metrics')).status).toBe(403);
  const opened = { authorization: `Bearer ${metricsToken}` };
  expect((await ask(port, '/metrics', opened)).status).toBe(200);
});
