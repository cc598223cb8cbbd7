import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppDesk, openAppDesk } from './app-desk.ts';

/** What clients write in more than one way, and mean the same by. */

let desk: AppDesk;
beforeAll(async () => {
  desk = await openAppDesk();
});
afterAll(() => desk?.close());

describe('a last day in a question', () => {
  it.each([
    ['getUser', 'createdTo'],
    ['getAllApp', 'createdTo'],
    ['getConfigureApp', 'createdTo'],
    ['getChanges', 'to'],
  ] as const)('%s by %s holds what was made on that day', async (name, parameter) => {
    const { appID, appName } = await desk.add();
    const form = { id: appID, appName, country: 'US' };
    expect((await desk.call('addConfigureApp', { as: desk.admin, body: form })).status).toBe(200);

    const totalUpTo = async (day: string) => {
      const answer = await desk.call(name, { as: desk.admin, query: { [parameter]: day } });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.total as number;
    };
    // The test may run over midnight: what was made then is of the next day.
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
    const user = await desk.call('createNewUser', { as: desk.admin, body: form });
    const { appID, appName } = await desk.add();
    const configuration = { id: appID, appName, country: 'US' };
    await desk.call('addConfigureApp', { as: desk.admin, body: configuration });
    for (const [name, id] of [
      ['deleteConfigureApp', appID],
      ['deleteApp', appID],
      ['deleteUser', user.body.data.id],
    ] as const) {
      const answer = await desk.call(name, { as: desk.admin, id, headers: asJson });
      expect(answer.status, `${name}: ${answer.text}`).toBe(200);
    }
  });

  it('is an empty form: the fields that are missing are named', async () => {
    const answer = await desk.call('addApp', { as: desk.admin, headers: asJson });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors).toContainEqual({
      field: 'appName',
      message: 'Please Enter App Name',
    });
  });
});
