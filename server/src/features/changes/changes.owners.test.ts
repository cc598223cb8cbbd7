import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());

const history = async (as: string, query: Record<string, string | number> = {}) => {
  const answer = await api.call('getChanges', { as, query });
  expect(answer.status, answer.text).toBe(200);
  return answer;
};

describe('GET /changes of an owner', () => {
  it('holds what happened to their own apps and those countries, and nothing else', async () => {
    const mine = await api.add({ selectedUser: 'ada' });
    const foreign = await api.add({ selectedUser: 'eve' });
    const nobodys = await api.add({});
    for (const { appID: id } of [mine, foreign]) {
      await api.call('addConfigureApp', { as: api.admin, body: { id, country: 'DE' } });
    }
    const { body } = await history(api.ada, { pageSize: 100 });
    const things = body.data.map(({ entity, key }: { entity: string; key: string }) => [
      entity,
      key,
    ]);
    expect(things).toContainEqual(['app', mine.appID]);
    expect(things).toContainEqual(['app-configuration', mine.appID]);
    for (const { appID } of [foreign, nobodys]) {
      expect((await history(api.ada, { key: appID })).body).toMatchObject({ data: [], total: 0 });
    }
    for (const entity of ['user', 'category', 'global-config', 'secret', 'admin']) {
      expect((await history(api.ada, { entity })).body.total, entity).toBe(0);
    }
  });

  it('says who did it, but neither from where nor who other owners are', async () => {
    const { appID } = await api.add({ appName: 'Handed over', note: '', selectedUser: 'eve' });
    await api.update(appID, { note: 'by eve' }, api.eve);
    await api.update(appID, { selectedUser: 'ada' });
    await api.update(appID, { note: 'by ada' }, api.ada);
    const { body, text } = await history(api.ada, { key: appID });
    expect(text).not.toContain('127.0.0.1');
    expect(text).not.toMatch(/Eve Quay|"eve"/);
    expect(body.data.map(({ actor }: { actor: object }) => actor)).toEqual([
      { kind: 'user', id: expect.stringMatching(/.+/), name: 'Ada Harbour', address: '' },
      { kind: 'admin', id: '', name: expect.any(String), address: '' },
      { kind: 'user', id: '', name: 'Another owner', address: '' },
      { kind: 'admin', id: '', name: expect.any(String), address: '' },
    ]);
    expect(body.data[1].diff).toContainEqual({
      field: 'fullName',
      before: null,
      after: 'Ada Harbour',
    });
    expect((await history(api.eve, { key: appID })).body.total, 'after it was given away').toBe(0);
  });

  it('has no values of the time before the app was theirs, also of the entry that gave it', async () => {
    const canary = 'Cormorant';
    const { appID } = await api.add({
      appName: `${canary} 1`,
      note: `${canary} 2`,
      selectedUser: 'eve',
    });
    await api.update(appID, { packageName: 'com.cormorant.app', accountName: `${canary} 3` });
    const countriesOf = { as: api.admin, id: appID };
    await api.call('addConfigureApp', { as: api.admin, body: { id: appID, country: 'KE' } });
    await api.call('updateConfigureApp', { ...countriesOf, body: { country: 'DE' } });
    await api.update(appID, {
      appName: 'Heron',
      note: 'Given',
      packageName: 'org.heron',
      accountName: 'Reed',
      selectedUser: 'ada',
    });
    await api.update(appID, { note: 'Own' }, api.ada);
    await api.call('updateConfigureApp', { ...countriesOf, body: { country: 'FR' } });
    const { body, text } = await history(api.ada, { key: appID });
    expect(text).not.toMatch(/cormorant|"KE"/i);
    const [countries, own, given, ...earlier] = body.data;
    expect(countries.diff).toContainEqual({ field: 'country', before: 'DE', after: 'FR' });
    expect(own.diff).toEqual([{ field: 'note', before: 'Given', after: 'Own' }]);
    for (const [field, after] of [
      ['appName', 'Heron'],
      ['note', 'Given'],
      ['packageName', 'org.heron'],
      ['accountName', 'Reed'],
    ]) {
      expect(given.diff).toContainEqual({ field, before: null, after });
    }
    expect(earlier.length).toBeGreaterThan(2);
    for (const { diff, name } of earlier) expect([diff, name]).toEqual([[], 'Heron']);
    const marks = await api.call('getAppTraffic', { as: api.ada, id: appID });
    expect(marks.text).not.toMatch(/cormorant/i);

    // After the app comes back, the former owner sees their own time with it, and not the other owner's.
    await api.update(appID, { selectedUser: 'eve' });
    const again = await history(api.eve, { key: appID });
    expect(again.text).toContain(`${canary} 2`);
    expect(again.text).not.toMatch(/"Own"/);
  });

  it.each(['search', 'actor', 'actorKind'])('refuses %s, which could find others', async (name) => {
    const query = { [name]: name === 'actorKind' ? 'user' : sampleUserForm().fullName };
    expectRefusal(await api.call('getChanges', { as: api.ada, query }), 400, name);
  });

  it('has no ways back', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    const { body } = await history(api.ada, { key: appID });
    const id = body.data[0].seq;
    for (const name of ['restoreChange', 'previewRestore', 'previewUndo'] as const) {
      expectRefusal(await api.call(name, { as: api.ada, id }), 403);
    }
    expectRefusal(await api.call('undoChange', { as: api.ada, id }), 404);
  });
});
