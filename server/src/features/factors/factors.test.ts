import { calls } from '@adwarden/contract/calls';
import { failure } from '@adwarden/contract/envelope';
import { factorList } from '@adwarden/contract/factors/factors';
import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../../../test/servers/build-test-server.ts';
import { addViewer } from '../../../test/servers/second-admin.ts';
import {
  addAuthenticator,
  codeOf,
  forgetSteps,
  letWriteFactors,
} from '../../../test/servers/second-factor.ts';
import { nowMs } from '../../db/now.ts';
import { dayMs } from '../../kit/clock.ts';
import { createLogger } from '../../kit/logger.ts';

/* Second factors: setting them up, and the second step of a sign-in (ADR 133). */

const lines: string[] = [];
let api: TestServer;
let admin: string;
let ada: { id: string; token: string };
const { password } = sampleUserForm();
beforeAll(async () => {
  const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
  const settings = { TRUST_PROXY: '127.0.0.1', COMPANY_NAME: 'Salt & Sail' };
  api = await buildTestServer({ WRITES_PER_MINUTE: '100000', ...settings }, { logger });
  admin = await api.signInAdmin();
  const body = sampleUserForm({ userId: 'ada', fullName: 'Ada Harbour' });
  const { id } = (await api.call('createNewUser', { as: admin, body })).body.data;
  ada = { id, token: await signInAda() };
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.db.deleteFrom('factor').execute();
  await api.db.deleteFrom('recovery_code').execute();
  await api.db.deleteFrom('sign_in_failure').execute();
  await api.db.deleteFrom('known_network').execute();
  await api.db.deleteFrom('bell_item').execute();
});

const signInAda = () => api.signInUser('ada', password);
const from = (address: string) => ({ 'x-forwarded-for': address });
const home = '203.0.113.7';
const firstStep = (address = home, typed = password) =>
  api.call('userSignIn', { body: { userID: 'ada', password: typed }, headers: from(address) });
type Entered = { code: string } | { recoveryCode: string };
const secondStep = (ticket: string, entered: object, address = home) =>
  api.callLoosely('signInWithFactor', { body: { ticket, ...entered }, headers: from(address) });
const ticketOf = async (address = home): Promise<string> => {
  const answer = await firstStep(address);
  expect(answer.status, answer.text).toBe(401);
  return failure.parse(answer.body).secondFactor?.ticket ?? '';
};
/** Signs in with both steps, and returns the answer to the second one. */
const signIn = async (entered: Entered, address = home) =>
  secondStep(await ticketOf(address), entered, address);
const own = async (as = ada.token) => factorList.parse((await api.call('getFactors', { as })).body);
/** Begins to set up an authenticator app, as somebody who has just confirmed that it is them. */
async function beginTotp() {
  await letWriteFactors(api.db);
  return api.call('addTotp', { as: ada.token });
}
/** A code that the app does not show, also in the next half minutes. */
function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string;
}
const actionsOf = async () => {
  const rows = await api.db
    .selectFrom('change')
    .select(['action', 'actorId'])
    .where('entity', '=', 'factor')
    .orderBy('seq')
    .execute();
  return rows.map(({ action }) => action);
};
/** Waits for an item of each of these kinds: the bell rings after the call. */
const expectRung = (as: string, ...kinds: string[]) =>
  expect
    .poll(async () => {
      const items = (await api.call('getBell', { as })).body.data as { kind: string }[];
      return items.map(({ kind }) => kind);
    })
    .toEqual(expect.arrayContaining(kinds));

describe('an account without a factor', () => {
  it('signs in as before', async () => {
    const answer = await firstStep();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(
      ['data', 'message', 'status', 'success', 'token', 'user'].sort(),
    );
    expect((await own()).data).toEqual([]);
  });

  it('is not asked while a set-up waits for its first code', async () => {
    await beginTotp();
    expect((await own()).data).toEqual([]);
    expect((await firstStep()).status).toBe(200);
  });
});

