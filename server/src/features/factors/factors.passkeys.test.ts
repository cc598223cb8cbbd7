import { againAsked, failure } from '@adwarden/contract/envelope';
import { factorList } from '@adwarden/contract/factors/factors';
import type { NewPasskey } from '@adwarden/contract/factors/passkey-answer';
import { newPasskeyAnswer, passkeyAsked } from '@adwarden/contract/factors/passkeys';
import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { buildTestServer, type TestServer } from '../../../test/servers/build-test-server.ts';
import {
  addPasskey,
  createAuthenticator,
  type Faults,
  office,
} from '../../../test/servers/passkeys.ts';
import { addSecondAdmin } from '../../../test/servers/second-admin.ts';
import { addAuthenticator, codeOf, letWriteFactors } from '../../../test/servers/second-factor.ts';
import { secretKey } from '../../../test/servers/template.ts';
import { createLogger } from '../../kit/logger.ts';
import { createSeal } from '../../kit/seal.ts';

/* Passkeys: as a second factor, and in the place of a password (ADR 141). */

const lines: string[] = [];
let api: TestServer;
let admin: string;
let ada: { id: string; token: string };
let eve: { id: string; token: string };
const { password } = sampleUserForm();

const newOwner = async (userId: string) => {
  const body = sampleUserForm({ userId, fullName: 'Ada Harbour' });
  const { id } = (await api.call('createNewUser', { as: admin, body })).body.data;
  return { id, token: await api.signInUser(userId, password) };
};
beforeAll(async () => {
  const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
  api = await buildTestServer(
    {
      WRITES_PER_MINUTE: '100000',
      TRUST_PROXY: '127.0.0.1',
      COMPANY_NAME: 'Salt & Sail',
      OFFICE_ADDRESS: `${office.origin}/office`,
      SECRET_KEY: secretKey,
    },
    { logger },
  );
  admin = await api.signInAdmin();
  ada = await newOwner('ada');
  eve = await newOwner('eve');
});
afterAll(() => api?.close());
beforeEach(async () => {
  for (const table of [
    'factor',
    'recovery_code',
    'sign_in_failure',
    'known_network',
    'bell_item',
  ] as const) {
    await api.db.deleteFrom(table).execute();
  }
});

const home = '203.0.113.7';
const from = (address: string) => ({ 'x-forwarded-for': address });
const firstStep = (userID = 'ada', address = home) =>
  api.call('userSignIn', { body: { userID, password }, headers: from(address) });
/** Begins the second step, and returns what it asks for. */
async function asked(userID = 'ada') {
  const answer = await firstStep(userID);
  expect(answer.status, answer.text).toBe(401);
  const { ticket = '', methods = [], options = {} } = failure.parse(answer.body).secondFactor ?? {};
  return { ticket, methods, options };
}
const secondStep = (ticket: string, entered: object, address = home) =>
  api.callLoosely('signInWithFactor', { body: { ticket, ...entered }, headers: from(address) });
/** Begins a sign-in in the place of a password. */
async function begin(address = home) {
  const answer = await api.call('signInWithPasskey', { headers: from(address) });
  expect(answer.status, answer.text).toBe(200);
  return passkeyAsked.parse(answer.body).data;
}
const own = async (as = ada.token) =>
  factorList.parse((await api.call('getFactors', { as })).body).data;
async function beginSetUp(replacesPassword = true, as = ada.token) {
  await letWriteFactors(api.db);
  const answer = await api.call('addPasskey', { as, body: { replacesPassword } });
  expect(answer.status, answer.text).toBe(200);
  return newPasskeyAnswer.parse(answer.body).data;
}
const confirm = (body: object, as = ada.token) => api.callLoosely('confirmPasskey', { as, body });
const entries = () =>
  api.db
    .selectFrom('change')
    .select(['action', 'row'])
    .where('entity', '=', 'factor')
    .orderBy('seq')
    .execute();
const lastAction = async () => (await entries()).at(-1)?.action;

