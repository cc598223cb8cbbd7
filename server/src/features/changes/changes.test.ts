import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());

type Entry = {
  seq: number;
  action: string;
  entity: string;
  key: string;
  name: string;
  diff: object[];
};

const log = async (query: Record<string, string | number> = {}) => {
  const answer = await api.call('getChanges', { as: api.admin, query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { data: Entry[]; total: number; page: number; pageSize: number };
};
const restore = (seq: number) => api.call('restoreChange', { as: api.admin, id: seq });
const entry = async (key: string, action: string) => {
  const { data } = await log({ key, action });
  if (!data[0]) throw new Error(`no ${action} of ${key} in the log`);
  return data[0];
};
/** Returns what the stream of this process would read, without a socket. */
const tokenOf = async (appID: string) => {
  const { body } = await api.call('getAllApp', { as: api.admin, query: { appID } });
  return body.data[0]?.authToken;
};

describe('GET /changes', () => {
  it('answers who, when, what, and the difference to the state before', async () => {
    const app = await api.add({ appName: 'Old name', note: '' });
    await api.call('updateApp', { as: api.admin, id: app.appID, body: { selectedUser: 'ada' } });
    await api.call('updateApp', {
      as: api.ada,
      id: app.appID,
      body: { appName: 'New name', reward1: 'unit' },
    });
    const { data, total } = await log({ entity: 'app', key: app.appID });
    expect(total).toBe(3);
    expect(data.map(({ action }) => action)).toEqual(['update', 'update', 'create']);
    expect(data[0]).toMatchObject({
      name: 'New name',
      actor: { kind: 'user', name: 'Ada Harbour', address: '127.0.0.1' },
      diff: [
        { field: 'appName', before: 'Old name', after: 'New name' },
        { field: 'reward1', before: '', after: 'unit' },
      ],
    });
    expect(data[2]?.diff).toContainEqual({ field: 'appName', before: null, after: 'Old name' });
  });

  it('shows a token only as its last four characters, and no password or key at all', async () => {
    const app = await api.add();
    await api.call('rotateToken', { as: api.admin, id: app.appID, body: {} });
    await api.call('updateVPNAPIKey', { as: api.admin, body: { VPNAPIKey: 'vpn-secret-1' } });
    const answer = await api.call('getChanges', { as: api.admin, query: { pageSize: 100 } });
    expect(answer.text).toContain(`…${app.authToken.slice(-4)}`);
    for (const secret of [app.authToken, await tokenOf(app.appID), 'vpn-secret-1', 'argon2']) {
      expect(answer.text, secret).not.toContain(secret);
    }
    expect(answer.text).not.toContain(sampleUserForm().password);
  });

  it('filters by actor, action and time, and pages', async () => {
    const start = new Date(Date.now() - 60_000).toISOString();
    expect((await log({ actor: 'ada harb', entity: 'app' })).total).toBeGreaterThan(0);
    expect((await log({ actor: '%' })).total).toBe(0);
    expect((await log({ actorKind: 'system', entity: 'category' })).total).toBe(1);
    expect((await log({ from: start, entity: 'app' })).total).toBeGreaterThan(0);
    expect((await log({ to: '2020-01-01' })).total).toBe(0);
    const [first, second] = [await log({ pageSize: 1 }), await log({ pageSize: 1, page: 1 })];
    expect(second.data[0]?.seq).toBeLessThan(first.data[0]?.seq ?? 0);
  });

  it('answers what is gone still, each thing once, however often it was deleted', async () => {
    const [gone, back, twice] = [await api.add(), await api.add(), await api.add()];
    const remove = (appID: string) => api.call('deleteApp', { as: api.admin, id: appID });
    for (const { appID } of [gone, back, twice]) await remove(appID);
    await restore((await entry(back.appID, 'delete')).seq);
    await restore((await entry(twice.appID, 'delete')).seq);
    await remove(twice.appID);
    const { data, total } = await log({ entity: 'app', gone: 'true', pageSize: 100 });
    expect(data.filter(({ key }) => key === back.appID)).toEqual([]);
    const keys = data.map(({ key }) => key);
    expect(keys.slice(0, 2)).toEqual([twice.appID, gone.appID]);
    expect(new Set(keys).size, 'things').toBe(total);
    expect((await log({ entity: 'app', gone: 'true', pageSize: 1, page: 1 })).data[0]?.key).toBe(
      gone.appID,
    );
  });

  it.each([
    [{ page: -1 }, 'page'],
    [{ gone: 'false' }, 'gone'],
    [{ pageSize: 1000 }, 'pageSize'],
    [{ entity: 'phone' }, 'entity'],
    [{ from: 'yesterday' }, 'from'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %j', async (query, field) => {
    expectRefusal(await api.callLoosely('getChanges', { as: api.admin, query }), 400, field);
  });
});

describe('the name of an entry about a deleted app', () => {
  const namesOf = async (key: string) => {
    const { data } = await log({ key });
    return new Set(data.map(({ name }) => name));
  };

  it('is that of the app, also for its countries', async () => {
    const { appID } = await api.add({ appName: 'Sunk with its countries' });
    await api.call('addConfigureApp', { as: api.admin, body: { id: appID, country: 'IN' } });
    await api.call('deleteConfigureApp', { as: api.admin, id: appID });
    await api.call('addConfigureApp', { as: api.admin, body: { id: appID, country: 'US,DE' } });
    await api.call('deleteApp', { as: api.admin, id: appID });
    const [configuration] = (await log({ key: appID, entity: 'app-configuration' })).data;
    expect(configuration).toMatchObject({ action: 'delete', name: 'Sunk with its countries' });
    expect(await namesOf(appID)).toEqual(new Set(['Sunk with its countries']));
  });

  it('is the last one of an app that was renamed, restored and deleted again', async () => {
    const { appID } = await api.add({ appName: 'First name' });
    await api.call('addConfigureApp', { as: api.admin, body: { id: appID, country: 'IN' } });
    await api.call('deleteApp', { as: api.admin, id: appID });
    await restore((await entry(appID, 'delete')).seq);
    await api.update(appID, { appName: 'Second name' });
    await api.call('deleteApp', { as: api.admin, id: appID });
    const { data } = await log({ key: appID, entity: 'app-configuration' });
    expect(new Set(data.map(({ name }) => name))).toEqual(new Set(['Second name']));
  });
});

describe('POST /changes/{seq}/restore', () => {
  it('brings a deleted app back with its id, token, icon-less fields and configuration', async () => {
    const app = await api.add({ appName: 'Gone and back', selectedUser: 'ada' });
    await api.call('addConfigureApp', {
      as: api.admin,
      body: { id: app.appID, country: 'Chad, DE' },
    });
    await api.call('deleteApp', { as: api.admin, id: app.appID });
    expect(await tokenOf(app.appID)).toBeUndefined();
    const { seq } = await entry(app.appID, 'delete');
    const answer = await restore(seq);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({
      entity: 'app',
      app: { appID: app.appID, authToken: app.authToken, createdAt: app.createdAt, userID: 'ada' },
    });
    const [configuration] = (await log({ entity: 'app-configuration', key: app.appID })).data;
    expect(configuration).toMatchObject({ action: 'restore', name: 'Gone and back' });
    const configured = await api.call('getConfigureApp', {
      as: api.admin,
      query: { appID: app.appID },
    });
    expect(configured.body.data[0]).toMatchObject({
      country: 'Chad,DE',
      countryCodes: ['TD', 'DE'],
    });
  });

  it('brings an earlier state of an app back and keeps its token', async () => {
    const app = await api.add({ appName: 'First' });
    await api.update(app.appID, { appName: 'Second' });
    const rotated = await api.call('rotateToken', { as: api.admin, id: app.appID, body: {} });
    const answer = await restore((await entry(app.appID, 'create')).seq);
    expect(answer.body.data.app).toMatchObject({
      appName: 'First',
      authToken: rotated.body.data.authToken,
    });
    expect((await entry(app.appID, 'restore')).diff).toEqual([
      { field: 'appName', before: 'Second', after: 'First' },
    ]);
  });

  it('brings a deleted user back with the apps, needing a new password', async () => {
    const form = sampleUserForm({ userId: 'mo', fullName: 'Mo Pier' });
    const { body } = await api.call('createNewUser', { as: api.admin, body: form });
    const { id } = body.data;
    const app = await api.add({ selectedUser: 'mo' });
    const session = await api.signInUser('mo', form.password);
    await api.call('deleteUser', { as: api.admin, id });
    expectRefusal(await api.call('appStats', { as: session }), 401);

    const answer = await restore((await entry(id, 'delete')).seq);
    expect(answer.body.data).toMatchObject({
      entity: 'user',
      user: { id, userID: 'mo', fullName: 'Mo Pier', password: '', noOfApps: 1 },
    });
    expectRefusal(await api.call('appStats', { as: session }), 401);
    expectRefusal(
      await api.call('userSignIn', { body: { userID: 'mo', password: form.password } }),
      401,
    );
    await api.call('updateUser', { as: api.admin, id, body: { password: 'a new password' } });
    const again = await api.signInUser('mo', 'a new password');
    const own = await api.call('getApp', { as: again, id: 'mo' });
    expect(own.body.data.map((one: { appID: string }) => one.appID)).toEqual([app.appID]);
  });

  it('refuses a user whose login id was taken since, and changes nothing', async () => {
    const form = sampleUserForm({ userId: 'Kim' });
    const { body } = await api.call('createNewUser', { as: api.admin, body: form });
    await api.call('deleteUser', { as: api.admin, id: body.data.id });
    await api.call('createNewUser', { as: api.admin, body: sampleUserForm({ userId: 'kIM' }) });
    const { total } = await log();
    expectRefusal(await restore((await entry(body.data.id, 'delete')).seq), 409);
    expect((await log()).total).toBe(total);
  });

  it('refuses an unknown change, one that is no number, and what is no app or user', async () => {
    expectRefusal(await restore(999_999), 404);
    expectRefusal(await api.call('restoreChange', { as: api.admin, id: "1'--" }), 400, 'seq');
    const { data } = await log({ entity: 'category' });
    expectRefusal(await restore(data[0]?.seq ?? 0), 400);
  });
});

it.each(['Özge', 'özge kaya', 'ÖZGE', 'ΔΈΣΠΟΙΝΑ', 'δέσ', '100%', '_x'])(
  'the log is filtered by a part of a name in any case and script: %s',
  async (actor) => {
    const form = sampleUserForm({
      userId: `fold-${Math.random()}`,
      fullName: 'Özge Kaya Δέσποινα 100% _X',
      password: 'quay-8-lamps',
    });
    const made = await api.call('createNewUser', { as: api.admin, body: form });
    const token = await api.signInUser(form.userId, form.password);
    await api.call('addApp', { as: token, body: sampleAppForm() });
    const { data } = await log({ actor });
    expect(data[0]).toMatchObject({ actor: { id: made.body.data.id } });
    expect((await log({ actor: `${actor}%` })).total).toBe(0);
  },
);
