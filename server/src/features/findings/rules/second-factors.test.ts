import { expect, it } from 'vitest';
import { findLastWithoutCodes, findPasswordsAlone, type SigningAdmin } from './second-factors.ts';

const admin = (over: Partial<SigningAdmin> = {}): SigningAdmin => ({
  id: 'a',
  email: 'ada@example.com',
  isViewer: false,
  hasFactor: false,
  codesLeft: 0,
  ...over,
});
const safe = admin({ hasFactor: true, codesLeft: 3 });

it.each([
  ['nobody is left out', [safe], 'off', undefined],
  ['one', [safe, admin()], 'off', '1 of 2 administrators signs in with a password alone.'],
  [
    'a viewer, too',
    [admin({ isViewer: true })],
    'off',
    '1 of 1 administrator signs in with a password alone.',
  ],
  ['several', [admin(), admin()], 'off', '2 of 2 administrators sign in with a password alone.'],
  ['it is required', [admin()], 'admins', undefined],
] as const)('passwords alone: %s', (_, admins, required, detail) => {
  expect(findPasswordsAlone([...admins], required)[0]?.detail).toBe(detail);
});

it.each([
  ['who has no factor needs no codes', [admin()], undefined],
  ['codes are left', [safe], undefined],
  ['another one can help', [admin({ hasFactor: true }), admin()], undefined],
  ['a viewer cannot', [admin({ hasFactor: true }), admin({ isViewer: true })], 'ada@example.com'],
  ['nobody at all', [], undefined],
] as const)('the last administrator: %s', (_, admins, named) => {
  const [found] = findLastWithoutCodes([...admins]);
  if (named) expect(found?.detail).toContain(`${named} is the only administrator`);
  else expect(found).toBeUndefined();
});
