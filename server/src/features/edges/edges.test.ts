import { edgeList } from '@adwarden/contract/edges';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { databaseNow } from '../../db/now.ts';

/* Edges as administrators see them. The reports of edges are in edges.store.test.ts, real edges are in test/nodes/edges.test.ts. */

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());
afterEach(async () => void (await api.db.deleteFrom('edge').execute()));

/** Stores an edge that was last seen this many seconds ago. */
async function seen(name: string, secondsAgo: number): Promise<string> {
  const lastSeenAt = (await databaseNow(api.db)) - secondsAgo * 1000;
  await api.db
    .insertInto('edge')
    .values({ name, process: 1, version: '1.4.0', firstSeenAt: 1, lastSeenAt, lagMs: 250 })
    .execute();
  return new Date(lastSeenAt).toISOString();
}
const list = async (query: Record<string, number> = {}) => {
  const answer = await api.call('getEdges', { as: api.admin, query });
  expect(answer.status, answer.text).toBe(200);
  return edgeList.parse(answer.body);
};
const names = async (query?: Record<string, number>) =>
  (await list(query)).data.map(({ name }) => name);
const forget = (name: string, as = api.admin) => api.call('forgetEdge', { as, id: name });

it('the list has all edges, in pages', async () => {
  expect(await list()).toMatchObject({ data: [], total: 0, page: 0, pageSize: 10 });
  const lastSeenAt = await seen('oslo-1', 2);
  await seen('lima', 3);
  await seen('quito', 600);
  const { data, total } = await list();
  expect(total).toBe(3);
  expect(data.map(({ name, state }) => [name, state])).toEqual([
    ['quito', 'silent'],
    ['lima', 'following'],
    ['oslo-1', 'following'],
  ]);
  expect(data[2]).toEqual({
    name: 'oslo-1',
    state: 'following',
    versions: ['1.4.0'],
    processes: 1,
    lagMs: 250,
    firstSeenAt: '1970-01-01T00:00:00.001Z',
    lastSeenAt,
  });
  expect(await names({ page: 1, pageSize: 2 })).toEqual(['oslo-1']);
  expect(await names({ page: 2, pageSize: 2 })).toEqual([]);
});

it('owners do not get it, and forget nothing', async () => {
  await seen('quito', 600);
  expectRefusal(await api.call('getEdges', { as: api.ada }), 403);
  expectRefusal(await forget('quito', api.ada), 403);
  expect(await names()).toEqual(['quito']);
});

it('a silent edge is forgotten, and judged no more', async () => {
  const findings = async () => {
    const { body } = await api.call('getFindings', {
      as: api.admin,
      query: { rule: 'edge-silent' },
    });
    return body.data.map(({ detail }: { detail: string }) => detail);
  };
  await seen('quito', 601);
  await seen('lima', 700);
  const answer = await forget('quito');
  expect(answer.body).toMatchObject({ message: 'quito forgotten', data: { name: 'quito' } });
  expect(await names()).toEqual(['lima']);
  expect(await findings()).toEqual([
    expect.stringMatching(/^No office hears of lima \([^)]+\)\.$/),
  ]);
  expect((await forget('lima')).status).toBe(200);
  expect(await findings()).toEqual([]);
  expectRefusal(await forget('lima'), 404);
});

it('an edge that follows an office is not forgotten', async () => {
  await seen('oslo-1', 55);
  const answer = await forget('oslo-1');
  expectRefusal(answer, 409);
  expect(answer.body.message).toMatch(/^oslo-1 still follows an office/);
  expect(await names()).toEqual(['oslo-1']);
});

it('the metrics have each edge, and the lag of those that follow', async () => {
  await seen('oslo-1', 2);
  const quitoAt = await seen('quito', 600);
  const { text } = await api.inject({
    ...({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' } as const),
  });
  expect(text).toContain('adwarden_edge_lag_seconds{edge="oslo-1"} 0.25');
  expect(text).not.toContain('adwarden_edge_lag_seconds{edge="quito"}');
  const at = Date.parse(quitoAt) / 1000;
  expect(text).toContain(`adwarden_edge_last_seen_seconds{edge="quito"} ${at}`);
});
