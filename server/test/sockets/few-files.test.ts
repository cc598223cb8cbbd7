import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* A process that may open 256 files, as on some systems, and callers that open more connections than that. */

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-few-files-'));
const kept = new Agent({ keepAlive: true, maxSockets: 1 });
let server: ServerProcess;
let as = '';
let ads = '';

beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, undefined, {
    openFiles: 256,
  });
  as = await server.signIn();
  const app = await server.ask('/apps/addApp', { method: 'POST', as, body: sampleAppForm() });
  const { appID, authToken } = app.body.data;
  ads = `/api/getAds?appID=${appID}&authToken=${authToken}`;
});
afterAll(() => {
  kept.destroy();
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Opens connections whose request never ends; resolves to those that are open when the server has closed the others. */
async function openMany(count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(server.address);
  // Another client than those whose requests are answered: it may have to make room for them.
  const from = { port: Number(port), host: hostname, localAddress: '127.0.0.2' };
  const open = Array.from({ length: count }, () => connect(from));
  for (const socket of open) socket.on('error', () => {}).resume();
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  for (const socket of open) socket.write('GET /');
  const closed = () => open.filter((socket) => socket.readyState !== 'open').length;
  await expect.poll(closed).toBeGreaterThan(count - 128);
  return open.filter((socket) => socket.readyState === 'open');
}

const refusedSoFar = async () => {
  const { text } = await server.ask('/metrics', { agent: kept });
  return Number(/^adwarden_connections_refused_total (\d+)$/m.exec(text)?.[1]);
};

it('refuses connections before it has no files left, and says so', async () => {
  await expect.poll(async () => (await server.ask(ads)).status).toBe(200);
  expect((await server.ask(ads, { agent: kept })).status).toBe(200);
  const busy = await openMany(300);
  const body = sampleAppForm({ appName: 'Written with the last files' });
  const written = await server.ask('/apps/addApp', { method: 'POST', as, body, agent: kept });
  expect(written.status, written.text).toBe(200);
  expect((await server.ask(ads, { agent: kept })).status).toBe(200);
  expect(await refusedSoFar()).toBeGreaterThan(170);
  expect(server.output()).toMatch(/"openFiles":256.*connections are refused/);
  for (const socket of busy) socket.destroy();
  await expect.poll(async () => (await server.ask(ads, { agent: false })).status).toBe(200);
});
