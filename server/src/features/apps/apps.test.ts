import { adUnitSlots } from '@adwarden/contract/ad-units';
import { app } from '@adwarden/contract/apps';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api?.close());

describe('a new app', () => {
  it('is answered whole, in the envelope', async () => {
    const form = sampleAppForm({ selectedUser: 'ADA', reward3: ' unit ' });
    const { status, body, text } = await api.call('addApp', { as: api.admin, body: form });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ status: 'success', success: true, message: 'Tide Clock added' });
    const { selectedUser: _, ...fields } = form;
    expect(app.parse(body.data)).toEqual(body.data);
    expect(body.data).toMatchObject({
      ...fields,
      reward3: 'unit',
      reward2: '',
      userID: 'ada',
      fullName: 'Ada Harbour',
      icon: '',
      updatedAt: body.data.createdAt,
    });
    expect(body.data.appID).toMatch(/^[a-z2-7]{16}$/);
    expect(body.data.authToken).toMatch(/^[0-9A-Za-z]{32}$/);
  });

  it('needs neither owner, account, note nor ad units', async () => {
    const { accountName: _, note: __, googleNative1: ___, ...form } = sampleAppForm();
    const { body } = await api.call('addApp', {
      as: api.admin,
      body: { ...form, selectedUser: '' },
    });
    expect(body.data).toMatchObject({ accountName: '', note: '', googleNative1: '', userID: '' });
  });

  it('stores the filled ad units only, and answers all 15', async () => {
    const made = await api.add({ googleNative1: '', googleBanner1: 'unit' });
    const row = await api.db
      .selectFrom('app')
      .select('adUnits')
      .where('appID', '=', made.appID)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.adUnits)).toEqual({ googleBanner1: 'unit' });
    expect(adUnitSlots.filter(({ name }) => typeof made[name] === 'string')).toHaveLength(15);
  });

  it('takes the package, or Apple’s number, out of a link to the store', async () => {
    const link = 'https://play.google.com/store/apps/details?id=com.harbour.linked&hl=en';
    const made = await api.add({ packageName: link });
    expect(made.packageName).toBe('com.harbour.linked');
    const { body } = await api.call('updateApp', {
      as: api.admin,
      id: made.appID,
      body: { packageName: ' https://apps.apple.com/us/app/tide/id1234567890 ' },
    });
    expect(body.data.packageName).toBe('1234567890');
  });

  it('of an owner belongs to the owner, with IP rules off, whatever the payload says', async () => {
    const forged = { ipAddress: 'on', selectedUser: 'eve', userID: 'eve', ownerId: 'x' };
    const made = await api.add(forged, api.ada);
    expect(made).toMatchObject({ ipAddress: 'off', userID: 'ada', fullName: 'Ada Harbour' });
  });

  it('of an owner needs no ipAddress', async () => {
    const { ipAddress: _, ...form } = sampleAppForm();
    const answer = await api.callLoosely('addApp', { as: api.ada, body: form });
    expect(answer.status, answer.text).toBe(200);
  });

  it.each([
    ['emoji and right to left', '🧭 بوصلة עברית', '🧭 بوصلة עברית'],
    ['quotes and per cent', `O'Neil "50 %" \\ <b>`, `O'Neil "50 %" \\ <b>`],
    ['a decomposed letter', 'Cafe\u0301', 'Caf\u00e9'],
  ])('keeps %s in its name', async (_, sent, kept) => {
    const made = await api.add({ appName: ` ${sent} ` });
    expect(made.appName).toBe(kept);
    const page = await api.call('getAllApp', { as: api.admin, query: { appID: made.appID } });
    expect(page.body.data[0].appName).toBe(kept);
  });

  it('is written down with its token', async () => {
    const made = await api.add({ selectedUser: 'ada' });
    const [entry, ...none] = await api.entriesOf(made.appID);
    expect(none).toEqual([]);
    expect(entry).toMatchObject({
      seq: made.version,
      entity: 'app',
      action: 'create',
      actorName: 'Administrator',
      row: { appID: made.appID, appName: 'Tide Clock', fullName: 'Ada Harbour', reward1: '' },
    });
    expect(entry?.row.tokens).toMatchObject([{ token: made.authToken, until: null }]);
  });
});

