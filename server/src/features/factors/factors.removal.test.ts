import { failure } from '@adwarden/contract/envelope';
import { removedFactors } from '@adwarden/contract/factors/removing';
import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../../../test/servers/build-test-server.ts';
import { addSecondAdmin, addViewer } from '../../../test/servers/second-admin.ts';
import { addAuthenticator, codeOf, forgetSteps } from '../../../test/servers/second-factor.ts';
import { holdRestoredWork } from '../../db/restored-work.ts';
import { hourMs } from '../../kit/clock.ts';
import { sha256 } from '../../kit/ids.ts';

/* Second factors that somebody else has removed, and the link that takes their place (ADR 137). */

let api: TestServer;
let admin: string;
let adminId: string;
let other: { id: string; token: string };
let ada: { id: string; token: string; secret: string };
const password = sampleUserForm().password;

beforeAll(async () => {
  api = await buildTestServer({ WRITES_PER_MINUTE: '100000' });
  admin = await api.signInAdmin();
  const body = sampleUserForm({ userId: 'ada', fullName: 'Ada Harbour' });
  const { id } = (await api.call('createNewUser', { as: admin, body })).body.data;
  ada = { id, token: '', secret: '' };
  const row = await api.db
    .selectFrom('admin')
    .select('id')
    .where('email', '=', adminEmail)
    .executeTakeFirstOrThrow();
  adminId = row.id;
  other = await addSecondAdmin(api);
});
afterAll(() => api?.close());
beforeEach(async () => {
  for (const table of [
    'factor',
    'recovery_code',
    'factor_link',
    'sign_in_failure',
    'bell_item',
  ] as const) {
    await api.db.deleteFrom(table).execute();
  }
  admin = await api.signInAdmin();
  ada.token = await api.signInUser('ada', password);
  ada.secret = (await addAuthenticator(api, ada.token)).secret;
});

