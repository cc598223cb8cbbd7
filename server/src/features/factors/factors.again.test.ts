import { calls } from '@adwarden/contract/calls';
import { failure } from '@adwarden/contract/envelope';
import { confirmedAgain } from '@adwarden/contract/factors/again';
import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../../../test/servers/build-test-server.ts';
import { addSecondAdmin, addViewer } from '../../../test/servers/second-admin.ts';
import { addAuthenticator, codeOf, forgetSteps } from '../../../test/servers/second-factor.ts';
import { secretKey } from '../../../test/servers/template.ts';
import { sha256 } from '../../kit/ids.ts';
import { createSeal } from '../../kit/seal.ts';

/* Asking again: before some writes, the person of a session confirms that it is still them (ADR 136). */

let api: TestServer;
let admin: string;
let ownerId: string;
let number = 0;
function next(): number {
  number += 1;
  return number;
}
const password = sampleUserForm().password;
const recentMs = limits.confirming.minutes * 60_000;

beforeAll(async () => {
  api = await buildTestServer({ WRITES_PER_MINUTE: '100000', SECRET_KEY: secretKey });
  const as = await api.signInAdmin();
  const body = sampleUserForm({ userId: 'ada' });
  ownerId = (await api.call('createNewUser', { as, body })).body.data.id;
});
afterAll(() => api?.close());
beforeEach(async () => {
  for (const table of ['factor', 'recovery_code', 'sign_in_failure'] as const) {
    await api.db.deleteFrom(table).execute();
  }
  admin = await api.signInAdmin();
});

/** Lets the last confirmation of a session be so long ago. */
const letPass = (as: string, ms = recentMs) =>
  api.db
    .updateTable('session')
    .set({ confirmedAt: Date.now() - ms })
    .where('tokenHash', '=', sha256(as))
    .execute();

const newAdmin = () => {
  return {
    email: `nia${next()}@example.com`,
    fullName: 'Nia',
    role: 'admin',
    invite: true,
  } as const;
};
const addAdmin = (as: string) => api.call('addAdmin', { as, body: newAdmin() });
const addTotp = (as: string) => api.call('addTotp', { as });
/** Returns the question of an answer. The test fails if there is none. */
function askedBy({ status, body, text }: { status: number; body: unknown; text: string }) {
  expect(status, text).toBe(403);
  const { again, token, message } = failure.parse(body);
  expect(token, 'the session goes on').toBeUndefined();
  expect(message).toBe('Please confirm that it is you');
  return again as NonNullable<typeof again>;
}
const ticketOf = async (asking: ReturnType<typeof addTotp>) => askedBy(await asking).ticket;
const confirm = (as: string, body: object) => api.callLoosely('confirmAgain', { as, body });
const works = async (as: string) => (await api.call('getCategory', { as })).status === 200;
const sessionIds = async (as: string) =>
  ((await api.call('getSessions', { as })).body.data as { id: string; isThis: boolean }[])
    .filter(({ isThis }) => isThis)
    .map(({ id }) => id);

