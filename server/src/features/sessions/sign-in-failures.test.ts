import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildTestServer, type TestServer } from '../../../test/servers/build-test-server.ts';
import { usualCost } from '../../kit/password-hash.ts';

let test: TestServer;
beforeAll(async () => {
  test = await buildTestServer({ TRUST_PROXY: '127.0.0.1' });
  const body = sampleUserForm({ userId: 'Zoë' });
  await test.call('createNewUser', { as: await test.signInAdmin(), body });
});
afterAll(() => test?.close());
beforeEach(() => test.db.deleteFrom('sign_in_failure').execute());

const from = (address: string) => ({ 'x-forwarded-for': address });
const tryUser = (userID: string, password: string, address = '203.0.113.7', on = test) =>
  on.call('userSignIn', { body: { userID, password }, headers: from(address) });
const rightPassword = sampleUserForm().password;

describe('the throttle', () => {
  it('answers 429 with Retry-After after ten wrong passwords, also for the right password', async () => {
    for (let count = 0; count < limits.signIn.perPair; count += 1) {
      expect((await tryUser(count % 2 ? 'Zoë' : 'ZOË', 'wrong-password')).status).toBe(401);
    }
    const refused = await tryUser('Zoë', rightPassword);
    expect(refused.status, refused.text).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(refused.body.message).toMatch(/^Too many wrong passwords/);
    expect((await tryUser('Zoë', rightPassword, '198.51.100.1')).status).toBe(200);
  });

  it('limits an account that does not exist in the same way', async () => {
    for (let count = 0; count < limits.signIn.perPair; count += 1) {
      expect((await tryUser('nobody', 'wrong-password')).status).toBe(401);
    }
    expect((await tryUser('nobody', 'wrong-password')).status).toBe(429);
  });

  it('deletes the failures of an account and network after a sign-in', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let count = 1; count < limits.signIn.perPair; count += 1) {
        expect((await tryUser('Zoë', 'wrong-password')).status).toBe(401);
      }
      expect((await tryUser('Zoë', rightPassword)).status).toBe(200);
    }
  });

  it('counts all IPv6 addresses of a /64 as one', async () => {
    for (let count = 0; count < limits.signIn.perPair; count += 1) {
      expect((await tryUser('Zoë', 'wrong-password', `2001:db8:1:2::${count}`)).status).toBe(401);
    }
    expect((await tryUser('Zoë', rightPassword, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await tryUser('Zoë', rightPassword, '2001:db8:1:3::1')).status).toBe(200);
  });

  it('counts an address as the same one whatever port a proxy writes beside it', async () => {
    for (let count = 0; count < limits.signIn.perPair; count += 1) {
      expect((await tryUser('Zoë', 'wrong-password', `203.0.113.7:${count}`)).status).toBe(401);
    }
    expect((await tryUser('Zoë', rightPassword, '"203.0.113.7:60000"')).status).toBe(429);
    expect((await tryUser('Zoë', rightPassword, '203.0.113.8:0')).status).toBe(200);
  });

  it.each(['unknown', '_hidden', '8.8.8', 'x'.repeat(5_000)])(
    'does not take people behind a proxy that names %.10s for one',
    async (nobody) => {
      for (let count = 0; count < limits.signIn.perAddress + 5; count += 1) {
        const login = `nobody ${count % 9}`;
        expect((await tryUser(login, 'wrong-password', nobody)).status).toBe(401);
      }
      for (let count = 0; count < limits.signIn.perPair + 5; count += 1) {
        expect((await tryUser('Zoë', 'wrong-password', nobody)).status).toBe(401);
      }
      expect((await tryUser('Zoë', rightPassword, nobody)).status).toBe(200);
      // The limit of an account holds, and the sign-in above has made no network known.
      for (let count = 0; count < limits.signIn.perAccount; count += 1) {
        expect((await tryUser('Zoë', 'wrong-password', nobody)).status).toBe(401);
      }
      expect((await tryUser('Zoë', rightPassword, nobody)).status).toBe(429);
    },
  );

  it('counts a failure for 15 minutes, then deletes it', async () => {
    const old = Date.now() - limits.signIn.windowMinutes * 60_000 - 1000;
    const row = { kind: 'user' as const, account: 'zoë', address: '203.0.113.7', at: old };
    await test.db.insertInto('sign_in_failure').values(Array(99).fill(row)).execute();
    expect((await tryUser('Zoë', 'wrong-password')).status).toBe(401);
    expect(await test.db.selectFrom('sign_in_failure').select('id').execute()).toHaveLength(1);
  });

  it('computes no hash for a refused attempt', async () => {
    const at = Date.now();
    const row = { kind: 'user' as const, account: 'zoë', address: '203.0.113.7', at };
    await test.db.insertInto('sign_in_failure').values(Array(10).fill(row)).execute();
    const flood = Array.from({ length: 60 }, () => tryUser('Zoë', rightPassword));
    const [free, ...answers] = await Promise.all([
      tryUser('Zoë', rightPassword, '198.51.100.1'),
      ...flood,
    ]);
    expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
    expect(answers.every(({ status }) => status === 429)).toBe(true);
    expect(free?.status).toBe(200);
  });

  it('answers 429 when too many sign-ins wait for the hasher', async () => {
    const usual = await buildTestServer({ TRUST_PROXY: '127.0.0.1' }, { passwordCost: usualCost });
    onTestFinished(usual.close);
    const flood = Array.from({ length: 40 }, (_, index) =>
      tryUser(`nobody ${index}`, 'wrong-password', `198.51.100.${index}`, usual),
    );
    const answers = await Promise.all(flood);
    const busy = answers.filter(({ status }) => status === 429);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]?.body.message).toMatch(/^The server is busy with other sign-ins/);
    expect(busy[0]?.headers['retry-after']).toMatch(/^\d+$/);
    expect(answers.every(({ status }) => status === 429 || status === 401)).toBe(true);
    expect(await usual.signInAdmin()).toBeTruthy();
  });

  it('does not lock an account out of the networks that it is used from', async () => {
    const home = '203.0.113.20';
    const strangers = async () => {
      await test.db.deleteFrom('sign_in_failure').execute();
      const rows = Array.from({ length: limits.signIn.perAccount }, (_, index) => ({
        kind: 'user' as const,
        account: 'zoë',
        at: Date.now(),
        address: `198.51.100.${index}`,
      }));
      await test.db.insertInto('sign_in_failure').values(rows).execute();
    };
    await test.db.deleteFrom('known_network').execute();
    await strangers();
    expect((await tryUser('Zoë', rightPassword, home)).status).toBe(429);

    await test.db.deleteFrom('sign_in_failure').execute();
    expect((await tryUser('Zoë', rightPassword, home)).status).toBe(200);
    await strangers();
    expect((await tryUser('Zoë', rightPassword, home)).status).toBe(200);
    expect((await tryUser('Zoë', rightPassword, '203.0.113.21')).status).toBe(429);
    // The other limits still apply to a known network.
    for (let count = 0; count < limits.signIn.perPair; count += 1) {
      expect((await tryUser('Zoë', 'wrong-password', home)).status).toBe(401);
    }
    expect((await tryUser('Zoë', rightPassword, home)).status).toBe(429);

    await strangers();
    const old = Date.now() - limits.signIn.knownDays * 86_400_000;
    await test.db.updateTable('known_network').set({ lastAt: old }).execute();
    expect((await tryUser('Zoë', rightPassword, home)).status).toBe(429);
  });

  it('checks ten of forty simultaneous wrong passwords', async () => {
    const tries = Array.from({ length: 40 }, () => tryUser('Zoë', 'wrong-password'));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(limits.signIn.perPair);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });
});
