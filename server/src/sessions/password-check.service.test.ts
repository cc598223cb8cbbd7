import { expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { AppError } from '../kit/app-error.ts';
import { createPasswordHasher } from '../kit/password-hash.ts';
import { createPasswordCheck } from './password-check.service.ts';

eachDialect('password check', (database) => {
  const attempt = {
    kind: 'user' as const,
    login: 'Ada',
    address: '203.0.113.7',
    purpose: 'sign-in' as const,
  };
  const account = (passwordHash: string) => ({ id: 'u1', passwordHash });

  /** Builds the check with the real hasher, and records the verified hashes. */
  function checkWithNotes() {
    const hasher = createPasswordHasher();
    const asked: string[] = [];
    const verify = (password: string, phc: string) => {
      asked.push(phc);
      return hasher.verify(password, phc);
    };
    const check = createPasswordCheck({ db: database.db, hasher: { ...hasher, verify } });
    return { check, asked, hasher };
  }

  it('hashes once for a known and once for an unknown account', async () => {
    const { check, asked, hasher } = checkWithNotes();
    const phc = await hasher.hash('tide-clock-7');
    expect(await check(attempt, 'wrong-password', account(phc))).toBe(false);
    expect(await check({ ...attempt, login: 'nobody' }, 'wrong-password', undefined)).toBe(false);
    expect(asked).toEqual([phc, '']);
  });

  it('keeps attempts of administrators and of users apart', async () => {
    const { check } = checkWithNotes();
    const login = 'same@example.com';
    for (let count = 0; count < 10; count += 1)
      await check({ ...attempt, login }, 'wrong', undefined);
    await expect(check({ ...attempt, login }, 'wrong', undefined)).rejects.toThrow(AppError);
    expect(await check({ ...attempt, login, kind: 'admin' }, 'wrong', undefined)).toBe(false);
  });

  it('checks at most ten of many simultaneous tries, on all nodes together', async () => {
    const nodes = [checkWithNotes(), checkWithNotes()];
    const phc = await createPasswordHasher().hash('tide-clock-7');
    const tried = { ...attempt, login: 'at-once' };
    const tries = Array.from({ length: 40 }, (_, index) =>
      nodes[index % 2]?.check(tried, `wrong ${index}`, account(phc)),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(nodes.flatMap(({ asked }) => asked)).toHaveLength(10);
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? result.reason : [],
    );
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['too-many']));
  });

  it('deletes a try that was refused before its password was checked', async () => {
    const hasher = createPasswordHasher();
    const verify = () => Promise.reject(new AppError('too-many', 'busy'));
    const check = createPasswordCheck({ db: database.db, hasher: { ...hasher, verify } });
    const tried = { ...attempt, login: 'sent-away' };
    for (let count = 0; count < 12; count += 1) {
      await expect(check(tried, 'any', undefined)).rejects.toThrow('busy');
    }
    const rows = database.db.selectFrom('sign_in_failure').where('account', '=', 'sent-away');
    expect(await rows.select('id').execute()).toEqual([]);
  });

  it('remembers the newest networks of an account, for 30 days', async () => {
    const { db } = database;
    const { check, hasher } = checkWithNotes();
    const day = 86_400_000;
    const old = (network: string, days: number) => ({
      kind: 'user' as const,
      accountId: 'u1',
      network,
      lastAt: Date.now() - days * day,
    });
    const networks = Array.from({ length: 60 }, (_, index) =>
      old(`10.0.0.${index}`, 29 - index / 3),
    );
    const gone = { ...old('10.9.9.9', 31), accountId: 'gone' };
    await db
      .insertInto('known_network')
      .values([...networks, gone])
      .execute();
    const right = account(await hasher.hash('tide-clock-7'));
    expect(await check(attempt, 'tide-clock-7', right)).toBe(true);
    const rows = await db.selectFrom('known_network').selectAll().execute();
    expect(rows).toHaveLength(50);
    expect(rows.map(({ network }) => network)).toContain(attempt.address);
    expect(rows.map(({ network }) => network)).toContain('10.0.0.59');
  });

  it('has room for others while one person signs in on and on with the right password', async () => {
    const { check, hasher } = checkWithNotes();
    const phc = await hasher.hash('tide-clock-7');
    const busy = Array.from({ length: 40 }, () =>
      check({ ...attempt, login: 'on-and-on' }, 'tide-clock-7', account(phc)),
    );
    const settled = Promise.allSettled(busy);
    const other = { ...attempt, kind: 'admin', login: 'root@example.com' } as const;
    expect(await check(other, 'tide-clock-7', { id: 'a1', passwordHash: phc })).toBe(true);
    const outcomes = new Set((await settled).map(({ status }) => status));
    expect(outcomes).toEqual(new Set(['fulfilled', 'rejected']));
    expect(await check({ ...attempt, login: 'on-and-on' }, 'tide-clock-7', account(phc))).toBe(
      true,
    );
  });
});
