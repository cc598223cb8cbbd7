import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestServer, type TestServer } from '../../../test/servers/build-test-server.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await buildTestServer();
  admin = await server.signInAdmin();
});
afterAll(() => server.close());

/** Adds an app and returns it. */
async function addApp(over: Parameters<typeof sampleAppForm>[0] = {}) {
  const answer = await server.call('addApp', { as: admin, body: sampleAppForm(over) });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const add = (body: unknown) => server.callLoosely('addConfigureApp', { as: admin, body });
const update = (id: string, body: unknown) =>
  server.callLoosely('updateConfigureApp', { as: admin, id, body });
const remove = (id: string) => server.call('deleteConfigureApp', { as: admin, id });
const appIDs = (answer: { body: { data: { appID: string }[] } }) =>
  answer.body.data.map(({ appID }) => appID);
const list = (
  name: 'getConfigureApp' | 'getRemainingApp',
  query?: Record<string, string | number>,
) => server.call(name, { as: admin, ...(query && { query }) });
const logOf = (appID: string) =>
  server.db
    .selectFrom('change')
    .selectAll()
    .where('entity', '=', 'app-configuration')
    .where('key', '=', appID)
    .orderBy('seq')
    .execute();

describe('a configuration', () => {
  it('is added, changed and deleted, each with an entry in the log', async () => {
    const app = await addApp({ appName: 'Harbour Radio' });
    const added = await add({
      id: app.appID,
      appName: 'ignored',
      country: 'United States, in ,UK',
    });
    expect(added.body).toMatchObject({
      status: 'success',
      data: {
        appID: app.appID,
        appName: 'Harbour Radio',
        authToken: app.authToken,
        country: 'UnitedStates,in,UK',
        countryCodes: ['US', 'IN', 'GB'],
        icon: '',
      },
    });
    const changed = await update(app.appID, { id: app.appID, country: 'Brazil' });
    expect(changed.body.data).toMatchObject({ country: 'Brazil', countryCodes: ['BR'] });
    expect(changed.body.data.createdAt).toBe(added.body.data.createdAt);
    const kept = await update(app.appID, {});
    expect(kept.body.data, 'an absent country is kept').toEqual(changed.body.data);
    expect((await remove(app.appID)).body.data).toEqual({ appID: app.appID });

    const log = await logOf(app.appID);
    expect(log.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(JSON.parse(log.at(-1)?.row ?? '')).toMatchObject({
      appID: app.appID,
      country: 'Brazil',
      countryCodes: 'BR',
    });
    const version = await server.db
      .selectFrom('app')
      .select('version')
      .where('appID', '=', app.appID)
      .executeTakeFirst();
    expect(version, "the app's version stays").toEqual({ version: app.version });
  });

  it('is also accepted as a multipart form', async () => {
    const { appID } = await addApp();
    const form = new FormData();
    for (const [name, value] of Object.entries({
      id: appID,
      appName: 'x',
      country: 'Côte d’Ivoire',
    })) {
      form.append(name, value);
    }
    const encoded = new Response(form);
    const answer = await server.inject({
      method: 'POST',
      url: '/apps/addConfigureApp',
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: {
        authorization: `Bearer ${admin}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
    });
    expect(answer.body.data).toMatchObject({ country: 'Côted’Ivoire', countryCodes: ['CI'] });
  });

  it('moves its app from the remaining to the configured ones, and back', async () => {
    const { appID } = await addApp();
    expect(appIDs(await list('getRemainingApp'))).toContain(appID);
    await add({ id: appID, country: 'IN' });
    expect(appIDs(await list('getRemainingApp'))).not.toContain(appID);
    expect(appIDs(await list('getConfigureApp'))).toContain(appID);
    await remove(appID);
    expect(appIDs(await list('getRemainingApp'))).toContain(appID);
    expect(appIDs(await list('getConfigureApp'))).not.toContain(appID);
  });

  it('is deleted and restored with its app', async () => {
    const { appID } = await addApp();
    const added = await add({ id: appID, country: 'IN' });
    await server.call('deleteApp', { as: admin, id: appID });
    expect(appIDs(await list('getConfigureApp'))).not.toContain(appID);
    expect((await update(appID, { country: 'US' })).status).toBe(404);

    const { seq } = await server.db
      .selectFrom('change')
      .select('seq')
      .where('entity', '=', 'app')
      .where('key', '=', appID)
      .where('action', '=', 'delete')
      .executeTakeFirstOrThrow();
    const restored = await server.call('restoreChange', { as: admin, id: seq });
    expect(restored.status, restored.text).toBe(200);
    const configured = (await list('getConfigureApp')).body.data;
    expect(configured.find((item: { appID: string }) => item.appID === appID)).toEqual({
      ...added.body.data,
      version: (await logOf(appID)).at(-1)?.seq,
    });
    const actions = (await logOf(appID)).map(({ action }) => action);
    expect(actions).toEqual(['create', 'delete', 'restore']);
  });
});

describe('a configuration is refused', () => {
  it.each([
    [{ id: '', country: 'IN' }, 'id', 'Please Select Application'],
    [{ country: 'IN' }, 'id', 'Please Select Application'],
    [{ id: 'x' }, 'country', 'Please Enter Country Name'],
    [{ id: 'x', country: ' \t ' }, 'country', 'Please Enter Country Name'],
    [{ id: 'x', country: ',,' }, 'country', 'Please Enter Country Name'],
    [
      { id: 'x', country: 'IN,Gremany' },
      'country',
      'Unknown country: Gremany. Did you mean Germany?',
    ],
    [{ id: 'x', country: 'IN,%' }, 'country', 'Unknown country: %.'],
    [{ id: 'x', country: ['IN'] }, 'country', 'Country must be text'],
    [{ id: 'x', country: 'x'.repeat(4001) }, 'country', 'Country must be at most 4000 characters'],
  ])('with %j', async (body, field, message) => {
    const { appID } = await addApp();
    const given = 'id' in body && body.id === 'x' ? { ...body, id: appID } : body;
    const answer = await add(given);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors).toEqual([{ field, message }]);
    expect(await logOf(appID)).toEqual([]);
    expect(appIDs(await list('getConfigureApp'))).not.toContain(appID);
  });

  it('twice (409)', async () => {
    const { appID } = await addApp();
    const both = await Promise.all([
      add({ id: appID, country: 'IN' }),
      add({ id: appID, country: 'US' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const answer = await add({ id: appID, country: 'US' });
    expect(answer.body.errors?.[0]?.field).toBe('id');
    expect(await logOf(appID)).toHaveLength(1);
  });

  it('of an unknown app, or where there is none (404)', async () => {
    const { appID } = await addApp();
    expect((await add({ id: 'nosuchapp', country: 'IN' })).status).toBe(404);
    for (const id of [appID, 'nosuchapp', "'; drop table app", '../..', 'ÿ🙂']) {
      expect((await update(id, { country: 'IN' })).status, id).toBe(404);
      expect((await remove(id)).status, id).toBe(404);
    }
    expect((await update('\0', { country: 'IN' })).status).toBe(400);
    expect([400, 404]).toContain((await remove('x'.repeat(10_000))).status);
  });

  it('with another id in the body (400)', async () => {
    const { appID } = await addApp();
    await add({ id: appID, country: 'IN' });
    const answer = await update(appID, { id: 'another', country: 'US' });
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'id']);
    const refused = await update(appID, { country: 'Narnia' });
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'country']);
    expect(await logOf(appID)).toHaveLength(1);
  });

  it('from strangers (401) and app owners (403)', async () => {
    const { appID } = await addApp();
    const owner = sampleUserForm({ userId: 'unconfigured' });
    await server.call('createNewUser', { as: admin, body: owner });
    const user = await server.signInUser(owner.userId, owner.password);
    for (const [name, body] of [
      ['getConfigureApp', undefined],
      ['getRemainingApp', undefined],
      ['addConfigureApp', { id: appID, country: 'IN' }],
      ['updateConfigureApp', { country: 'IN' }],
      ['deleteConfigureApp', undefined],
    ] as const) {
      expect((await server.call(name, { id: appID, body })).status, name).toBe(401);
      expect((await server.call(name, { as: user, id: appID, body })).status, name).toBe(403);
    }
    expect(await logOf(appID)).toEqual([]);
  });
});
