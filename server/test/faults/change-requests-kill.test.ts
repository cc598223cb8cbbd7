import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAuthToken, newId } from '../../src/kit/ids.ts';
import { onPostgres } from '../databases/on-postgres.ts';
import { requestOf } from '../samples/change-request-row.ts';
import { sampleAppRow } from '../samples/sample-app-snapshot.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* Hundreds of changes are due at the same time. Two nodes apply them, and one of the two is killed meanwhile. */

const count = 500;
const rowsAtOnce = 250;
/** A busy machine gets six times the limit, which `npm run bench -- scheduled` checks on a quiet one. */
const withinMs = 60_000;
const killedAfter = 100;

onPostgres('scheduled changes on two nodes', (postgres) => {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'adwarden-requests-kill-')));
  const nodes: ServerProcess[] = [];
  beforeAll(async () => {
    const environment = { DATABASE_URL: postgres.url, SECRET_KEY: 'e'.repeat(64) };
    for (const DATA_DIR of folders) nodes.push(await startServer({ ...environment, DATA_DIR }));
  });
  afterAll(() => {
    killServers();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** Writes apps, and for each app a change that is due at `at`. Writes into the tables: so many calls would take long. */
  async function schedule(at: number): Promise<void> {
    const { db } = postgres;
    const [admin] = await db.selectFrom('admin').selectAll().execute();
    for (let from = 0; from < count; from += rowsAtOnce) {
      const apps = Array.from({ length: rowsAtOnce }, (_, index) =>
        sampleAppRow({ appID: newId(), appName: `App ${from + index}`, adsStatus: 'on' }),
      );
      await db.insertInto('app').values(apps).execute();
      const token = { since: 0, until: null };
      const tokens = apps.map(({ appID }) => ({ ...token, token: newAuthToken(), appID }));
      await db.insertInto('app_token').values(tokens).execute();
      const requests = apps.map(({ appID }) => {
        const request = requestOf({ appID, at, authorId: admin?.id ?? '' });
        const { changes, before } = request;
        return { ...request, changes: JSON.stringify(changes), before: JSON.stringify(before) };
      });
      await db.insertInto('change_request').values(requests).execute();
    }
  }

  async function applied(): Promise<number> {
    const { total } = await postgres.db
      .selectFrom('change_request')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('state', '=', 'applied')
      .executeTakeFirstOrThrow();
    return total;
  }

  it(`${count} are applied, each exactly once`, async () => {
    const later = Date.now() + 3_600_000;
    await schedule(later);
    const dueAt = Date.now() + 1000;
    await postgres.db.updateTable('change_request').set({ at: dueAt }).execute();
    while ((await applied()) < killedAfter) await pause(5);
    await nodes[0]?.kill();
    expect(await applied(), 'it was killed in between').toBeLessThan(count);
    while ((await applied()) < count && Date.now() < dueAt + withinMs) await pause(50);

    const rows = await postgres.db.selectFrom('change_request').selectAll().execute();
    expect(rows.map(({ state }) => state)).toEqual(Array(count).fill('applied'));
    const times = rows.map(({ changedAt }) => changedAt - dueAt);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...times), 'milliseconds').toBeLessThan(withinMs);
    const apps = await postgres.db.selectFrom('app').selectAll().execute();
    expect(apps.filter(({ adsStatus }) => adsStatus === 'off')).toHaveLength(count);
    const entries = await postgres.db
      .selectFrom('change')
      .select(['entity', 'key', 'action', 'actorName'])
      .where('entity', 'in', ['app', 'change-request'])
      .execute();
    const keys = new Set(entries.map(({ entity, key }) => `${entity} ${key}`));
    expect([entries.length, keys.size]).toEqual([2 * count, 2 * count]);
  });

  it('the node that is left answers the ads with the changes', async () => {
    const { appID, token } = await postgres.db
      .selectFrom('app_token')
      .selectAll()
      .limit(1)
      .executeTakeFirstOrThrow();
    const query = new URLSearchParams({ appID, authToken: token });
    const ads = async () => (await nodes[1]?.ask(`/api/getAds?${query}`))?.body.data;
    await expect.poll(ads).toMatchObject({ adsStatus: 'off', reason: 'ads-off' });
  });
});
