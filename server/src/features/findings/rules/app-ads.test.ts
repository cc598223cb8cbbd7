import { expect, it } from 'vitest';
import { findLackingSites } from './app-ads.ts';

const account = { accountName: 'Harbour', site: 'https://a.com' };
const detail = (missing: string) => findLackingSites([{ ...account, missing }])[0]?.detail;

it.each([
  ['a.com, 1, DIRECT', '“a.com, 1, DIRECT”'],
  ['one\ntwo', '“one” and “two”'],
  ['one\ntwo\nthree', '“one”, “two” and 1 more'],
  ['one\ntwo\nthree\nfour', '“one”, “two” and 2 more'],
])('the lines %j are said as %s', (missing, words) => {
  expect(detail(missing)).toBe(
    `https://a.com/app-ads.txt lacks lines of the account “Harbour”: ${words}.`,
  );
});

it('each account has a finding, which rests on its site and the lines', () => {
  const others = { accountName: 'Quay', site: 'https://b.com', missing: 'two' };
  expect(findLackingSites([{ ...account, missing: 'one' }, others])).toMatchObject([
    { rule: 'app-ads-lacks-lines', field: 'Harbour', facts: 'https://a.com\none' },
    { rule: 'app-ads-lacks-lines', field: 'Quay', facts: 'https://b.com\ntwo' },
  ]);
  expect(findLackingSites([])).toEqual([]);
});
