import { limits } from '@adwarden/contract/limits';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

describe('password hasher', () => {
  it('makes an argon2id hash in PHC form with a salt of its own', async () => {
    const hasher = createPasswordHasher();
    const [one, two] = await Promise.all([
      hasher.hash('tide-clock-7'),
      hasher.hash('tide-clock-7'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
  });

  it('accepts the right password and refuses others', async () => {
    const hasher = createPasswordHasher();
    const phc = await hasher.hash('tide-clock-7');
    expect(await hasher.verify('tide-clock-7', phc)).toBe(true);
    expect(await hasher.verify('tide-clock-8', phc)).toBe(false);
    expect(await hasher.verify('', phc)).toBe(false);
  });

  it('reads the hash of another program, with its own cost', async () => {
    // This is a test vector of argon2's reference implementation: the salt is 'somesalt'.
    const phc =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    const hasher = createPasswordHasher();
    expect(await hasher.verify('password', phc)).toBe(true);
    expect(await hasher.verify('Password', phc)).toBe(false);
  });

  it.each(['  Grüße-1234 ', '😀😀😀😀😀😀😀😀', 'سلام-دنیا-۱۲۳', 'x'.repeat(128)])(
    'takes %j however it is composed or padded',
    async (password) => {
      const hasher = createPasswordHasher();
      const phc = await hasher.hash(password);
      expect(await hasher.verify(` ${password.normalize('NFD')}\t`, phc)).toBe(true);
    },
  );

  it.each(['', 'x', '$argon2id$v=19$m=19456,t=2,p=1$$', '$2b$10$abcdefghijklmnopqrstuv'])(
    'says no to every password for the hash %j',
    async (phc) => {
      const hasher = createPasswordHasher();
      expect(await hasher.verify('tide-clock-7', phc)).toBe(false);
      expect(await hasher.verify('', phc)).toBe(false);
    },
  );

  it('makes one hash, lets 20 wait, and refuses more with 429', async () => {
    const hasher = createPasswordHasher();
    const accepted = Array.from({ length: 1 + limits.hashQueue }, () =>
      hasher.hash('tide-clock-7'),
    );
    await expect(hasher.verify('tide-clock-7', '')).rejects.toMatchObject({
      code: 'too-many',
      retryAfter: 3,
    });
    expect(await Promise.all(accepted)).toHaveLength(21);
    expect(await hasher.verify('tide-clock-7', '')).toBe(false);
  });

  it('does not block the event loop', async () => {
    const hasher = createPasswordHasher();
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await hasher.hash('tide-clock-7');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });
});
