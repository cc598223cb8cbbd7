import { expect, test } from 'vitest';
import { checkWords, siteState } from './account-words.ts';

const at = '2026-11-20T09:15:00.000Z';

test.each([
  ['', null, null, 'No site', 'neutral'],
  ['', at, 3, 'No site', 'neutral'],
  ['https://a.com', null, null, 'Not checked yet', 'neutral'],
  ['https://a.com', at, null, 'Not readable', 'warning'],
  ['https://a.com', at, 0, 'Complete', 'success'],
  ['https://a.com', at, 1, 'Lacks 1 line', 'danger'],
  ['https://a.com', at, 99, 'Lacks 99 lines', 'danger'],
  ['https://a.com', at, 100, 'Lacks 100 lines or more', 'danger'],
])('the site %j, checked at %j and with %j missing lines, is “%s”', (...row) => {
  const [site, checkedAt, missing, name, tone] = row;
  expect(siteState({ site, checkedAt, missing, isBlocked: false })).toEqual({ name, tone });
});

test.each([
  ['read', 0, 'Complete'],
  ['read', 2, 'Lacks 2 lines'],
  ['read', 1_234, 'Lacks 1,234 lines'],
  ['none', 2, 'No file'],
  ['none', 0, 'No file'],
  ['unreadable', 0, 'Not readable'],
] as const)('a check that is %s with %i missing lines is “%s”', (state, missing, name) => {
  expect(checkWords(state, missing, false).name).toBe(name);
});

test('a robots.txt that keeps Google out is never a success', () => {
  const kept = { name: 'Google kept out', tone: 'danger' };
  expect(checkWords('read', 0, true)).toEqual(kept);
  expect(siteState({ site: 'https://a.com', checkedAt: at, missing: 0, isBlocked: true })).toEqual(
    kept,
  );
});
