import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';

/* Entries of the log from before a field of today existed. */

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());

/** Removes fields from every entry of a thing, as if a version without them had written it; returns the seqs. */
async function forget(key: string, ...fields: string[]): Promise<number[]> {
  const entries = await api.db
    .selectFrom('change')
    .select(['seq', 'row'])
    .where('key', '=', key)
    .orderBy('seq')
    .execute();
  for (const { seq, row } of entries) {
    const left = Object.entries(JSON.parse(row)).filter(([field]) => !fields.includes(field));
    await api.db
      .updateTable('change')
      .set({ row: JSON.stringify(Object.fromEntries(left)) })
      .where('seq', '=', seq)
      .execute();
  }
  return entries.map(({ seq }) => seq);
}

const restore = async (id: number, name: 'restoreChange' | 'undoChange' = 'restoreChange') => {
  const answer = await api.call(name, { as: api.admin, id, body: {} });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

it('an app is restored from an entry that is older than some of its fields', async () => {
  const { appID } = await api.add({ appName: 'Before', note: 'noted', reward3: 'unit' });
  await api.call('deleteApp', { as: api.admin, id: appID });
  const forgotten = ['note', 'visibleExtra', 'ipAddress', 'reward3', 'iconHash', 'configuration'];
  const [created = 0, deleted = 0] = await forget(appID, ...forgotten);
  const { app } = await restore(deleted, 'undoChange');
  const plain = { note: '', visibleExtra: 'off', ipAddress: 'off', reward3: '', icon: '' };
  expect(app).toMatchObject({ appName: 'Before', ...plain });
  await api.call('deleteApp', { as: api.admin, id: appID });
  expect((await restore(created)).app).toMatchObject({ appName: 'Before', ...plain });
});

it('an app that exists keeps what the entry does not have', async () => {
  const { appID } = await api.add({ appName: 'Before', note: 'noted' });
  const [created = 0] = await forget(appID, 'note');
  await api.update(appID, { appName: 'After' });
  expect((await restore(created)).app).toMatchObject({ appName: 'Before', note: 'noted' });
});

it('a deleted app gets what an older entry does not have from its last one', async () => {
  const { appID } = await api.add({ appName: 'Before', note: 'noted' });
  const [created = 0] = await forget(appID, 'note');
  await api.call('deleteApp', { as: api.admin, id: appID });
  expect((await restore(created)).app).toMatchObject({ appName: 'Before', note: 'noted' });
});

it('a user is restored from an entry that is older than a field', async () => {
  const form = {
    fullName: 'Noor Vale',
    userId: 'noor',
    position: 'Lead',
    password: 'quay-8-lamps',
  };
  const made = await api.call('createNewUser', { as: api.admin, body: form });
  expect(made.status, made.text).toBe(200);
  const { id } = made.body.data;
  await api.call('deleteUser', { as: api.admin, id });
  const [, deleted = 0] = await forget(id, 'position', 'appIDs');
  expect((await restore(deleted)).user).toMatchObject({ fullName: 'Noor Vale', position: '' });
});