describe('a deleted app', () => {
  it('is gone with its tokens and its configuration, and the log keeps all three', async () => {
    const made = await api.add();
    const body = { id: made.appID, country: 'DE,FR' };
    expect((await api.call('addConfigureApp', { as: api.admin, body })).status).toBe(200);

    const {
      status,
      body: answer,
      text,
    } = await api.call('deleteApp', {
      as: api.admin,
      id: made.appID,
    });
    expect(status, text).toBe(200);
    expect(answer.data).toEqual({ appID: made.appID });
    for (const table of ['app', 'app_token', 'app_configuration'] as const) {
      const rows = await api.db
        .selectFrom(table)
        .select('appID')
        .where('appID', '=', made.appID)
        .execute();
      expect(rows, table).toEqual([]);
    }
    const [lost, gone] = (await api.entriesOf(made.appID)).slice(-2);
    expect(lost).toMatchObject({ entity: 'app-configuration', action: 'delete' });
    expect(gone).toMatchObject({
      entity: 'app',
      action: 'delete',
      row: { appName: made.appName, configuration: { country: 'DE,FR', countryCodes: 'DE,FR' } },
    });
    expect(gone?.row.tokens).toMatchObject([{ token: made.authToken }]);
  });

  it('comes back from the log with its id, its token and its configuration', async () => {
    const made = await api.add({ selectedUser: 'ada', reward2: 'unit' });
    const body = { id: made.appID, country: 'DE,FR' };
    await api.call('addConfigureApp', { as: api.admin, body });
    await api.call('deleteApp', { as: api.admin, id: made.appID });

    const { seq = 0 } = (await api.entriesOf(made.appID)).at(-1) ?? {};
    const restored = await api.call('restoreChange', { as: api.admin, id: seq });
    expect(restored.status, restored.text).toBe(200);
    const { version, updatedAt } = restored.body.data.app;
    expect(restored.body.data).toEqual({ entity: 'app', app: { ...made, version, updatedAt } });
    expect(version).toBeGreaterThan(seq);
    const query = { appID: made.appID };
    const configured = await api.call('getConfigureApp', { as: api.admin, query });
    expect(configured.body.data).toMatchObject([{ country: 'DE,FR', authToken: made.authToken }]);
  });

  it('without a configuration leaves one entry', async () => {
    const made = await api.add();
    await api.call('deleteApp', { as: api.admin, id: made.appID });
    const last = (await api.entriesOf(made.appID)).slice(1);
    expect(last).toMatchObject([{ action: 'delete', row: { configuration: null } }]);
  });
});

describe('the counts', () => {
  it('are of all apps for an administrator, and of their own ones for an owner', async () => {
    const userId = 'counter';
    await api.call('createNewUser', { as: api.admin, body: sampleUserForm({ userId }) });
    const counter = await api.signInUser(userId, sampleUserForm().password);
    const before = (await api.call('appStats', { as: api.admin })).body.data;
    for (const appStatus of ['live', 'live', 'suspend', 'in-develop']) {
      await api.add({ appStatus, selectedUser: userId });
    }
    const own = await api.call('appStats', { as: counter });
    const judged = { findings: expect.any(Array), worstApps: expect.any(Array) };
    expect(own.body.data).toEqual({ apps: 4, live: 2, suspend: 1, inDevelop: 1, ...judged });
    const all = await api.call('appStats', { as: api.admin });
    expect(all.body.data).toEqual({
      apps: before.apps + 4,
      live: before.live + 2,
      suspend: before.suspend + 1,
      inDevelop: before.inDevelop + 1,
      users: 3,
      ...judged,
    });
  });
});