describe('after ten minutes', () => {
  const idOf = async (email: string) =>
    (await api.db.selectFrom('admin').select('id').where('email', '=', email).executeTakeFirst())
      ?.id ?? '';
  const someAdmin = async () => {
    const form = newAdmin();
    await api.call('addAdmin', { as: await api.signInAdmin(), body: form });
    return idOf(form.email);
  };
  const userForm = () => {
    const { password: _, ...form } = sampleUserForm({ userId: `eve${next()}` });
    return form;
  };
  const asking: Record<string, () => Promise<Parameters<typeof askedBy>[0]>> = {
    addAdmin: () => addAdmin(admin),
    updateAdmin: async () =>
      api.call('updateAdmin', { as: admin, id: await someAdmin(), body: { fullName: 'Nia Q' } }),
    removeAdmin: async () => api.call('removeAdmin', { as: admin, id: await someAdmin() }),
    addApiKey: () => api.call('addApiKey', { as: admin, body: { name: 'Own', scopes: ['read'] } }),
    inviteUser: () => api.call('inviteUser', { as: admin, id: ownerId }),
    'createNewUser with an invitation': () =>
      api.callLoosely('createNewUser', { as: admin, body: { ...userForm(), invite: true } }),
    'updateUser with an invitation': () =>
      api.callLoosely('updateUser', { as: admin, id: ownerId, body: { invite: 'true' } }),
    'createNewUser with an e-mail address': () => {
      const form = userForm();
      const email = `${form.userId}@example.com`;
      return api.callLoosely('createNewUser', { as: admin, body: { ...form, password, email } });
    },
    'updateUser with an empty e-mail address': () =>
      api.call('updateUser', { as: admin, id: ownerId, body: { email: '' } }),
    'endSession of somebody else': async () => {
      const [id] = await sessionIds(await api.signInUser('ada', password));
      return api.call('endSession', { as: admin, id: id as string });
    },
  };

  test.each(Object.entries(asking))('%s asks, and works after the answer', async (_, call) => {
    expect((await call()).status, 'the sign-in has just been').toBe(200);
    if (!(await works(admin))) admin = await api.signInAdmin();
    const password_ = { userId: 'ada', password };
    await api.callLoosely('updateUser', { as: admin, id: ownerId, body: password_ });
    await letPass(admin);
    const { ticket, methods } = askedBy(await call());
    expect(methods).toEqual(['password']);
    const answer = await confirm(admin, { ticket, password: adminPassword });
    admin = confirmedAgain.parse(answer.body).token;
    expect((await call()).status).toBe(200);
    await letPass(admin, recentMs - 60_000);
    expect((await addAdmin(admin)).status, 'nine minutes later').toBe(200);
    await api.callLoosely('updateUser', { as: admin, id: ownerId, body: password_ });
  });

  it('calls as the specification sends them, pauses, and own sessions do not ask', async () => {
    await letPass(admin);
    const form = sampleUserForm({ userId: 'eve' });
    const created = await api.call('createNewUser', { as: admin, body: form });
    expect(created.status).toBe(200);
    const { id } = created.body.data;
    const changed = { ...form, position: 'Captain', invite: false };
    expect((await api.call('updateUser', { as: admin, id, body: changed })).status).toBe(200);
    expect((await api.call('deleteUser', { as: admin, id })).status).toBe(200);
    const pause = { scope: 'all', reason: 'A look' } as const;
    const paused = await api.call('startPause', { as: admin, body: pause });
    expect(paused.status, paused.text).toBe(200);
    const ended = await api.call('endPause', { as: admin, id: paused.body.data.id, body: {} });
    expect(ended.status).toBe(200);
    const [own = ''] = await sessionIds(await api.signInAdmin());
    expect((await api.call('endSession', { as: admin, id: own })).status).toBe(200);
    expect((await api.call('endOtherSessions', { as: admin })).status).toBe(200);
  });

  it('the calls that ask are these', () => {
    const asks = Object.entries(calls).flatMap(([name, call]) =>
      'asksAgain' in call ? [[name, call.asksAgain]] : [],
    );
    expect(Object.fromEntries(asks)).toEqual({
      endSession: 'others',
      addTotp: 'always',
      addPasskey: 'always',
      renewRecoveryCodes: 'always',
      removeFactor: 'always',
      addAdmin: 'recent',
      updateAdmin: 'recent',
      removeAdmin: 'recent',
      removeAdminFactors: 'recent',
      removeUserFactors: 'recent',
      unbindAdmin: 'recent',
      unbindUser: 'recent',
      addApiKey: 'recent',
      createNewUser: { with: ['invite', 'email'] },
      updateUser: { with: ['invite', 'email'] },
      inviteUser: 'recent',
    });
  });

  it('a wrong body, and what somebody may not do, is refused without a question', async () => {
    await letPass(admin);
    const wrong = await api.callLoosely('addAdmin', { as: admin, body: { email: 'x' } });
    expect(wrong.status).toBe(400);
    const { token: viewer } = await addViewer(api, `Viewer ${next()}`);
    await letPass(viewer);
    const refused = await addAdmin(viewer);
    expect([refused.status, refused.body.again]).toEqual([403, undefined]);
    const [id = ''] = await sessionIds(admin);
    expect((await api.call('endSession', { as: viewer, id })).status).toBe(404);
  });

  it('a clock that was set back makes no answer last longer', async () => {
    await letPass(admin, -3_600_000);
    askedBy(await addAdmin(admin));
  });
});

