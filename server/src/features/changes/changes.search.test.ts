import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());

type Entry = { entity: string; key: string; action: string };

/** Returns what a search finds, newest first, as `action entity`. */
async function found(search: string, query: Record<string, string> = {}) {
  const answer = await api.call('getChanges', { as: api.admin, query: { search, ...query } });
  expect(answer.status, answer.text).toBe(200);
  const entries = answer.body.data as Entry[];
  expect(answer.body.total).toBe(entries.length);
  return entries.map(({ action, entity }) => `${action} ${entity}`);
}

describe('search in GET /changes', () => {
  it('finds the changes that set a value or took it away, and no others', async () => {
    const unit = 'ca-app-pub-7777777777777777/1234567890';
    const { appID } = await api.add({ appName: 'Valued', reward1: '' });
    await api.update(appID, { reward1: unit });
    await api.update(appID, { note: 'something else' });
    await api.update(appID, { reward1: '' });
    await api.update(appID, { note: 'again' });
    expect(await found(unit)).toEqual(['update app', 'update app']);
    expect(await found(unit.slice(11, 30).toUpperCase())).toHaveLength(2);
    expect(await found('something else')).toHaveLength(2);
    await api.call('deleteApp', { as: api.admin, id: appID });
    expect((await found('again'))[0]).toBe('delete app');
  });

  it('finds an app and its configuration by name and id', async () => {
    const { appID } = await api.add({ appName: 'Lighthouse Ωmega' });
    await api.call('addConfigureApp', { as: api.admin, body: { id: appID, country: 'DE' } });
    await api.update(appID, { note: 'x' });
    const all = ['update app', 'create app-configuration', 'create app'];
    expect(await found('house ω')).toEqual(all);
    expect(await found(appID)).toEqual(all);
    expect(await found('li', { key: appID })).toEqual(all);
    expect(await found('gh', { key: appID }), 'two characters begin a name').toEqual([]);
  });

  it('finds people, and what is as good as nobody', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    await api.update(appID, { note: 'by its owner' }, api.ada);
    expect(await found('da harb', { key: appID, actorKind: 'user' })).toEqual(['update app']);
    expect(await found('ad', { key: appID, actorKind: 'user' })).toEqual(['update app']);
    for (const nothing of ['%', '__', '%%%', "'; drop", '"""', 'NEAR(', 'a* OR b', '🦑🦑🦑']) {
      expect(await found(nothing), nothing).toEqual([]);
    }
  });

  it('takes quotes, per cent, emoji and text from right to left as they are', async () => {
    for (const note of [`it's 100% "sure"`, '🎉 party 🎉', 'مرحبا بالعالم', 'a_b_c']) {
      const { appID } = await api.add({ note });
      expect(await found(note, { key: appID }), note).toEqual(['create app']);
    }
  });

  it('never finds a secret', async () => {
    const app = await api.add();
    await api.call('updateVPNAPIKey', { as: api.admin, body: { VPNAPIKey: 'vpn-secret-1' } });
    for (const secret of [app.authToken, 'vpn-secret-1', 'argon2']) {
      expect(await found(secret), secret).toEqual([]);
    }
  });

  it('refuses a text that is too long', async () => {
    const query = { search: 'x'.repeat(201) };
    expectRefusal(await api.call('getChanges', { as: api.admin, query }), 400, 'search');
  });

  it('forgets what the log forgets', async () => {
    const { appID } = await api.add({ note: 'soon forgotten' });
    expect(await found('soon forgotten')).toHaveLength(1);
    await api.db.deleteFrom('change').where('key', '=', appID).execute();
    expect(await found('soon forgotten')).toEqual([]);
  });
});
