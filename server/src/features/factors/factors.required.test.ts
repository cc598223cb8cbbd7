import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../../../test/servers/build-test-server.ts';
import { codeOf, forgetSteps } from '../../../test/servers/second-factor.ts';
import { sha256 } from '../../kit/ids.ts';

/* A second factor is required by REQUIRE_SECOND_FACTOR (ADR 137). */

const { password } = sampleUserForm();
const signInAdmin = (api: TestServer) =>
  api.call('adminSignIn', { body: { email: adminEmail, password: adminPassword } });
const signInOwner = (api: TestServer) =>
  api.call('userSignIn', { body: { userID: 'ada', password } });

/** Sets up a factor in a session that must, as the page does: nobody is asked again. */
async function setUp(api: TestServer, as: string): Promise<string> {
  const begun = await api.call('addTotp', { as });
  expect(begun.status, begun.text).toBe(200);
  const { id, secret } = begun.body.data;
  const body = { id, code: codeOf(secret) };
  expect((await api.call('confirmTotp', { as, body })).status).toBe(200);
  return secret;
}

describe('all', () => {
  let api: TestServer;
  let admin: string;
  beforeAll(async () => {
    api = await buildTestServer({ REQUIRE_SECOND_FACTOR: 'all', WRITES_PER_MINUTE: '100000' });
    const answer = await signInAdmin(api);
    expect(answer.body.mustSetUp).toEqual(['secondFactor']);
    admin = answer.body.token;
    await setUp(api, admin);
    const body = sampleUserForm({ userId: 'ada' });
    expect((await api.call('createNewUser', { as: admin, body })).status).toBe(200);
  });
  afterAll(() => api?.close());
  beforeEach(async () => {
    await api.db.deleteFrom('factor').where('kind', '=', 'user').execute();
    await api.db.deleteFrom('factor_link').execute();
  });

  it('a session without a factor sets one up, changes the password and signs out, nothing else', async () => {
    const answer = await signInOwner(api);
    expect([answer.status, answer.body.mustSetUp]).toEqual([200, ['secondFactor']]);
    const { token: as } = answer.body;
    for (const name of ['getCategory', 'getSessions', 'getBell', 'getApiKeys'] as const) {
      const refused = await api.call(name, { as });
      expect([name, refused.status, refused.body.mustSetUp]).toEqual([name, 403, ['secondFactor']]);
      expect(refused.body.token, 'the session goes on').toBeUndefined();
    }
    expect((await api.call('getFactors', { as })).status).toBe(200);
    const wrong = {
      oldPassword: 'x',
      newPassword: 'kelp-tide-99',
      confirmPassword: 'kelp-tide-99',
    };
    expect((await api.call('userChangePassword', { as, body: wrong })).status).toBe(400);
    await setUp(api, as);
    expect((await api.call('getCategory', { as })).status, 'the session goes on').toBe(200);
    const next = await api.call('addTotp', { as });
    expect([next.status, next.body.again?.methods]).toEqual([403, ['totp', 'recoveryCode']]);
    const leaving = (await signInOwner(api)).status;
    expect(leaving).toBe(401);
  });

  it('the session lasts 15 minutes until then', async () => {
    const { token: as } = (await signInOwner(api)).body;
    const past = Date.now() - limits.admins.setUpMinutes * 60_000;
    const own = api.db.updateTable('session').where('tokenHash', '=', sha256(as));
    await own.set({ createdAt: past }).execute();
    expect((await api.call('getFactors', { as })).status).toBe(401);
  });

  it('an older session, with a factor, goes on', async () => {
    const past = Date.now() - 60 * 60_000;
    const own = api.db.updateTable('session').where('tokenHash', '=', sha256(admin));
    await own.set({ createdAt: past }).execute();
    expect((await api.call('getAllApp', { as: admin })).status).toBe(200);
  });

  it('the last factor stays, and somebody else can remove it', async () => {
    const { token: as, user } = (await signInOwner(api)).body;
    const secret = await setUp(api, as);
    const [{ id }] = (await api.call('getFactors', { as })).body.data;
    const { ticket } = (await api.call('removeFactor', { as, id })).body.again;
    await forgetSteps(api.db);
    const confirmed = await api.callLoosely('confirmAgain', {
      as,
      body: { ticket, code: codeOf(secret) },
    });
    const refused = await api.call('removeFactor', { as: confirmed.body.token, id });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You must have a second factor here: add another one first',
    ]);
    expect((await api.call('removeUserFactors', { as: admin, id: user.id })).status).toBe(200);
    expect((await signInOwner(api)).body.secondFactor.methods).toEqual(['link']);
  });

  it('an invitation opens such a session, too, and an API key goes on', async () => {
    const { token: as, user } = (await signInOwner(api)).body;
    await setUp(api, as);
    const made = await api.call('addApiKey', { as, body: { name: 'Nightly', scopes: ['read'] } });
    await api.db.deleteFrom('factor').where('kind', '=', 'user').execute();
    expect((await api.call('getCategory', { as: made.body.key })).status).toBe(200);
    const invited = await api.call('inviteUser', { as: admin, id: user.id });
    const token = invited.body.invitation.link.split('#')[1];
    const body = { token, password, confirmPassword: password };
    const accepted = await api.call('acceptInvitation', { body });
    expect([accepted.status, accepted.body.mustSetUp]).toEqual([200, ['secondFactor']]);
  });

  it('the list of administrators says who lacks one', async () => {
    const form = { email: 'nia@example.com', fullName: 'Nia', role: 'viewer' } as const;
    await api.call('addAdmin', { as: admin, body: { ...form, password: 'harbour-lights-8' } });
    const { data } = (await api.call('getAdmins', { as: admin })).body;
    const setUps = data.map(({ mustSetUp }: { mustSetUp: string[] }) => mustSetUp);
    expect(setUps).toEqual([[], ['password', 'secondFactor']]);
    const body = { email: form.email, password: 'harbour-lights-8' };
    const answer = await api.call('adminSignIn', { body });
    expect(answer.body.mustSetUp).toEqual(['password', 'secondFactor']);
  });
});

it('admins: owners need none', async () => {
  const api = await buildTestServer({ REQUIRE_SECOND_FACTOR: 'admins' });
  try {
    const { token } = (await signInAdmin(api)).body;
    const body = sampleUserForm({ userId: 'ada' });
    const refused = await api.call('createNewUser', { as: token, body });
    expect([refused.status, refused.body.mustSetUp]).toEqual([403, ['secondFactor']]);
    await setUp(api, token);
    expect((await api.call('createNewUser', { as: token, body })).status).toBe(200);
    expect((await signInOwner(api)).body.mustSetUp).toBeUndefined();
  } finally {
    await api.close();
  }
});