describe('own second factors', () => {
  it('ask each time, once for each write, and not for the first code of the set-up', async () => {
    const { ticket, methods } = askedBy(await addTotp(admin));
    expect(methods).toEqual(['password']);
    const token = (await confirm(admin, { ticket, password: adminPassword })).body.token;
    const begun = await addTotp(token);
    expect(begun.status, begun.text).toBe(200);
    const { id, secret } = begun.body.data;
    const wrong = await api.call('confirmTotp', { as: token, body: { id, code: '000000' } });
    expect(wrong.status).toBe(400);
    const body = { id, code: codeOf(secret) };
    expect((await api.call('confirmTotp', { as: token, body })).status).toBe(200);
    expect(askedBy(await addTotp(token)).methods).toEqual(['totp', 'recoveryCode']);
    expect(askedBy(await api.call('renewRecoveryCodes', { as: token })).methods).toHaveLength(2);
    expect(askedBy(await api.call('removeFactor', { as: token, id })).methods).toHaveLength(2);
  });

  it('an answer for another call is none for these', async () => {
    await letPass(admin);
    const ticket = await ticketOf(addAdmin(admin));
    const token = (await confirm(admin, { ticket, password: adminPassword })).body.token;
    askedBy(await addTotp(token));
    expect((await addAdmin(token)).status).toBe(200);
  });

  it('one answer is enough for one of two calls at once', async () => {
    const ticket = await ticketOf(addTotp(admin));
    const token = (await confirm(admin, { ticket, password: adminPassword })).body.token;
    const answers = await Promise.all([addTotp(token), addTotp(token), addTotp(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('a session that was stolen cannot remove the factor with the password alone', async () => {
    const { id, secret } = await addAuthenticator(api, admin);
    await forgetSteps(api.db);
    const remove = (as: string) => api.call('removeFactor', { as, id });
    const { ticket } = askedBy(await remove(admin));
    const refused = await confirm(admin, { ticket, password: adminPassword });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'password']);
    const answer = await confirm(admin, { ticket, code: codeOf(secret) });
    expect(answer.status, answer.text).toBe(200);
    expect((await remove(answer.body.token)).status).toBe(200);
  });
});

describe('the answer', () => {
  it('gives the session another token, and the old one ends at once', async () => {
    const before = await sessionIds(admin);
    const ticket = await ticketOf(addTotp(admin));
    const { token } = (await confirm(admin, { ticket, password: adminPassword })).body;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(token).not.toBe(admin);
    expect(await works(admin)).toBe(false);
    expect(await sessionIds(token)).toEqual(before);
    const ended = await api.call('getCategory', { as: admin });
    expect(ended.body.token).toBe(false);
  });

  it('takes a code once, and a recovery code, which is an entry of the log', async () => {
    const { secret, recoveryCodes } = await addAuthenticator(api, admin);
    await forgetSteps(api.db);
    await letPass(admin);
    const code = codeOf(secret);
    const first = await confirm(admin, { ticket: await ticketOf(addAdmin(admin)), code });
    const token = first.body.token;
    const ticket = await ticketOf(addTotp(token));
    expect((await confirm(token, { ticket, code })).body.errors?.[0].field, 'again').toBe('code');
    const answer = await confirm(token, { ticket, recoveryCode: recoveryCodes[0] });
    expect(answer.status, answer.text).toBe(200);
    const { body } = await api.call('getChanges', {
      as: answer.body.token,
      query: { entity: 'factor' },
    });
    expect(body.data[0]).toMatchObject({ action: 'recovery.use' });
  });

  it('takes a ticket once, also by two at once', async () => {
    const ticket = await ticketOf(addTotp(admin));
    const tries = [1, 2, 3].map(() => confirm(admin, { ticket, password: adminPassword }));
    const answers = await Promise.all(tries);
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status } of answers) expect([200, 400, 401]).toContain(status);
    const { token } = won[0]?.body ?? {};
    const again = await confirm(token, { ticket, password: adminPassword });
    expect([again.status, again.body.errors[0].field]).toEqual([400, 'ticket']);
  });

  it('takes no ticket of another person, of another session, or that has ended', async () => {
    const other = await addSecondAdmin(api, `Other ${next()}`);
    const second = await api.signInAdmin();
    const ticket = await ticketOf(addTotp(admin));
    const seal = createSeal(Buffer.from(secretKey, 'base64'));
    const fields = JSON.parse(seal.open(ticket, 'ticket:again') ?? '');
    const late = seal.close(JSON.stringify({ ...fields, endsAt: Date.now() }), 'ticket:again');
    const restored = seal.close(JSON.stringify({ ...fields, epoch: 'other' }), 'ticket:again');
    const signingIn = seal.close(JSON.stringify(fields), 'ticket:second-factor');
    for (const [what, as, sent] of [
      ['another person', other.token, ticket],
      ['another session of the person', second, ticket],
      ['a ticket that has ended', admin, late],
      ['a ticket of before a restore', admin, restored],
      ['the ticket of a sign-in', admin, signingIn],
      ['no ticket', admin, 'none'],
    ] as const) {
      const { status, body } = await confirm(as, { ticket: sent, password: adminPassword });
      expect([what, status, body.errors?.[0].field]).toEqual([what, 400, 'ticket']);
    }
    expect((await confirm(admin, { ticket, password: adminPassword })).status).toBe(200);
  });

  it('a ticket of an owner, and of an administrator, opens nothing for the other', async () => {
    const owner = await api.signInUser('ada', password);
    const ofOwner = await ticketOf(addTotp(owner));
    expect((await confirm(admin, { ticket: ofOwner, password: adminPassword })).status).toBe(400);
    const answer = await confirm(owner, { ticket: ofOwner, password });
    expect((await addTotp(answer.body.token)).status).toBe(200);
  });

  it('comes too late for a session that has ended, and for an old password', async () => {
    const ticket = await ticketOf(addTotp(admin));
    const leaving = await api.signInAdmin();
    const left = await ticketOf(addTotp(leaving));
    await api.call('signOut', { as: leaving });
    const over = await confirm(leaving, { ticket: left, password: adminPassword });
    expect([over.status, over.body.token]).toEqual([401, false]);
    const changed = 'kelp-and-tide-77';
    const change = async (as: string, oldPassword: string, newPassword: string) =>
      api.call('adminChangePassword', {
        as,
        body: { oldPassword, newPassword, confirmPassword: newPassword, endOthers: false },
      });
    expect((await change(await api.signInAdmin(), adminPassword, changed)).status).toBe(200);
    expect((await confirm(admin, { ticket, password: changed })).status).toBe(400);
    const body = { email: adminEmail, password: changed };
    const back = (await api.call('adminSignIn', { body })).body.token;
    expect((await change(back, changed, adminPassword)).status).toBe(200);
  });

  it('limits wrong passwords and wrong codes, and leaves the session', async () => {
    const ticket = await ticketOf(addTotp(admin));
    for (let count = 0; count < limits.signIn.perPair; count += 1) {
      const wrong = await confirm(admin, { ticket, password: 'not-the-password' });
      expect([wrong.status, wrong.body.token]).toEqual([400, undefined]);
    }
    const refused = await confirm(admin, { ticket, password: adminPassword });
    expect(refused.status).toBe(429);
    expect(await works(admin)).toBe(true);
    expect(await works(await api.signInAdmin()), 'a sign-in has limits of its own').toBe(true);
    const { secret } = await addAuthenticator(api, admin);
    const wrongCode = codeOf(secret) === '000000' ? '111111' : '000000';
    const ofFactor = await ticketOf(addTotp(admin));
    for (let count = 0; count < limits.secondFactor.perPair; count += 1) {
      const { status } = await confirm(admin, { ticket: ofFactor, code: wrongCode });
      expect(status).toBe(400);
    }
    expect((await confirm(admin, { ticket: ofFactor, code: wrongCode })).status).toBe(429);
  });

  it.each([
    ['nothing', {}],
    ['two', { password: 'x', code: '123456' }],
    ['a short code', { code: '12' }],
    ['a list', { password: ['x'] }],
  ])('refuses %s with 400', async (_, entered) => {
    const ticket = await ticketOf(addTotp(admin));
    expect((await confirm(admin, { ticket, ...entered })).status).toBe(400);
  });

  it('is for people: an API key is refused', async () => {
    const body = { name: 'All', scopes: ['read', 'users'] } as const;
    const key = (await api.callLoosely('addApiKey', { as: admin, body })).body.key;
    const ticket = await ticketOf(addTotp(admin));
    expect((await confirm(key, { ticket, password: adminPassword })).status).toBe(403);
    const form = { ...sampleUserForm({ userId: 'nia' }), password: undefined, invite: true };
    const invited = await api.callLoosely('createNewUser', { as: key, body: form });
    expect([invited.status, invited.body.again]).toEqual([400, undefined]);
  });
});
