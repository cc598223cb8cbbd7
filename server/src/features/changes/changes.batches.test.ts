import type { Change } from '@adwarden/contract/changes/changes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BatchServer, openBatchServer } from '../../../test/servers/batch-server.ts';

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer();
});
afterAll(() => api.close());

async function found(query: Record<string, string | number>, as = api.admin): Promise<Change[]> {
  const answer = await api.call('getChanges', { as, query: { pageSize: 100, ...query } });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.total).toBe(answer.body.data.length);
  return answer.body.data;
}

const inWords = ({ action, entity, name, batch, batchApps }: Change) =>
  `${action} ${entity} ${name}${batch === undefined ? '' : `, ${batchApps} apps`}`;

it('an app that a batch changed is found by its name and by the values before and after', async () => {
  const [tide = '', ...others] = await api.addSome(3, { note: 'Spring sale' });
  await api.update(tide, { appName: 'Tidewater Nine' });
  const all = [tide, ...others];
  const change = { set: { note: 'Winter Angebot' } };
  const { id } = await api.run({ appIDs: all }, change);

  const byName = await found({ search: 'idewater ni' });
  expect(byName.map(inWords)).toEqual([
    'update app Tidewater Nine, 3 apps',
    'update app Tidewater Nine',
  ]);
  expect(byName[0]?.batch).toBe(id);
  expect(byName[0]?.diff).toEqual([
    { field: 'note', before: 'Spring sale', after: 'Winter Angebot' },
  ]);
  const ofBatch = async (search: string) =>
    (await found({ search })).filter(({ batch }) => batch === id).map(({ key }) => key);
  expect((await ofBatch('ring SALE')).toSorted()).toEqual(all.toSorted());
  expect((await ofBatch('winter angebot')).toSorted()).toEqual(all.toSorted());
  expect(await ofBatch(tide)).toEqual([tide]);
  expect(await ofBatch('Ti'), 'two letters begin a name').toEqual([tide]);
  expect((await found({ search: 'tidewater', actorKind: 'admin', action: 'update' })).length).toBe(
    2,
  );
});

it('countries, new tokens and deletions of a batch are found like edits', async () => {
  const appIDs = await api.addSome(2);
  const [first = ''] = appIDs;
  const words = async (query: Record<string, string>) =>
    (await found(query)).filter(({ batch }) => batch !== undefined).map(inWords);
  await api.run({ appIDs }, { country: 'IS,FO' });
  expect(await words({ search: 'IS,FO' })).toHaveLength(2);
  await api.run({ appIDs }, { set: { note: 'and more' }, country: 'IS,GL' });
  expect((await words({ key: first, entity: 'app-configuration' }))[0]).toMatch(/, 2 apps$/);
  await api.run({ appIDs }, { delete: true });
  const gone = await found({ action: 'delete', entity: 'app' });
  expect(gone.map(({ key }) => key).toSorted()).toEqual(appIDs.toSorted());
  expect(await words({ search: first })).toContainEqual(
    expect.stringMatching(/^delete app .*, 2 apps$/),
  );
});

it('a list by person and time alone has one entry for a batch', async () => {
  const appIDs = await api.addSome(2);
  const since = { from: new Date(Date.now() + 1).toISOString() };
  const { title } = await api.run({ appIDs }, { set: { note: 'folded' } });
  for (const query of [since, { ...since, actorKind: 'admin' }, { ...since, actor: 'a' }]) {
    expect((await found(query)).map(inWords)).toEqual([`create batch ${title}`]);
  }
  for (const query of [
    { ...since, entity: 'app' },
    { ...since, action: 'update' },
  ]) {
    expect((await found(query)).map(({ key }) => key).toSorted()).toEqual(appIDs.toSorted());
  }
});

it('an owner learns of a batch only how many of the own apps it has changed', async () => {
  const own = await api.addSome(2, { selectedUser: 'ada' });
  const others = await api.addSome(3, { selectedUser: 'eve' });
  await api.run({ appIDs: [...own, ...others] }, { set: { note: 'by an administrator' } });
  const [mine = ''] = own;
  const seen = async () => (await found({ key: mine }, api.ada))[0];
  expect(await seen()).toMatchObject({ action: 'update', batchApps: 2 });
  expect((await found({ key: mine }))[0]).toMatchObject({ batchApps: 5 });
  await api.update(own[1] as string, { selectedUser: 'eve' });
  expect(await seen(), 'after the other one was given away').toMatchObject({ batchApps: 1 });
  const batch = String((await seen())?.batch);
  expect((await found({ batch }, api.ada)).map(({ key }) => key)).toEqual([mine]);
});

it('an owner finds what an own batch did to an app', async () => {
  const appIDs = await api.addSome(3, {}, api.ada);
  const { id } = await api.run({ appIDs }, { set: { adsStatus: 'off' } }, api.ada);
  const entries = await found({ entity: 'app', action: 'update' }, api.ada);
  const ofBatch = entries.filter(({ batch }) => batch === id);
  expect(ofBatch.map(({ batchApps }) => batchApps)).toEqual([3, 3, 3]);
});