const remove = (as = admin, id = ada.id) => api.call('removeUserFactors', { as, id });
/** The token in the link of a removal. */
async function removed(as = admin): Promise<string> {
  const answer = await remove(as);
  expect(answer.status, answer.text).toBe(200);
  const { link } = removedFactors.parse(answer.body).data;
  expect(link).toMatch(/^\/factor#[\w-]{43}$/);
  return link.split('#')[1] ?? '';
}
const firstStep = (typed = password) =>
  api.call('userSignIn', { body: { userID: 'ada', password: typed } });
async function asked() {
  const answer = await firstStep();
  expect(answer.status, answer.text).toBe(401);
  return failure.parse(answer.body).secondFactor as { ticket: string; methods: string[] };
}
const enter = async (entered: object) =>
  api.callLoosely('signInWithFactor', { body: { ticket: (await asked()).ticket, ...entered } });
const works = async (as: string) => (await api.call('getCategory', { as })).status === 200;
const letLinksPass = (ms: number) =>
  api.db
    .updateTable('factor_link')
    .set((eb) => ({ endsAt: eb('endsAt', '-', ms) }))
    .execute();

describe('an administrator removes the second factors of an owner', () => {
  it('ends the sessions, and the password asks for the link', async () => {
    const link = await removed();
    expect(await works(ada.token)).toBe(false);
    expect((await firstStep('not-the-password')).body.secondFactor).toBeUndefined();
    expect((await asked()).methods).toEqual(['link']);
    expect((await enter({ code: codeOf(ada.secret, 1) })).status, 'the old factor').toBe(401);
    const answer = await enter({ link });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ mustSetUp: ['secondFactor'], user: { userID: 'ada' } });
  });

  it('gives a session that sets up a factor and does nothing else, and then goes on', async () => {
    const { token } = (await enter({ link: await removed() })).body;
    const refused = await api.call('getAllApp', { as: token });
    expect([refused.status, refused.body.mustSetUp, refused.body.message]).toEqual([
      403,
      ['secondFactor'],
      'Please set up a second factor first',
    ]);
    // It is not asked again who it is: the link has said it.
    const begun = await api.call('addTotp', { as: token });
    expect(begun.status, begun.text).toBe(200);
    const { id, secret } = begun.body.data;
    const body = { id, code: codeOf(secret) };
    const confirmed = await api.call('confirmTotp', { as: token, body });
    expect(confirmed.body.data.recoveryCodes).toHaveLength(limits.secondFactor.recoveryCodes);
    expect(await works(token), 'the session goes on').toBe(true);
    expect((await asked()).methods).toEqual(['totp', 'recoveryCode']);
    await forgetSteps(api.db);
    expect((await enter({ code: codeOf(secret) })).body.mustSetUp).toBeUndefined();
  });

  it('the session ends after 15 minutes, and the next sign-in must set up, too', async () => {
    const { token } = (await enter({ link: await removed() })).body;
    const past = Date.now() - limits.admins.setUpMinutes * 60_000;
    const own = api.db.updateTable('session').where('tokenHash', '=', sha256(token));
    await own.set({ createdAt: past }).execute();
    expect((await api.call('getFactors', { as: token })).status).toBe(401);
    const later = await firstStep();
    expect([later.status, later.body.mustSetUp]).toEqual([200, ['secondFactor']]);
  });

  it('the link works once, also for two at once, and a newer one replaces it', async () => {
    const older = await removed();
    const link = await removed();
    expect((await enter({ link: older })).status, 'the older one').toBe(401);
    const tickets = [(await asked()).ticket, (await asked()).ticket];
    const answers = await Promise.all(
      tickets.map((ticket) => api.callLoosely('signInWithFactor', { body: { ticket, link } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('ends after a day, and then the password is enough', async () => {
    const link = await removed();
    await letLinksPass(23 * hourMs);
    expect((await asked()).methods, 'after 23 hours').toEqual(['link']);
    const { ticket } = await asked();
    await letLinksPass(hourMs);
    const late = await api.callLoosely('signInWithFactor', { body: { ticket, link } });
    expect(late.status).toBe(401);
    const answer = await firstStep();
    expect([answer.status, answer.body.mustSetUp]).toEqual([200, undefined]);
  });

  it('the link of somebody else opens nothing', async () => {
    await addAuthenticator(api, other.token);
    const answer = await api.call('removeAdminFactors', { as: admin, id: other.id });
    const link = answer.body.data.link.split('#')[1];
    await removed();
    expect((await enter({ link })).status).toBe(401);
    expect((await enter({ link: 'x'.repeat(43) })).status).toBe(401);
    expect((await enter({ link: 'short' })).status).toBe(400);
    other.token = '';
    await api.db.deleteFrom('factor_link').execute();
    const email = 'second.administrator@example.com';
    const body = { email, password: adminPassword };
    other.token = (await api.call('adminSignIn', { body })).body.token;
  });

  it('takes the whole link as people paste it', async () => {
    const link = `https://office.example.com/factor#${await removed()}`;
    expect((await enter({ link: ` ${link}\n` })).status).toBe(200);
  });

  it('is in the log without the token, and in the bell of the owner', async () => {
    const link = await removed();
    const rows = await api.db.selectFrom('change').select('row').execute();
    expect(JSON.stringify(rows)).not.toContain(link);
    const stored = await api.db.selectFrom('factor_link').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(link);
    const entries = (await api.call('getChanges', { as: admin, query: { entity: 'factor' } })).body;
    expect(entries.data[0]).toMatchObject({
      action: 'factor.remove',
      name: 'All second factors',
      actor: { kind: 'admin' },
    });
    const { token } = (await enter({ link })).body;
    await addAuthenticator(api, token);
    await expect
      .poll(async () => (await api.call('getBell', { as: token })).text)
      .toContain('factor-removed');
    await enter({ code: '000000' });
    await expect
      .poll(async () => (await api.call('getBell', { as: token })).text)
      .toContain('password-known');
  });

  it('a new password leaves the link, and an invitation asks for it', async () => {
    const link = await removed();
    const update = { fullName: 'Ada Harbour', userId: 'ada', password };
    await api.callLoosely('updateUser', { as: admin, id: ada.id, body: update });
    expect((await asked()).methods).toEqual(['link']);
    const invited = await api.call('inviteUser', { as: admin, id: ada.id });
    const token = invited.body.invitation.link.split('#')[1];
    const body = { token, password, confirmPassword: password };
    const accepted = await api.call('acceptInvitation', { body });
    expect([accepted.status, accepted.body.secondFactor.methods]).toEqual([401, ['link']]);
    const { ticket } = accepted.body.secondFactor;
    const answer = await api.callLoosely('signInWithFactor', { body: { ticket, link } });
    expect(answer.body.mustSetUp).toEqual(['secondFactor']);
  });

  it('the restore of a backup ends the link, and leaves what the password asks for', async () => {
    const link = await removed();
    await api.db.transaction().execute(holdRestoredWork);
    expect((await asked()).methods).toEqual(['link']);
    expect((await enter({ link })).status).toBe(401);
    expect((await enter({ link: await removed() })).status, 'a newer one').toBe(200);
  });

  it('goes with the account', async () => {
    const body = sampleUserForm({ userId: 'eve' });
    const { id } = (await api.call('createNewUser', { as: admin, body })).body.data;
    await addAuthenticator(api, await api.signInUser('eve', body.password));
    expect((await remove(admin, id)).status).toBe(200);
    await api.call('deleteUser', { as: admin, id });
    expect(await api.db.selectFrom('factor_link').selectAll().execute()).toEqual([]);
  });
});

describe('who may', () => {
  it('administrators, never viewers, owners, or for oneself', async () => {
    const viewer = await addViewer(api, 'Vera Viewer');
    for (const as of [viewer.token, ada.token]) expect((await remove(as)).status).toBe(403);
    const own = await api.call('removeAdminFactors', { as: admin, id: adminId });
    expect([own.status, own.body.message]).toEqual([
      409,
      'Your own second factors are on Sign-in and security',
    ]);
    const byViewer = await api.call('removeAdminFactors', { as: viewer.token, id: adminId });
    expect(byViewer.status).toBe(403);
    expect(await works(ada.token)).toBe(true);
  });

  it('an unknown account is a 404, and one without a factor a 409', async () => {
    expect((await remove(admin, 'nobody')).status).toBe(404);
    // An id of one kind is none of the other.
    expect((await remove(admin, other.id)).status).toBe(404);
    const none = await api.call('removeAdminFactors', { as: admin, id: other.id });
    expect([none.status, none.body.message]).toEqual([
      409,
      'Second Administrator has no second factor',
    ]);
    expect(await works(other.token), 'and nothing ends').toBe(true);
  });

  it('asks again who it is after ten minutes', async () => {
    await api.db
      .updateTable('session')
      .set({ confirmedAt: 1 })
      .where('tokenHash', '=', sha256(admin))
      .execute();
    const answer = await remove();
    expect([answer.status, answer.body.again?.methods]).toEqual([403, ['password']]);
  });

  it('an administrator who waits for a link is none who can let people in', async () => {
    await addAuthenticator(api, other.token);
    expect((await api.call('removeAdminFactors', { as: admin, id: other.id })).status).toBe(200);
    const { token } = await addSecondAdmin(api, 'Third Quay');
    const disable = (id: string) =>
      api.call('updateAdmin', { as: token, id, body: { enabled: false } });
    expect((await disable(adminId)).status, 'the third one is left').toBe(200);
    const third = await api.db
      .selectFrom('admin')
      .select('id')
      .where('fullName', '=', 'Third Quay')
      .executeTakeFirstOrThrow();
    await api.db.updateTable('admin').set({ enabled: 'off' }).where('id', '=', third.id).execute();
    await api.db.updateTable('admin').set({ enabled: 'on' }).where('id', '=', adminId).execute();
    const as = await api.signInAdmin();
    const viewer = { role: 'viewer' } as const;
    const last = await api.call('updateAdmin', { as, id: adminId, body: viewer });
    expect(last.status).toBe(409);
  });
});