describe('setting up', () => {
  it('gives a secret and a URI once, and ten recovery codes with the first factor only', async () => {
    const first = await addAuthenticator(api, ada.token);
    expect(first.uri).toContain(`secret=${first.secret}`);
    expect(first.uri).toMatch(/^otpauth:\/\/totp\/Salt%20%26%20Sail:ada\?issuer=/);
    expect(first.recoveryCodes).toHaveLength(limits.secondFactor.recoveryCodes);
    expect(new Set(first.recoveryCodes).size).toBe(limits.secondFactor.recoveryCodes);
    for (const code of first.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect((await addAuthenticator(api, ada.token)).recoveryCodes).toEqual([]);
    const { data, recoveryCodesLeft } = await own();
    expect(data.map(({ kind, lastUsedAt }) => [kind, lastUsedAt])).toEqual([
      ['totp', null],
      ['totp', null],
    ]);
    expect(recoveryCodesLeft).toBe(limits.secondFactor.recoveryCodes);
    expect(JSON.stringify(data)).not.toContain(first.secret);
  });

  it('stores the secret sealed and the codes as hashes, and logs neither', async () => {
    const { secret, recoveryCodes } = await addAuthenticator(api, ada.token);
    await signIn({ recoveryCode: recoveryCodes[0] ?? '' });
    const stored = await Promise.all([
      api.db.selectFrom('factor').selectAll().execute(),
      api.db.selectFrom('recovery_code').selectAll().execute(),
      api.db.selectFrom('change').selectAll().execute(),
    ]);
    for (const text of [JSON.stringify(stored), lines.join('')]) {
      expect(text).not.toContain(secret);
      for (const code of recoveryCodes) {
        expect(text).not.toContain(code);
        expect(text).not.toContain(code.replaceAll('-', ''));
      }
    }
  });

  it('needs a code of now, and uses it', async () => {
    const { id, secret } = (await beginTotp()).body.data;
    const confirm = (code: string) =>
      api.call('confirmTotp', { as: ada.token, body: { id, code } });
    const refused = await confirm(wrongCode(secret));
    expect([refused.status, refused.body.errors?.[0].field]).toEqual([400, 'code']);
    const code = codeOf(secret);
    // People type it in groups.
    expect((await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect((await confirm(code)).status, 'twice').toBe(404);
    expect((await signIn({ code })).status, 'the same code for a sign-in').toBe(401);
  });

  it('ends after some minutes, and with a newer one', async () => {
    const begin = async () => (await beginTotp()).body.data;
    const confirm = ({ id, secret }: { id: string; secret: string }, as = ada.token) =>
      api.call('confirmTotp', { as, body: { id, code: codeOf(secret) } });
    const older = await begin();
    const newer = await begin();
    expect((await confirm(older)).status, 'the older one').toBe(404);
    expect((await confirm(newer, admin)).status, 'of somebody else').toBe(404);
    const past = sql<number>`${nowMs} - ${sql.lit(limits.secondFactor.setUpMinutes * 60_000)}`;
    await api.db.updateTable('factor').set({ createdAt: past }).execute();
    expect((await confirm(newer)).status, 'too late').toBe(404);
  });

  it('has a limit', async () => {
    for (let count = 0; count < limits.secondFactor.most; count += 1) {
      await addAuthenticator(api, ada.token);
    }
    expect((await beginTotp()).status).toBe(409);
  });

  it('is closed to API keys, and open to viewers', async () => {
    const body = { name: 'All', scopes: ['read', 'apps', 'users', 'pauses', 'import'] as const };
    const made = await api.callLoosely('addApiKey', { as: admin, body });
    for (const [name, call] of Object.entries(calls)) {
      if (!call.path.startsWith('/sessions/factors')) continue;
      const asked = await api.callLoosely(name as 'getFactors', {
        as: made.body.key,
        id: 'none',
        body: call.method === 'POST' ? {} : undefined,
      });
      expect([name, asked.status]).toEqual([name, 403]);
    }
    const viewer = await addViewer(api);
    expect((await addAuthenticator(api, viewer.token)).recoveryCodes).not.toEqual([]);
  });
});

describe('the second step', () => {
  it('follows a right password only, and opens the session', async () => {
    const { secret } = await addAuthenticator(api, ada.token);
    await forgetSteps(api.db);
    const wrong = await firstStep(home, 'not-the-password');
    expect([wrong.status, wrong.body.secondFactor]).toEqual([401, undefined]);
    const asked = await firstStep();
    expect(asked.status).toBe(401);
    expect(asked.body).toMatchObject({
      success: false,
      secondFactor: { methods: ['totp', 'recoveryCode'] },
    });
    expect(asked.body.token).toBeUndefined();
    const { ticket } = asked.body.secondFactor;
    const answer = await secondStep(ticket, { code: codeOf(secret) });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.user).toMatchObject({ id: ada.id, role: 'user', userID: 'ada' });
    expect((await api.call('getFactors', { as: answer.body.token })).status).toBe(200);
    expect((await own()).data[0]?.lastUsedAt).not.toBeNull();
    const line = lines.findLast((one) => one.includes('"factor":"totp"')) ?? '';
    expect(JSON.parse(line).signIn).toMatchObject({ id: ada.id, outcome: 'signed-in' });
  });

  it('ends the session that the browser had, like a sign-in', async () => {
    const before = await signInAda();
    const { secret } = await addAuthenticator(api, ada.token);
    await forgetSteps(api.db);
    const body = { ticket: await ticketOf(), code: codeOf(secret) };
    expect((await api.call('signInWithFactor', { as: before, body })).status).toBe(200);
    expect((await api.call('getFactors', { as: before })).status).toBe(401);
  });

  it('works for administrators, who stay administrators', async () => {
    const { secret } = await addAuthenticator(api, admin);
    await forgetSteps(api.db);
    const body = { email: adminEmail, password: adminPassword };
    const { ticket } = (await api.call('adminSignIn', { body })).body.secondFactor;
    const answer = await secondStep(ticket, { code: codeOf(secret) });
    expect(answer.body.user).toMatchObject({ role: 'admin', email: adminEmail });
  });

  it('takes a code once, also by two requests at the same time', async () => {
    const { secret } = await addAuthenticator(api, ada.token);
    await forgetSteps(api.db);
    const code = codeOf(secret);
    const tickets = [await ticketOf(), await ticketOf(), await ticketOf()];
    const answers = await Promise.all(tickets.map((ticket) => secondStep(ticket, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await signIn({ code: codeOf(secret, -1) })).status, 'an older code').toBe(401);
  });

  it('takes a ticket once, until its end, and with the password of then', async () => {
    const { recoveryCodes } = await addAuthenticator(api, ada.token);
    const [first = '', second = '', third = '', fourth = ''] = recoveryCodes;
    const ticket = await ticketOf();
    expect((await secondStep(ticket, { recoveryCode: first })).status).toBe(200);
    expect((await secondStep(ticket, { recoveryCode: second })).status, 'twice').toBe(401);
    expect((await own()).recoveryCodesLeft, 'the code stays').toBe(recoveryCodes.length - 1);

    const [key = '', body = ''] = (await ticketOf()).split('.');
    const changed = `${key}.${body.startsWith('A') ? 'B' : 'A'}${body.slice(1)}`;
    expect((await secondStep(changed, { recoveryCode: third })).status, 'changed').toBe(401);

    const old = await ticketOf();
    const newPassword = 'kelp-and-tide-77';
    const as = (await signIn({ recoveryCode: third })).body.token;
    const passwords = { newPassword, confirmPassword: newPassword };
    await api.call('userChangePassword', { as, body: { oldPassword: password, ...passwords } });
    expect((await secondStep(old, { recoveryCode: fourth })).status, 'a new password').toBe(401);
    const update = { fullName: 'Ada Harbour', userId: 'ada', password };
    await api.callLoosely('updateUser', { as: admin, id: ada.id, body: update });
    ada.token = (await signIn({ recoveryCode: fourth })).body.token;
  });

  it('takes a recovery code once, however it is written', async () => {
    const { recoveryCodes } = await addAuthenticator(api, ada.token);
    const [code = ''] = recoveryCodes;
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    expect((await signIn({ recoveryCode: typed })).status).toBe(200);
    expect((await signIn({ recoveryCode: code })).status).toBe(401);
    expect((await own()).recoveryCodesLeft).toBe(recoveryCodes.length - 1);
    await expectRung(ada.token, 'recovery-used');
  });

  it('takes no recovery code of somebody else', async () => {
    await addAuthenticator(api, ada.token);
    const { recoveryCodes } = await addAuthenticator(api, admin);
    expect((await signIn({ recoveryCode: recoveryCodes[0] ?? '' })).status).toBe(401);
  });

  test.each([
    ['nothing', {}],
    ['both', { code: '123456', recoveryCode: 'A'.repeat(24) }],
    ['five digits', { code: '12345' }],
    ['letters', { code: 'abcdef' }],
    ['a short recovery code', { recoveryCode: 'ABCD' }],
    ['a list', { code: ['123456'] }],
  ])('refuses %s with 400', async (_, entered) => {
    await addAuthenticator(api, ada.token);
    expect((await secondStep(await ticketOf(), entered)).status).toBe(400);
  });
});

describe('guessing', () => {
  const { perPair, strangersADay } = limits.secondFactor;
  /** Enters wrong codes from a network, and expects that each is checked. */
  async function guess(secret: string, count: number, address: string): Promise<void> {
    for (let guesses = 0; guesses < count; guesses += 1) {
      expect((await signIn({ code: wrongCode(secret) }, address)).status).toBe(401);
    }
  }
  const statusFrom = async (entered: Entered, address: string) => {
    await forgetSteps(api.db);
    return (await signIn(entered, address)).status;
  };

  it('ends after ten wrong codes of a network', async () => {
    const { secret } = await addAuthenticator(api, ada.token);
    await guess(secret, perPair, home);
    const refused = await signIn({ code: codeOf(secret, 1) });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect(await statusFrom({ code: codeOf(secret) }, '198.51.100.1'), 'elsewhere').toBe(200);
  });

  it('is not begun anew by the right password', async () => {
    const { secret } = await addAuthenticator(api, ada.token);
    for (let count = 1; count < limits.signIn.perPair; count += 1) {
      expect((await firstStep(home, 'not-the-password')).status).toBe(401);
    }
    await ticketOf();
    expect((await firstStep(home, 'not-the-password')).status).toBe(401);
    expect((await firstStep()).status, 'the password limit').toBe(429);
    expect((await api.db.selectFrom('known_network').selectAll().execute()).length).toBe(0);
    await api.db.deleteFrom('sign_in_failure').execute();
    expect(await statusFrom({ code: codeOf(secret) }, home)).toBe(200);
    expect((await api.db.selectFrom('known_network').selectAll().execute()).length).toBe(1);
  });

  it('by strangers ends after twenty a day, and locks out nobody', async () => {
    const { secret, recoveryCodes } = await addAuthenticator(api, ada.token);
    expect(await statusFrom({ code: codeOf(secret) }, home), 'home is known now').toBe(200);
    for (let network = 0; network < strangersADay / 4; network += 1) {
      await guess(secret, 4, `198.51.100.${network}`);
    }
    const stranger = await signIn({ code: codeOf(secret, 1) }, '192.0.2.9');
    expect(stranger.status).toBe(429);
    expect(stranger.body.message).toMatch(/try again in 24 hours$/);
    expect(await statusFrom({ code: codeOf(secret) }, home), 'a known network').toBe(200);
    const [code = ''] = recoveryCodes;
    expect(await statusFrom({ recoveryCode: code }, '192.0.2.10'), 'a recovery code').toBe(200);
    expect(await statusFrom({ code: codeOf(secret) }, '192.0.2.10'), 'known by now').toBe(200);
    const yesterday = sql<number>`at - ${sql.lit(dayMs)}`;
    await api.db.updateTable('sign_in_failure').set({ at: yesterday }).execute();
    expect(await statusFrom({ code: codeOf(secret) }, '192.0.2.9'), 'a day later').toBe(200);
  });

  it('is an entry of the log and an item in the bell: somebody knows the password', async () => {
    const { secret } = await addAuthenticator(api, ada.token);
    await guess(secret, 1, '198.51.100.1');
    expect((await actionsOf()).at(-1)).toBe('factor.wrong');
    await expectRung(ada.token, 'password-known');
    const entry = (await api.call('getChanges', { as: admin, query: { entity: 'factor' } })).body
      .data[0];
    expect(entry).toMatchObject({ action: 'factor.wrong', actor: { address: '198.51.100.1' } });
  });
});

describe('removing', () => {
  it('leaves the password alone, and ends the recovery codes with the last factor', async () => {
    const first = await addAuthenticator(api, ada.token);
    const second = await addAuthenticator(api, ada.token);
    const remove = async (id: string, as = ada.token) => {
      await letWriteFactors(api.db);
      return api.call('removeFactor', { as, id });
    };
    expect((await remove(first.id, admin)).status, 'by somebody else').toBe(404);
    expect((await remove(first.id)).status).toBe(200);
    expect((await own()).recoveryCodesLeft).toBe(limits.secondFactor.recoveryCodes);
    expect((await firstStep()).status).toBe(401);
    expect((await remove(second.id)).status).toBe(200);
    expect((await own()).recoveryCodesLeft).toBe(0);
    expect((await firstStep()).status).toBe(200);
    expect((await actionsOf()).slice(-4)).toEqual([
      'factor.add',
      'factor.add',
      'factor.remove',
      'factor.remove',
    ]);
    await expectRung(ada.token, 'factor-added', 'factor-removed');
    const seq = (await api.call('getChanges', { as: admin, query: { entity: 'factor' } })).body
      .data[0].seq;
    expect((await api.call('restoreChange', { as: admin, id: seq, body: {} })).status).toBe(400);
  });

  it('new recovery codes end the older ones', async () => {
    const renew = async () => {
      await letWriteFactors(api.db);
      return api.call('renewRecoveryCodes', { as: ada.token });
    };
    expect((await renew()).status, 'without').toBe(409);
    const { recoveryCodes } = await addAuthenticator(api, ada.token);
    const renewed = (await renew()).body.data;
    expect((await signIn({ recoveryCode: recoveryCodes[0] ?? '' })).status).toBe(401);
    expect((await signIn({ recoveryCode: renewed.recoveryCodes[0] })).status).toBe(200);
    expect((await own()).recoveryCodesLeft).toBe(limits.secondFactor.recoveryCodes - 1);
  });

  it('happens with the account', async () => {
    const body = sampleUserForm({ userId: 'eve' });
    const { id } = (await api.call('createNewUser', { as: admin, body })).body.data;
    await addAuthenticator(api, await api.signInUser('eve', body.password));
    expect((await api.call('deleteUser', { as: admin, id })).status).toBe(200);
    expect(await api.db.selectFrom('factor').selectAll().execute()).toEqual([]);
    expect(await api.db.selectFrom('recovery_code').selectAll().execute()).toEqual([]);
  });
});

describe('an invitation', () => {
  it('sets the password and leaves the factor, which the sign-in asks for', async () => {
    const { secret } = await addAuthenticator(api, ada.token);
    await forgetSteps(api.db);
    const invited = await api.call('inviteUser', { as: admin, id: ada.id });
    const token = invited.body.invitation.link.split('#')[1];
    const body = { token, password, confirmPassword: password };
    const asked = await api.call('acceptInvitation', { body });
    expect([asked.status, asked.body.secondFactor?.methods[0]]).toEqual([401, 'totp']);
    const { ticket } = asked.body.secondFactor;
    for (let count = 0; count < 3; count += 1) await firstStep('192.0.2.1', 'not-the-password');
    const answer = await secondStep(ticket, { code: codeOf(secret) });
    expect(answer.status, answer.text).toBe(200);
    ada.token = answer.body.token;
    const failures = await api.db.selectFrom('sign_in_failure').selectAll().execute();
    expect(failures, 'all wrong passwords are forgotten').toEqual([]);
  });
});
