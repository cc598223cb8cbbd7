import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../../../deploy/programs/postgres.ts';
import { hasPostgres } from '../databases/postgres-database.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';

/* Pauses on two nodes with one PostgreSQL. The clock of the second node is half a minute ahead. */

const clockAheadMs = 30_000;
const secretKey = Buffer.alloc(32, 7).toString('base64');

type Node = TestServer & { address: string };
type App = { appID: string; authToken: string };

describe.skipIf(!hasPostgres())('two nodes whose clocks differ', () => {
  let postgres: Postgres;
  let nodes: [Node, Node];
  let as: string;
  let app: App;
  const folders: string[] = [];

  async function startNode(aheadMs: number): Promise<Node> {
    const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-node-'));
    folders.push(dataDir);
    const node = await buildTestServer(
      { DATA_DIR: dataDir, DATABASE_URL: postgres.url, SECRET_KEY: secretKey, ADS_MAX_AGE: '60' },
      { clock: () => Date.now() + aheadMs },
    );
    return { ...node, address: await node.listen() };
  }
  beforeAll(async () => {
    postgres = await startPostgres();
    nodes = [await startNode(0), await startNode(clockAheadMs)];
    as = await nodes[0].signInAdmin();
    app = (await nodes[0].call('addApp', { as, body: sampleAppForm() })).body.data;
  });
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.close()));
    await postgres?.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  async function adsOn({ address }: Node) {
    const { appID, authToken } = app;
    const query = new URLSearchParams({ appID, authToken });
    const answer = await fetch(`${address}${calls.getAds.path}?${query}`);
    const { data } = (await answer.json()) as { data?: { reason: string | null } };
    return { reason: data ? data.reason : answer.status, headers: answer.headers };
  }
  const reasonOn = async (node: Node) => (await adsOn(node)).reason;

  async function pause(node: Node, until?: number) {
    const body = {
      scope: 'all',
      reason: 'The account is in danger',
      ...(until && { until: new Date(until).toISOString() }),
    } as const;
    const answer = await node.call('startPause', { as, body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as { id: string };
  }

  it('both have the app', async () => {
    for (const node of nodes) await expect.poll(() => reasonOn(node)).toBe(null);
  });

  it('both stop and resume the ads, whichever was asked', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const [asked, other] = turn % 2 ? nodes : nodes.toReversed();
      const { id } = await pause(asked as Node);
      for (const reason of ['paused', null]) {
        expect(await reasonOn(asked as Node), 'the node that answered').toBe(reason);
        // `npm run bench -- pauses` judges how soon.
        await expect.poll(() => reasonOn(other as Node), { interval: 5 }).toBe(reason);
        if (reason) await (asked as Node).call('endPause', { as, id, body: {} });
      }
    }
  });

  it('a pause ends on both at the same moment, by the clock of the database', async () => {
    const until = Date.now() + 4_000;
    const { id } = await pause(nodes[1], until);
    await Promise.all(
      nodes.map(async (node) => {
        await expect.poll(() => reasonOn(node)).toBe('paused');
        for (;;) {
          const sent = Date.now();
          const { reason, headers } = await adsOn(node);
          if (reason !== 'paused') break;
          expect(sent, 'still paused').toBeLessThan(until + 1_000);
          expect(headers.get('cache-control')).toMatch(/^public, max-age=[0-3]$/);
        }
        expect(Date.now(), 'no longer paused').toBeGreaterThan(until - 1_000);
      }),
    );
    const entries = () =>
      nodes[0].db.selectFrom('change').selectAll().where('key', '=', id).orderBy('seq').execute();
    await expect.poll(async () => (await entries()).length).toBe(2);
    await wait(1_500);
    const [, end, ...more] = await entries();
    expect(more, 'only one node notes it').toEqual([]);
    expect(end).toMatchObject({ action: 'end', actorKind: 'system' });
    const { endedAt } = await nodes[0].db
      .selectFrom('pause')
      .select('endedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(endedAt).toBe(until);
  });

  it('an end that is past for the database is refused by both', async () => {
    for (const node of nodes) {
      const until = new Date(Date.now() - 1_000).toISOString();
      const body = { scope: 'all', reason: 'Too late', until } as const;
      const answer = await node.call('startPause', { as, body });
      expect(answer.status, answer.text).toBe(400);
    }
    const { id } = await pause(nodes[1], Date.now() + 10_000);
    expect(await reasonOn(nodes[1]), 'its own clock is past the end already').toBe('paused');
    await nodes[0].call('endPause', { as, id, body: {} });
  });
});