describe('setting up', () => {
  it('asks the browser for what the kind needs, with the address of the settings', async () => {
    const alone = (await beginSetUp(true)).options;
    expect(alone).toMatchObject({
      rp: { id: office.host, name: 'Salt & Sail' },
      user: { name: 'ada', displayName: 'Ada Harbour' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect((alone.pubKeyCredParams as { alg: number }[]).map(({ alg }) => alg)).toEqual([
      -8, -7, -257,
    ]);
    const { options } = await beginSetUp(false);
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'discouraged',
      userVerification: 'discouraged',
    });
    const handles = [alone, options].map(({ user }) => (user as { id: string }).id);
    expect(handles[0], 'an account keeps its handle').toBe(handles[1]);
    expect(Buffer.from(handles[0] ?? '', 'base64url')).toHaveLength(32);
    const eves = (await beginSetUp(true, eve.token)).options.user as { id: string };
    expect(eves.id).not.toBe(handles[0]);
  });

  it('gives recovery codes with the first factor only, and lists what each can do', async () => {
    const first = await addPasskey(api, ada.token, { name: 'Laptop' });
    expect(first.recoveryCodes).toHaveLength(limits.secondFactor.recoveryCodes);
    const second = await addPasskey(api, ada.token, { name: 'Key', replacesPassword: false });
    expect(second.recoveryCodes).toEqual([]);
    expect(
      (second.options.excludeCredentials as { id: string }[]).map(({ id }) => id),
      'the browser makes no second passkey where there is one',
    ).toEqual([first.authenticator.id]);
    expect(await own()).toMatchObject([
      {
        kind: 'passkey',
        name: 'Laptop',
        replacesPassword: true,
        host: office.host,
        isUsable: true,
      },
      { kind: 'passkey', name: 'Key', replacesPassword: false, lastUsedAt: null },
    ]);
    expect(await lastAction()).toBe('factor.add');
  });

  test.each(['EdDSA', 'ES256', 'RS256'] as const)('takes %s', async (algorithm) => {
    const { authenticator } = await addPasskey(api, ada.token, { algorithm });
    const { ticket, options } = await begin();
    expect((await secondStep(ticket, { passkey: authenticator.use(options) })).status).toBe(200);
  });

  const wrong: Record<string, Faults> = {
    'another origin': { origin: 'https://office.example.com.evil.example' },
    'another host': { host: 'evil.example' },
    'another challenge': { challenge: 'AAAA' },
    'nobody who was checked': { isVerified: false },
    'a page inside another one': { crossOrigin: true },
    'an attestation that was not asked for': { format: 'tpm' },
    'an attestation with certificates': {
      format: 'packed',
      statement: new Map<string, unknown>([['x5c', [new Uint8Array(8)]]]),
    },
    'another algorithm': { algorithm: -47 },
  };
  test.each(Object.entries(wrong))('refuses %s', async (_, faults) => {
    const { id, options } = await beginSetUp();
    const response = createAuthenticator().make(options, faults);
    const answer = await confirm({ id, name: 'Laptop', response });
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'response']);
    expect(await own()).toEqual([]);
  });

  it('takes a set-up of its person only, once, and not for an app', async () => {
    const { id, options } = await beginSetUp();
    const authenticator = createAuthenticator();
    const body = { id, name: 'Laptop', response: authenticator.make(options) };
    expect((await confirm(body, eve.token)).status).toBe(404);
    const totp = await api.callLoosely('confirmTotp', {
      as: ada.token,
      body: { id, code: '123456' },
    });
    expect(totp.status).toBe(404);
    expect((await confirm(body)).status).toBe(200);
    expect((await confirm(body)).status).toBe(404);
    const other = await beginSetUp(true, eve.token);
    const again = { id: other.id, name: 'Same', response: authenticator.make(other.options) };
    expect((await confirm(again, eve.token)).status, 'the key of somebody else').toBe(409);
  });

  it('ends after its time, and with the next one', async () => {
    const first = await beginSetUp();
    const second = await beginSetUp();
    const body = (of: typeof first) => ({
      id: of.id,
      name: 'Laptop',
      response: createAuthenticator().make(of.options),
    });
    expect((await confirm(body(first))).status).toBe(404);
    await api.db
      .updateTable('factor')
      .set({ createdAt: Date.now() - limits.secondFactor.setUpMinutes * 60_000 - 1 })
      .execute();
    expect((await confirm(body(second))).status).toBe(404);
  });

  it('has a limit together with the authenticator apps', async () => {
    await addAuthenticator(api, ada.token);
    for (let made = 1; made < limits.secondFactor.most; made += 1) await addPasskey(api, ada.token);
    await letWriteFactors(api.db);
    const answer = await api.call('addPasskey', { as: ada.token, body: {} });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `You have ${limits.secondFactor.most} second factors: remove some first`,
    ]);
  });

  const long = 'A'.repeat(20_000);
  type Confirmation = { id: string; name: string; response: NewPasskey };
  /** Changes what the browser has answered. */
  const answered = (body: Confirmation, response: object, more: object = {}) => ({
    ...body,
    response: {
      ...body.response,
      ...more,
      response: { ...body.response.response, ...response },
    },
  });
  const odd: Record<string, (body: Confirmation) => object> = {
    'no name': ({ name: _, ...body }) => body,
    'a huge id': (body) => answered(body, {}, { id: long }),
    'a huge attestation': (body) => answered(body, { attestationObject: long }),
    'no base64url': (body) => answered(body, { clientDataJSON: '<script>' }),
    'bytes that are no CBOR': (body) => answered(body, { attestationObject: '____' }),
    'nested CBOR': (body) =>
      answered(body, { attestationObject: Buffer.alloc(5_900, 0x81).toString('base64url') }),
    'many transports': (body) =>
      answered(body, { transports: Array.from({ length: 9 }, () => 'usb') }),
    'a text in place of an object': (body) => ({ ...body, response: 'x' }),
  };
  test.each(Object.entries(odd))('refuses %s with the name of the field', async (_, change) => {
    const { id, options } = await beginSetUp();
    const body = { id, name: 'Laptop', response: createAuthenticator().make(options) };
    const answer = await confirm(change(body));
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors[0].field).toMatch(/^(name|response)/);
  });
});

