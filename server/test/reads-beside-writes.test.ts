import { type RouteName, routes } from '@adwarden/contract/routes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, openAppServer } from './app-server.ts';

/* On the embedded database no read waits for a write, and none waits without end (ADR 17). */

let api: AppServer;
let appID: string;
beforeAll(async () => {
  api = await openAppServer({}, { database: 'sqlite' });
  appID = (await api.add({ appName: 'Beside', selectedUser: 'ada' })).appID;
});
afterAll(() => api.close());

const reads = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].method === 'GET' && name !== 'getAds',
);
const pathIds: Partial<Record<RouteName, () => string>> = {
  getApp: () => 'ada',
  getAppUsage: () => appID,
};
const questions: Record<string, string>[] = [
  {},
  { page: '0', pageSize: '10' },
  { page: '0', search: 'beside' },
  { page: '0', search: 'be', sort: '-createdAt' },
];

/** Asks every reading call every question, as an administrator and as an owner, and answers the refusals. */
async function readAll(): Promise<string[]> {
  const refused: string[] = [];
  for (const name of reads) {
    for (const [who, as] of Object.entries({ admin: api.admin, ada: api.ada })) {
      for (const query of questions) {
        const id = pathIds[name]?.();
        const { status, text } = await api.call(name, { as, query, ...(id && { id }) });
        if (status >= 500) refused.push(`${name} by ${who} ${JSON.stringify(query)}: ${text}`);
      }
    }
  }
  return refused;
}

test('every reading call is answered while somebody writes, and delays no write', async () => {
  // A read that took the writer's turn would get DATABASE_BUSY after 5 s.
  const refused = await api.db.transaction().execute(async (tx) => {
    await tx.updateTable('app').set({ note: 'half-written' }).execute();
    return readAll();
  });
  expect(refused).toEqual([]);
});

test('a read that takes too long is a 503, and reads work again when the thread is free', async () => {
  const until = Date.now() + 13_000;
  const long = sql`with recursive n(i) as
    (select 1 union all select i + 1 from n where adwarden_now() < ${until}) select count(*) from n`;
  const tooLong = long.execute(api.db).catch((error: Error) => error);
  const list = (query: Record<string, string>) => api.call('getAllApp', { as: api.admin, query });
  for (const { status, headers, body } of await Promise.all(questions.map(list))) {
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/database/) });
  }
  expect(String(await tooLong)).toMatch(/no answer within 10 s/);
  await expect.poll(async () => (await list({})).status, { timeout: 15_000 }).toBe(200);
  expect(await readAll()).toEqual([]);
}, 60_000);
