import { expect, it, test } from 'vitest';
import { newSecret, stepOf, uriOf } from './factors.totp.policy.ts';

/** The secret of RFC 6238, appendix B: '12345678901234567890' in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/* The times and codes of appendix B, for SHA-1; its codes have eight digits, and the last six are the same. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d seconds the code is %s', (seconds, code) => {
  expect(stepOf(code, secret, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

it('takes the code of the half minute before and after, and none further away', () => {
  const step = Math.floor(1_111_111_111 / 30);
  const at = (steps: number) => stepOf('050471', secret, (step + steps) * 30_000);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
});

it('makes another secret of 160 bits each time', () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/);
});

it('writes a URI that authenticator apps read', () => {
  const uri = new URL(uriOf(secret, { issuer: 'Salt & Sail', label: 'ada@example.com' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Salt & Sail:ada@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Salt & Sail',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