describe('as a second factor', () => {
  it('signs in after the password, once for each ticket', async () => {
    const { authenticator } = await addPasskey(api, ada.token, { replacesPassword: false });
    const { ticket, methods, options } = await asked();
    expect(methods).toEqual(['passkey', 'recoveryCode']);
    expect(options).toMatchObject({
      rpId: office.host,
      userVerification: 'discouraged',
      allowCredentials: [{ id: authenticator.id, transports: ['internal', 'hybrid'] }],
    });
    lines.length = 0;
    const passkey = authenticator.use(options, { isVerified: false, userHandle: null });
    const answer = await secondStep(ticket, { passkey });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.user.userID).toBe('ada');
    expect(lines.join('')).toContain('"factor":"passkey","outcome":"signed-in"');
    const [listed] = await own();
    expect(listed?.lastUsedAt).not.toBeNull();
    const twice = await secondStep(ticket, { passkey: authenticator.use(options) });
    expect([twice.status, twice.body.message]).toEqual([
      401,
      'This sign-in has ended: begin again',
    ]);
  });

  const wrong: Record<string, Faults> = {
    'another origin': { origin: 'http://office.example.com' },
    'another host': { host: 'localhost' },
    'another challenge': { challenge: 'AAAA' },
    'the handle of somebody else': { userHandle: 'AAAA' },
    'a page inside another one': { crossOrigin: true },
  };
  test.each(Object.entries(wrong))('refuses %s, and says it in log and bell', async (_, faults) => {
    const { authenticator } = await addPasskey(api, ada.token);
    const { ticket, options } = await asked();
    const answer = await secondStep(ticket, { passkey: authenticator.use(options, faults) });
    expect(answer.status, answer.text).toBe(401);
    expect(await lastAction()).toBe('factor.wrong');
    expect(
      (await secondStep(ticket, { passkey: authenticator.use(options) })).status,
      'the ticket goes on',
    ).toBe(200);
  });

  it('refuses the passkey of somebody else, an unknown one, and one for another ticket', async () => {
    const { authenticator } = await addPasskey(api, ada.token);
    const eves = (await addPasskey(api, eve.token)).authenticator;
    const { ticket, options } = await asked();
    expect((await secondStep(ticket, { passkey: eves.use(options) })).status).toBe(401);
    const unknown = createAuthenticator();
    expect((await secondStep(ticket, { passkey: unknown.use(options) })).status).toBe(401);
    const other = await asked();
    const ofOther = authenticator.use(other.options);
    expect((await secondStep(ticket, { passkey: ofOther })).status).toBe(401);
    const ofBegun = await begin();
    const purpose = await secondStep(ofBegun.ticket, { passkey: authenticator.use(options) });
    expect(purpose.status, 'signed for another purpose').toBe(401);
  });

  it('cannot stand for the password', async () => {
    const { authenticator } = await addPasskey(api, ada.token, { replacesPassword: false });
    const { ticket, options } = await begin();
    expect((await secondStep(ticket, { passkey: authenticator.use(options) })).status).toBe(401);
    expect(await lastAction(), 'nobody knew a password').toBe('factor.add');
  });

  it('goes on when wrong codes and wrong passkeys have used up every other limit', async () => {
    const { authenticator } = await addPasskey(api, ada.token);
    const { ticket, options } = await asked();
    for (let tried = 0; tried <= limits.secondFactor.perPair; tried += 1) {
      await secondStep(ticket, { recoveryCode: 'A'.repeat(24) });
      await secondStep(ticket, { passkey: createAuthenticator().use(options) });
    }
    expect((await secondStep(ticket, { recoveryCode: 'A'.repeat(24) })).status).toBe(429);
    expect((await secondStep(ticket, { passkey: authenticator.use(options) })).status).toBe(200);
  });
});

