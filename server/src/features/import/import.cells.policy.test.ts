import { expect, it } from 'vitest';
import { damageOf, damageTo } from './import.cells.policy.ts';

it.each(['1.23E+15', '3,94026E+15', '-2e-7', '3,940,256,099,942,544', '3.940.256', '1 000 000'])(
  'refuses the number %j as an ad unit',
  (cell) => {
    expect(damageOf('googleBanner1', cell, true)?.message).toMatch(/turned this into the number/);
    expect(damageOf('packageName', ` ${cell} `, false)?.message).toMatch(
      /turned this into the number/,
    );
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
  expect(damageOf('packageName', cell, true)?.message).toMatch(/turned this into the date/);
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
  expect(damageOf('appName', '=A1', true)?.message).toMatch(/formula/);
  expect(damageOf('appName', '=A1', false)).toBeNull();
  expect(damageOf('appName', "'=A1", true)).toBeNull();
  for (const cell of ['#REF!', '#NAME?', 'Err:502', '#N/A']) {
    expect(damageOf('note', cell, false)?.message).toBe(
      `The spreadsheet could not calculate this: ${cell}`,
    );
  }
});

it.each([
  ['3940256099942544', '3940256099942540'],
  ['3940256099942544', '3.94026E+15'],
  ['3940256099942544', '3,940,256,099,942,540'],
  ['00421', '421'],
  ['-007', '-7'],
  ['12e3', '12000'],
  ['12E3', '1.2E+04'],
  ['1.50', '1.5'],
  ['1.50', '1,5'],
])('takes %j that is now %j for the damage of a spreadsheet', (before, cell) => {
  expect(damageTo(before, cell)?.message).toContain(`The application has ${before}`);
});

it.each([
  ['3940256099942544', '3940256099942545'.replace('99942545', '99952545')],
  ['421', '422'],
  ['2048', '2048'],
  ['2048', '2048 Plus'],
  ['5', '05'],
  ['1.5', '1.50'],
  ['5', '+5'],
  ['', '0'],
  ['Tide 007', 'Tide 7'],
  ['0x10', '16'],
  ['1.2.3', '1.2'],
  ['007', ''],
])('takes %j that is now %j for a change', (before, cell) => {
  expect(damageTo(before, cell)).toBeNull();
});
