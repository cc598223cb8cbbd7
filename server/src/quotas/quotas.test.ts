import { limits } from '@adwarden/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, openAppServer } from '../../test/app-server.ts';

/* For each kind: an owner who has as much as one person may have. Everybody else goes on. */

let api: AppServer;
let people: Record<'ada' | 'eve' | 'admin', { kind: 'user' | 'admin'; id: string; as: string }>;
beforeAll(async () => {
  api = await openAppServer();
  const users = await api.db.selectFrom('app_user').select(['id', 'userID']).execute();
  const admin = await api.db.selectFrom('admin').select('id').executeTakeFirstOrThrow();
  const idOf = (login: string) => users.find(({ userID }) => userID === login)?.id ?? '';
  people = {
    ada: { kind: 'user', id: idOf('ada'), as: api.ada },
    eve: { kind: 'user', id: idOf('eve'), as: api.eve },
    admin: { kind: 'admin', id: admin.id, as: api.admin },
  };
});
afterAll(() => api.close());

type Name = keyof typeof people;
const ownerOf = (name: Name) => ({ selectedUser: name === 'admin' ? '' : name });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Adds rows like this one, so that its author has as many as one person may have. */
async function fill(table: 'pause' | 'change_request' | 'batch', name: Name, most: number) {
  const row = await api.db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
  const { kind, id } = people[name];
  const author =
    table === 'pause'
      ? { createdByKind: kind, createdById: id }
      : { authorKind: kind, authorId: id };
  const rows = Array.from({ length: most }, (_, n) => ({
    ...row,
    ...author,
    id: `${name}-${n}`,
    ...(table === 'pause' && { key: `none-${name}-${n}`, endedAt: null }),
    ...(table === 'change_request' && { appID: `none-${n}`, state: 'in-review' }),
    ...(table === 'batch' && { state: 'running', nextAt: Date.now() + 9_000_000 }),
  }));
  for (let from = 0; from < rows.length; from += 200) {
    const some = rows.slice(from, from + 200);
    await api.db
      .insertInto(table)
      .values(some as never)
      .execute();
  }
}

const kinds = {
  pauses: {
    table: 'pause',
    refused: 409,
    async add(name: Name) {
      const { appID: value } = await api.add(ownerOf(name));
      const body = { scope: 'app', value, reason: 'a test' };
      return api.call('startPause', { as: people[name].as, body });
    },
  },
  changeRequests: {
    table: 'change_request',
    refused: 409,
    async add(name: Name) {
      const { appID } = await api.add(ownerOf(name));
      const body = { appID, changes: { note: 'later' }, at: inAnHour() };
      return api.call('createChangeRequest', { as: people[name].as, body });
    },
  },
  runningBatches: {
    table: 'batch',
    refused: 409,
    async add(name: Name) {
      const { appID } = await api.add(ownerOf(name));
      const { as } = people[name];
      const body = { select: { appIDs: [appID] }, change: { set: { note: 'all' } } };
      const preview = await api.call('previewBatch', { as, body });
      const { previewID } = preview.body.data;
      return api.call('startBatch', { as, body: { previewID } });
    },
  },
} as const;

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', (kind) => {
  const { table, refused, add } = kinds[kind];
  const most = limits.quotas[kind];

  it('an owner at the limit is refused, and nobody else', async () => {
    expect((await add('ada')).status, 'below the limit').toBeLessThan(300);
    await fill(table, 'ada', most.user);
    const answer = await add('ada');
    expect(answer.status, answer.text).toBe(refused);
    for (const name of ['eve', 'admin'] as const) {
      const other = await add(name);
      expect(other.status, `${name}: ${other.text}`).toBeLessThan(300);
    }
  });

  it('the administrator can stop all ads, whoever is at the limit', async () => {
    await fill(table, 'admin', most.admin);
    expect((await add('admin')).status).toBe(refused);
    const body = { scope: 'all', value: '', reason: 'an emergency' };
    const stop = await api.call('startPause', { as: api.admin, body });
    expect(stop.status, stop.text).toBe(200);
    const end = await api.call('endPause', { as: api.admin, id: stop.body.data.id, body: {} });
    expect(end.status, end.text).toBe(200);
  });
});