describe('a counter that goes back', () => {
  it('is refused, and is said in both logs and in the bell', async () => {
    const { authenticator } = await addPasskey(api, ada.token);
    const first = await begin();
    const used = authenticator.use(first.options, { counter: 9 });
    expect((await secondStep(first.ticket, { passkey: used })).status).toBe(200);
    lines.length = 0;
    for (const counter of [9, 8, 0]) {
      const { ticket, options } = await begin();
      const passkey = authenticator.use(options, { counter });
      expect((await secondStep(ticket, { passkey })).status).toBe(401);
      expect(await lastAction()).toBe('passkey.copied');
    }
    expect(lines.join('')).toContain('a passkey has counted back');
    await expect
      .poll(async () => {
        const { data } = (await api.call('getBell', { as: ada.token })).body;
        return (data as { text: string }[]).map(({ text }) => text);
      })
      .toContain(
        'Somebody may have a copy of your passkey “Laptop”, and was refused. Remove it, and add a new one',
      );
    const last = await begin();
    const passkey = authenticator.use(last.options, { counter: 10 });
    expect((await secondStep(last.ticket, { passkey })).status).toBe(200);
  });

  it('is none for a passkey that does not count', async () => {
    const { authenticator } = await addPasskey(api, ada.token, { counts: false });
    for (let sign = 0; sign < 2; sign += 1) {
      const { ticket, options } = await begin();
      const passkey = authenticator.use(options);
      expect((await secondStep(ticket, { passkey })).status).toBe(200);
    }
  });

  it('lets one of two answers with one count in', async () => {
    const { authenticator } = await addPasskey(api, ada.token);
    const tickets = [await begin(), await begin()];
    const answers = await Promise.all(
      tickets.map(({ ticket, options }) =>
        secondStep(ticket, { passkey: authenticator.use(options, { counter: 5 }) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('in the place of a password', () => {
  it('signs in whoever the passkey belongs to, and remembers the network', async () => {
    const { authenticator } = await addPasskey(api, ada.token);
    const { ticket, options } = await begin();
    expect(options).toMatchObject({ rpId: office.host, userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
    const answer = await secondStep(ticket, { passkey: authenticator.use(options) });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ success: true, user: { userID: 'ada', role: 'user' } });
    const networks = await api.db.selectFrom('known_network').select('network').execute();
    expect(networks).toEqual([{ network: home }]);
    expect(await api.db.selectFrom('sign_in_failure').selectAll().execute()).toEqual([]);
    const twice = await secondStep(ticket, { passkey: authenticator.use(options) });
    expect(twice.status).toBe(401);
  });

  it('signs in an administrator', async () => {
    const { authenticator } = await addPasskey(api, admin);
    const { ticket, options } = await begin();
    const answer = await secondStep(ticket, { passkey: authenticator.use(options) });
    expect(answer.body.user.role).toBe('admin');
    await api.db.deleteFrom('factor').execute();
  });

  const wrong: Record<string, Faults> = {
    'another origin': { origin: 'https://evil.example' },
    'another host': { host: 'evil.example' },
    'nobody who was checked': { isVerified: false },
    'no handle': { userHandle: null },
    'the handle of somebody else': { userHandle: 'AAAA' },
  };
  test.each(Object.entries(wrong))('refuses %s', async (_, faults) => {
    const { authenticator } = await addPasskey(api, ada.token);
    const { ticket, options } = await begin();
    const answer = await secondStep(ticket, { passkey: authenticator.use(options, faults) });
    expect([answer.status, answer.body.message]).toEqual([
      401,
      'This passkey opens no account here: it was removed, or does not replace a password',
    ]);
  });

  it('refuses a ticket that has ended, was changed, or is for a password', async () => {
    const { authenticator } = await addPasskey(api, ada.token);
    const { ticket, options } = await begin();
    const passkey = () => authenticator.use(options);
    expect((await secondStep(`${ticket}x`, { passkey: passkey() })).status).toBe(401);
    expect((await secondStep(ticket, { recoveryCode: 'A'.repeat(24) })).status).toBe(401);
    const seal = createSeal(Buffer.from(secretKey, 'base64'));
    const text = seal.open(ticket, 'ticket:passkey');
    const fields = JSON.parse(text ?? '{}') as { endsAt: number };
    const old = seal.close(JSON.stringify({ ...fields, endsAt: Date.now() }), 'ticket:passkey');
    expect((await secondStep(old, { passkey: passkey() })).body.message).toBe(
      'This sign-in has ended: begin again',
    );
    await api.db.updateTable('meta').set({ value: 'other' }).where('name', '=', 'epoch').execute();
    expect((await secondStep(ticket, { passkey: passkey() })).status, 'after a restore').toBe(401);
  });

  it('ends with the passkey, the account and its state', async () => {
    const { id, authenticator } = await addPasskey(api, ada.token);
    await letWriteFactors(api.db);
    await api.call('removeFactor', { as: ada.token, id });
    const sign = async (of: typeof authenticator) => {
      const { ticket, options } = await begin();
      return (await secondStep(ticket, { passkey: of.use(options) })).status;
    };
    expect(await sign(authenticator), 'removed').toBe(401);

    const gone = await newOwner('gone');
    const ofGone = (await addPasskey(api, gone.token)).authenticator;
    expect(await sign(ofGone)).toBe(200);
    await api.db
      .updateTable('app_user')
      .set({ passwordHash: '' })
      .where('id', '=', gone.id)
      .execute();
    expect(await sign(ofGone), 'must set a password').toBe(401);
    await api.call('deleteUser', { as: admin, id: gone.id });
    expect(await sign(ofGone), 'deleted').toBe(401);
    const handles = await api.db.selectFrom('passkey_handle').select('accountId').execute();
    expect(handles.map(({ accountId }) => accountId)).not.toContain(gone.id);

    const second = await addSecondAdmin(api);
    const ofSecond = (await addPasskey(api, second.token)).authenticator;
    expect(await sign(ofSecond)).toBe(200);
    await api.db.updateTable('admin').set({ enabled: 'off' }).where('id', '=', second.id).execute();
    expect(await sign(ofSecond), 'disabled').toBe(401);
  });

  it('counts sign-ins of a network that do not succeed, and no others', async () => {
    const { authenticator } = await addPasskey(api, ada.token);
    const { perAddress } = limits.passkeys;
    for (let begun = 0; begun < perAddress - 1; begun += 1) await begin();
    const { ticket, options } = await begin();
    const refused = await api.call('signInWithPasskey', { headers: from(home) });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await firstStep('eve')).status, 'passwords go on').toBe(200);
    const elsewhere = '198.51.100.1';
    expect(
      (await secondStep(ticket, { passkey: authenticator.use(options) }, elsewhere)).status,
    ).toBe(200);
    expect((await api.call('signInWithPasskey', { headers: from(home) })).status).toBe(200);
  });
});

describe('asking again', () => {
  const question = async () => {
    const answer = await api.callLoosely('addPasskey', { as: ada.token, body: {} });
    expect(answer.status, answer.text).toBe(403);
    return againAsked.parse(answer.body.again);
  };

  it('takes a passkey, which must check who uses it if it can', async () => {
    await api.db.updateTable('session').set({ factorWriteUntil: null }).execute();
    const { authenticator } = await addPasskey(api, ada.token);
    const { ticket, methods, options = {} } = await question();
    expect(methods).toEqual(['passkey', 'recoveryCode']);
    expect(options).toMatchObject({ userVerification: 'preferred' });
    const answer = (faults?: Faults) =>
      api.callLoosely('confirmAgain', {
        as: ada.token,
        body: { ticket, passkey: authenticator.use(options, faults) },
      });
    const unverified = await answer({ isVerified: false });
    expect([unverified.status, unverified.body.errors[0].field]).toEqual([400, 'passkey']);
    const confirmed = await answer();
    expect(confirmed.status, confirmed.text).toBe(200);
    ada.token = confirmed.body.token;
    expect((await api.call('addPasskey', { as: ada.token, body: {} })).status).toBe(200);
  });

  it('takes a touch of a second factor', async () => {
    await api.db.updateTable('session').set({ factorWriteUntil: null }).execute();
    const { authenticator } = await addPasskey(api, ada.token, { replacesPassword: false });
    const { ticket, options = {} } = await question();
    expect(options).toMatchObject({ userVerification: 'discouraged' });
    const passkey = authenticator.use(options, { isVerified: false });
    const confirmed = await api.callLoosely('confirmAgain', {
      as: ada.token,
      body: { ticket, passkey },
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    ada.token = confirmed.body.token;
  });
});

describe('another address', () => {
  it('makes passkeys unusable, says it, and asks for something else', async () => {
    const { authenticator } = await addPasskey(api, ada.token);
    const { secret } = await addAuthenticator(api, ada.token);
    await api.db.updateTable('factor').set({ lastStep: 0 }).execute();
    await api.db
      .updateTable('factor')
      .set({ host: 'old.example.com' })
      .where('method', '=', 'passkey')
      .execute();
    const [passkey] = await own();
    expect(passkey).toMatchObject({ host: 'old.example.com', isUsable: false });
    const { ticket, methods, options } = await asked();
    expect([methods, options]).toEqual([['totp', 'recoveryCode'], {}]);
    const { ticket: alone, options: begun } = await begin();
    expect((await secondStep(alone, { passkey: authenticator.use(begun) })).status).toBe(401);
    expect((await secondStep(ticket, { code: codeOf(secret) })).status).toBe(200);
  });

  it('without HTTPS or a host name has no passkeys, and says why', async () => {
    const ways = (await api.call('getWays')).body.data;
    expect(ways).toMatchObject({ passkeys: true, passkeyOrigin: office.origin, noPasskeys: null });
    const plain = await buildTestServer({ OFFICE_ADDRESS: 'https://203.0.113.7' });
    try {
      expect((await plain.call('getWays')).body.data).toMatchObject({
        passkeys: false,
        passkeyOrigin: null,
        noPasskeys: 'no-host-name',
      });
      const as = await plain.signInAdmin();
      await letWriteFactors(plain.db);
      for (const answer of [
        await plain.call('addPasskey', { as, body: {} }),
        await plain.call('signInWithPasskey'),
      ]) {
        expect([answer.status, answer.body.message]).toEqual([
          409,
          'There are no passkeys here: passkeys need a host name, and OFFICE_ADDRESS (else PUBLIC_URL) is an IP address',
        ]);
      }
    } finally {
      await plain.close();
    }
  });
});
