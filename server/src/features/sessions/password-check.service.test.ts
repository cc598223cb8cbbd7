import { expect, it } from 'vitest';
import { eachDialect } from '../../../test/dialects.ts';
import { AppError } from '../../kit/app-error.ts';
import { createPasswordHasher } from '../../kit/password-hash.ts';
import { createPasswordCheck } from './password-check.service.ts';

eachDialect('password check', (database) => {
  const attempt = { kind: 'user' as const, login: 'Ada', address: '203.0.113.7' };

  /** The real hasher, with a note of what it was asked to verify. */
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
    expect(await check(attempt, 'wrong-password', phc)).toBe(false);
    expect(await check({ ...attempt, login: 'nobody' }, 'wrong-password', '')).toBe(false);
    expect(asked).toEqual([phc, '']);
  });

  it('keeps attempts of administrators and of users apart', async () => {
    const { check } = checkWithNotes();
    const login = 'same@example.com';
    for (let count = 0; count < 10; count += 1) await check({ ...attempt, login }, 'wrong', '');
    await expect(check({ ...attempt, login }, 'wrong', '')).rejects.toThrow(AppError);
    expect(await check({ ...attempt, login, kind: 'admin' }, 'wrong', '')).toBe(false);
  });
});
