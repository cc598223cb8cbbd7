import { calls } from '@adwarden/contract/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeManyApps } from '../databases/many-apps.ts';
import { type AppServer, openAppServer } from '../servers/app-server.ts';

/* A preview ends when its client has gone, whichever call makes it, and nothing of it is left. */

const count = 6000;
let server: AppServer;
let address: string;
beforeAll(async () => {
  server = await openAppServer({}, { database: 'sqlite' });
  await writeManyApps(server.db, count);
  address = await server.listen();
});
afterAll(() => server.close());

function newApps(): FormData {
  const rows = Array.from({ length: count }, (_, row) => `Left,com.left.r${row}`);
  const form = new FormData();
  form.set('mode', 'create');
  form.set('file', new Blob([['appName,packageName', ...rows].join('\r\n')]), 'apps.csv');
  return form;
}

const change = { select: { where: {} }, change: { set: { note: 'of a client that left' } } };
const previews: Record<string, () => RequestInit & { path: string }> = {
  'of a change': () => ({
    path: calls.previewBatch.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  }),
  'of an import': () => ({ path: calls.importApps.path, body: newApps() }),
};

test.each(Object.entries(previews))(
  'a preview %s ends when its client has gone',
  async (_, make) => {
    const { path, headers, body } = make();
    const states = async () =>
      (await server.db.selectFrom('batch').select('state').execute()).map(({ state }) => state);
    const leaving = new AbortController();
    const answer = fetch(address + path, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${server.admin}` },
      body: body ?? null,
      signal: leaving.signal,
    });
    const left = expect(answer).rejects.toThrow(/abort/i);
    await expect.poll(states, { interval: 5 }).toEqual(['making']);
    leaving.abort();
    await left;
    await expect.poll(states).toEqual([]);
  },
);
