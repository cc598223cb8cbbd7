import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawEpoch } from '../../src/db/migrate.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';
import { addAuthenticator, codeOf, forgetSteps } from '../servers/second-factor.ts';

/* Sessions, invitations and keys of a backup open nothing after its restore, on both databases (ADR 139). */

let api: TestServer;
beforeAll(async () => {
  api = await buildTestServer();
});
afterAll(() => api?.close());

it('sessions, begun sign-ins and invitations have ended, and each API key is off until it is turned on', async () => {
  const admin = await api.signInAdmin();
  const form = sampleUserForm({ userId: 'ada' });
  const { id } = (await api.call('createNewUser', { as: admin, body: form })).body.data;
  const ada = await api.signInUser('ada', form.password);
  const { secret } = await addAuthenticator(api, ada);
  await forgetSteps(api.db);
  const made = await api.call('addApiKey', {
    as: admin,
    body: { name: 'Nightly', scopes: ['read'] },
  });
  const { key } = made.body;
  const { link } = (await api.call('inviteUser', { as: admin, id })).body.invitation;
  const token = link.split('#')[1];
  const firstStep = () =>
    api.call('userSignIn', { body: { userID: 'ada', password: form.password } });
  const { ticket } = (await firstStep()).body.secondFactor;
  const secondStep = (given: string) =>
    api.call('signInWithFactor', { body: { ticket: given, code: codeOf(secret) } });
  const statusOf = async (as: string) => (await api.call('getCategory', { as })).status;
  const look = async () => (await api.call('lookAtInvitation', { body: { token } })).status;
  expect([await statusOf(admin), await statusOf(ada), await statusOf(key)]).toEqual([
    200, 200, 200,
  ]);
  expect(await look()).toBe(200);

  await drawEpoch(api.db);

  expect([await statusOf(admin), await statusOf(ada), await statusOf(key)]).toEqual([
    401, 401, 401,
  ]);
  expect(await look()).toBe(404);
  expect((await secondStep(ticket)).status, 'a sign-in that was begun before').toBe(401);
  const again = (await firstStep()).body.secondFactor;
  expect((await secondStep(again.ticket)).status, 'the factor itself stays').toBe(200);

  const asNow = await api.signInAdmin();
  const off = await api.call('getApiKeys', { as: asNow, query: { all: 'true', state: 'off' } });
  expect(off.body.data.map(({ name }: { name: string }) => name)).toEqual(['Nightly']);
  const turnOn = { as: asNow, id: made.body.data.id, body: { enabled: true } };
  expect((await api.call('updateApiKey', turnOn)).status).toBe(200);
  expect(await statusOf(key)).toBe(200);
});
