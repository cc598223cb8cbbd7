import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Postgres, startPostgres } from '../../../deploy/programs/postgres.ts';
import { hasPostgres } from '../databases/postgres-database.ts';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../servers/build-test-server.ts';

const secretKey = Buffer.alloc(32, 7).toString('base64');
const soon = { timeout: 90_000, interval: 20 };

describe.skipIf(!hasPostgres())('two nodes on one PostgreSQL', () => {
  let postgres: Postgres;
  const folders: string[] = [];
  const nodes: TestServer[] = [];
  const addresses = new Map<TestServer, string>();

  async function startNode(dataDir = mkdtempSync(join(tmpdir(), 'adwarden-node-'))) {
    folders.push(dataDir);
    const node = await buildTestServer({
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      SECRET_KEY: secretKey,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
    });
    addresses.set(node, await node.listen());
    nodes.push(node);
    return node;
  }

  /** Through a socket: phones are answered before the framework. */
  async function ads(node: TestServer, app: { appID: string; authToken: string }) {
    const { appID, authToken } = app;
    const query = new URLSearchParams({ appID, authToken });
    const response = await fetch(`${addresses.get(node)}${calls.getAds.path}?${query}`);
    return {
      status: response.status,
      body: (await response.json()) as { data: { appName: string } },
    };
  }
  const ready = (node: TestServer) => node.inject({ method: 'GET', url: '/readyz' });

  async function addApp(node: TestServer, as: string, appName: string) {
    const answer = await node.call('addApp', { as, body: sampleAppForm({ appName }) });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as { appID: string; authToken: string; appName: string };
  }

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close().catch(() => {})));
    await postgres?.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('start at once, and migrate and make the administrator once', async () => {
    const [one, two] = await Promise.all([startNode(), startNode()]);
    const admins = await one.db.selectFrom('admin').selectAll().execute();
    expect(admins.map(({ email }) => email)).toEqual([adminEmail]);
    expect((await ready(two)).body).toMatchObject({ status: 'ready' });
  });

  it('answer each other’s changes, and share sessions', async () => {
    const [one, two] = nodes as [TestServer, TestServer];
    const as = await one.signInAdmin();
    const app = await addApp(one, as, 'Shared');
    for (let round = 0; round < 5; round += 1) {
      const appName = `Shared ${round}`;
      const saved = await one.call('updateApp', { as, id: app.appID, body: { appName } });
      expect(saved.status, saved.text).toBe(200);
      // `npm run bench -- spread` judges how soon.
      await vi.waitFor(async () => {
        expect((await ads(two, app)).body.data.appName).toBe(appName);
      }, soon);
    }
    expect((await two.call('appStats', { as })).status).toBe(200);
  });

  it('go on with the ads while the database is gone, refuse the rest, and recover', async () => {
    const [one, two] = nodes as [TestServer, TestServer];
    const as = await one.signInAdmin();
    const app = await addApp(one, as, 'Outage');
    await vi.waitFor(async () => expect((await ads(two, app)).status).toBe(200), soon);
    await postgres.kill();
    for (const node of [one, two]) {
      expect((await ads(node, app)).body.data.appName).toBe('Outage');
      const refused = await node.call('updateApp', {
        as,
        id: app.appID,
        body: { appName: 'Lost' },
      });
      expect(refused.status, refused.text).toBe(503);
      expect(refused.body).toMatchObject({ status: 'error', success: false });
      expect(refused.body.token, 'the session is not said to be over').toBeUndefined();
      expect((await node.call('getAllApp', { as })).status).toBe(503);
      await vi.waitFor(async () => {
        expect((await ready(node)).status).toBe(200);
        expect((await ready(node)).body).toMatchObject({ status: 'degraded' });
      }, soon);
    }
    await postgres.start();
    for (const node of [one, two]) {
      await vi.waitFor(async () => {
        expect((await ready(node)).body).toMatchObject({ status: 'ready' });
      }, soon);
    }
    expect((await ads(one, app)).body.data.appName, 'nothing is half-written').toBe('Outage');
    const saved = await two.call('updateApp', { as, id: app.appID, body: { appName: 'Back' } });
    expect(saved.status, saved.text).toBe(200);
    await vi.waitFor(async () => {
      expect((await ads(one, app)).body.data.appName).toBe('Back');
    }, soon);
  });

  it('start from the last good ads while the database is gone, and catch up when it is back', async () => {
    const [one] = nodes as [TestServer];
    const as = await one.signInAdmin();
    const app = await addApp(one, as, 'Kept');
    const folder = mkdtempSync(join(tmpdir(), 'adwarden-node-'));
    const file = join(folder, 'ads.last-good.db');
    const first = await startNode(folder);
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), soon);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await first.stop();
    nodes.splice(nodes.indexOf(first), 1);
    const later = await one.call('updateApp', { as, id: app.appID, body: { appName: 'Newer' } });
    expect(later.status, later.text).toBe(200);
    const added = await addApp(one, as, 'Added');

    await postgres.kill();
    const second = await startNode(folder);
    expect((await ads(second, added)).status, 'it may be a new one: not 401').toBe(503);
    expect((await ads(second, app)).body.data.appName).toBe('Kept');
    expect((await ready(second)).body).toMatchObject({ status: 'degraded' });
    await postgres.start();
    await vi.waitFor(async () => {
      expect((await ads(second, app)).body.data.appName).toBe('Newer');
      expect((await ads(second, added)).status).toBe(200);
      expect((await ads(second, { ...added, authToken: 'wrong' })).status).toBe(401);
      expect((await ready(second)).body).toMatchObject({ status: 'ready' });
    }, soon);
  });

  it('refuse last good ads of which one byte is another, and say so', async () => {
    const file = join(folders.at(-1) as string, 'ads.last-good.db');
    // The node of the test before writes the file until it stops.
    await nodes.pop()?.stop();
    const bytes = readFileSync(file);
    const at = bytes.indexOf('Newer');
    expect(at).toBeGreaterThan(0);
    bytes.write('Never', at);
    const damaged = mkdtempSync(join(tmpdir(), 'adwarden-node-'));
    writeFileSync(join(damaged, 'ads.last-good.db'), bytes);
    await postgres.kill();
    await expect(startNode(damaged)).rejects.toThrow(/ads\.last-good\.db is damaged/);
    await postgres.start();
  });
});
