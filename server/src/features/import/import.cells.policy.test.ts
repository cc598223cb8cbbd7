import { expect, it } from 'vitest';
import { damageOf } from './import.cells.policy.ts';

it.each(['1.23E+15', '3,94026E+15', '-2e-7', '3,940,256,099,942,544', '3.940.256', '1 000 000'])(
  'refuses the number %j as an ad unit',
  (cell) => {
    expect(damageOf('googleBanner1', cell, true)).toMatch(/turned this into the number/);
    expect(damageOf('packageName', ` ${cell} `, false)).toMatch(/turned this into the number/);
  },
);

it.each([
  '2026-11-22',
  '22.11.2026',
  '11/22/26',
  '2026-11-22 10:30:00',
  '12-May',
  'May-12',
  'Nov 2026',
  '5 March',
  '10:30',
  '10:30:15 PM',
])('refuses the date %j as a package name', (cell) => {
  expect(damageOf('packageName', cell, true)).toMatch(/turned this into the date/);
});

it.each([
  ['googleBanner1', 'ca-app-pub-3940256099942544/6300978111'],
  ['googleBanner1', '6300978111'],
  ['googleBanner1', '/21775744923/example/fixed-size-banner'],
  ['packageName', 'com.may.app2026'],
  ['packageName', 'com.e1.app'],
  ['appName', '1.23E+15'],
  ['appName', '2048'],
  ['note', '2026-11-22'],
  ['accountName', '10:30'],
  ['note', 'The result is =1+1'],
  ['note', '#1'],
] as const)('takes %s %j as it is', (field, cell) => {
  expect(damageOf(field, cell, true)).toBeNull();
});

it('refuses formulas in CSV only, and what a spreadsheet could not calculate', () => {
  expect(damageOf('appName', '=A1', true)).toMatch(/formula/);
  expect(damageOf('appName', '=A1', false)).toBeNull();
  expect(damageOf('appName', "'=A1", true)).toBeNull();
  for (const cell of ['#REF!', '#NAME?', 'Err:502', '#N/A']) {
    expect(damageOf('note', cell, false)).toBe(`The spreadsheet could not calculate this: ${cell}`);
  }
});
