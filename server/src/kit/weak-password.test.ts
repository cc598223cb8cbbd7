import { expect, it } from 'vitest';
import { createWeaknessOf } from './weak-password.ts';

const weaknessOf = createWeaknessOf(['Adwarden', 'Harbour Apps Ltd.']);
const own = ['ada@example.com', 'Ada Harbour'];

it.each(['password', '12345678', 'PASSWORD1', 'qwertyuiop', 'Football1', ' letmein1 '])(
  'finds %j among the common ones',
  async (password) => {
    expect(await weaknessOf(password, own)).toMatch(/most common/);
  },
);

it.each([
  ['the product', 'ADWARDEN'],
  ['the company', 'harbour-apps-ltd'],
  ['the login', 'Ada@Example.com'],
  ['the name', 'adaharbour'],
])('finds the name of %s', async (_, password) => {
  expect(await weaknessOf(password, own)).toMatch(/name or login/);
});

it.each([
  'tide-clock-7',
  'lantern-harbour-7',
  '😀😀😀😀😀😀😀😀',
  'ada@example.com 7',
  'word\npass',
])('lets %j pass', async (password) => {
  expect(await weaknessOf(password, ['', '😀'])).toBe(null);
});
