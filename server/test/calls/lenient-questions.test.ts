import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, openAppServer } from '../servers/app-server.ts';

/** Questions that clients write in more than one way, with the same meaning. */

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api?.close());

describe('a last day in a question', () => {
  it.each([
    ['getUser', 'createdTo'],
    ['getAllApp', 'createdTo'],
    ['getConfigureApp', 'createdTo'],
    ['getChanges', 'to'],
  ] as const)('%s by %s holds what was made on that day', async (name, parameter) => {
    const { appID, appName } = await api.add();
    const form = { id: appID, appName, country: 'US' };
    expect((await api.call('addConfigureApp', { as: api.admin, body: form })).status).toBe(200);

    const totalUpTo = async (day: string) => {
      const answer = await api.call(name, { as: api.admin, query: { [parameter]: day } });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.total as number;
    };
    // The test may run over midnight: then everything made before is of the day before.
    const before = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const today = new Date().toISOString().slice(0, 10);
    expect(await totalUpTo(before)).toBe(0);
    expect(await totalUpTo(today)).toBeGreaterThan(0);
  });
});

describe('an empty body that says it is JSON', () => {
  const asJson = { 'content-type': 'application/json' };

  it('counts as no body for DELETE', async () => {
    const form = sampleUserForm({ userId: 'temporary' });
    const user = await api.call('createNewUser', { as: api.admin, body: form });
    const { appID, appName } = await api.add();
    const configuration = { id: appID, appName, country: 'US' };
    await api.call('addConfigureApp', { as: api.admin, body: configuration });
    for (const [name, id] of [
      ['deleteConfigureApp', appID],
      ['deleteApp', appID],
      ['deleteUser', user.body.data.id],
    ] as const) {
      const answer = await api.call(name, { as: api.admin, id, headers: asJson });
      expect(answer.status, `${name}: ${answer.text}`).toBe(200);
    }
  });

  it('is an empty form: the fields that are missing are named', async () => {
    const answer = await api.callLoosely('addApp', { as: api.admin, headers: asJson });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors).toContainEqual({
      field: 'appName',
      message: 'Please Enter App Name',
    });
  });
});
