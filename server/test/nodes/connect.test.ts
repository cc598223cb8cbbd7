import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import type { Connection } from '@adwarden/contract/connections/connections';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../../deploy/programs/postgres.ts';
import { hasPostgres } from '../databases/postgres-database.ts';
import { eventsOf } from '../outside/event-stream.ts';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../servers/build-test-server.ts';
import { askAnew, type Processes, startProcesses } from '../servers/processes.ts';

/* "Connect" where one process answers the phone and another one the person who looks (ADR 42). */

/** A request is shown within 2 s. */
const mostMs = 2_000;
/** New connections. With this number, each worker gets some. */
const turns = 12;

type App = { appID: string; authToken: string };
const adsPath = ({ appID, authToken }: App) =>
  `${calls.getAds.path}?${new URLSearchParams({ appID, authToken })}`;

const openStream = async (address: string, { appID }: App, bearer: string) =>
  eventsOf<Connection>(
    await fetch(address + pathOf(calls.getConnection, appID), {
      headers: { authorization: `Bearer ${bearer}`, accept: 'text/event-stream' },
    }),
  );

/** Measures the milliseconds from a request for ads until an event says that it was answered with this status. */
async function timeUntilShown(
  events: AsyncGenerator<Connection>,
  status: number,
  request: () => Promise<{ status: number }>,
): Promise<number> {
  const began = performance.now();
  expect((await request()).status).toBe(status);
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error('the stream has ended');
    if (value.answer?.status === status) return Math.round(performance.now() - began);
  }
}

describe('two workers on the embedded database', () => {
  let server: Processes;
  let address: string;
  beforeAll(async () => {
    server = startProcesses();
    address = await server.ready;
  });
  afterAll(() => server?.remove());

  test('whichever answers the phone, the one that is looked at shows it within 2 s', async () => {
    const ask = (path: string, how?: Parameters<typeof askAnew>[1]) => askAnew(address + path, how);
    const credentials = { email: adminEmail, password: adminPassword };
    const signIn = await ask(pathOf(calls.adminSignIn), { method: 'POST', body: credentials });
    const bearer = signIn.body.token;
    const added = await ask(pathOf(calls.addApp), {
      method: 'POST',
      body: sampleAppForm(),
      bearer,
    });
    const app = added.body.data as App;
    // Until both workers have it.
    await pause(500);
    await ask(pathOf(calls.connectApp, app.appID), { method: 'POST', bearer });
    const times: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const events = await openStream(address, app, bearer);
      await events.next();
      // Every second request has a wrong token, so that its status differs from the one before.
      const asked = turn % 2 ? { ...app, authToken: 'x'.repeat(32) } : app;
      times.push(await timeUntilShown(events, turn % 2 ? 401 : 200, () => ask(adsPath(asked))));
      await events.return(undefined);
    }
    expect(Math.max(...times), `${times.join()} ms`).toBeLessThan(mostMs);
  });
});

describe.skipIf(!hasPostgres())('two nodes on PostgreSQL whose clocks differ', () => {
  type Node = TestServer & { address: string };
  const secretKey = Buffer.alloc(32, 9).toString('base64');
  const clockAheadMs = 30_000;
  let postgres: Postgres;
  let nodes: [Node, Node];
  const folders: string[] = [];

  async function startNode(aheadMs: number): Promise<Node> {
    const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-node-'));
    folders.push(dataDir);
    const node = await buildTestServer(
      { DATA_DIR: dataDir, DATABASE_URL: postgres.url, SECRET_KEY: secretKey },
      { clock: () => Date.now() + aheadMs },
    );
    return { ...node, address: await node.listen() };
  }
  beforeAll(async () => {
    postgres = await startPostgres();
    nodes = [await startNode(0), await startNode(clockAheadMs)];
  });
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.close()));
    await postgres?.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  test('each shows what the other answers within 2 s, with its right age', async () => {
    const [one, two] = nodes;
    const as = await one.signInAdmin();
    const app = (await one.call('addApp', { as, body: sampleAppForm() })).body.data as App;
    await one.call('connectApp', { as, id: app.appID });
    for (const [asked, looked] of [
      [one, two],
      [two, one],
    ] as const) {
      const request = (authToken = app.authToken) =>
        fetch(asked.address + adsPath({ ...app, authToken }));
      await expect.poll(async () => (await request()).status).toBe(200);
      const events = await openStream(looked.address, app, as);
      await events.next();
      const wrong = () => request('x'.repeat(32));
      expect(await timeUntilShown(events, 401, wrong)).toBeLessThan(mostMs);
      const { body } = await looked.call('getConnection', { as, id: app.appID });
      expect(body.data.answer.secondsAgo, 'by the clock of the database').toBeLessThan(3);
      expect(body.data.secondsLeft).toBeGreaterThan(590);
      await events.return(undefined);
    }
  });
});
