import type { Account } from '@adwarden/contract/app-ads/app-ads';
import { expect, test } from 'vitest';
import { accountDifferences, accountPayload, formValuesOf } from './account-form-values.ts';

const base: Account = {
  account: 'Harbour',
  apps: 1,
  liveApps: 1,
  lines: [],
  version: 3,
  check: null,
  site: 'https://a.com',
  extraLines: '# one',
};
const theirs = { ...base, site: 'https://b.com', version: 5 };

test('a save sends what was changed, and the version that it replaces', () => {
  const sent = { site: 'https://a.com', extraLines: '# two' };
  expect(accountPayload(sent, { base, over: base })).toEqual({ extraLines: '# two', version: 3 });
  expect(accountPayload(sent, { base, over: theirs })).toEqual({ extraLines: '# two', version: 5 });
  expect(accountPayload(formValuesOf(base), { base, over: base })).toEqual({ version: 3 });
});

test('a stale form says what differs, what was changed here, and where both did', () => {
  expect(accountDifferences({ base, theirs, mine: formValuesOf(base) })).toEqual([
    { field: 'site', label: 'Site', theirs: 'https://b.com', mine: null, clash: false },
  ]);
  const mine = { site: 'c.com', extraLines: '# two' };
  expect(accountDifferences({ base, theirs, mine })).toEqual([
    { field: 'site', label: 'Site', theirs: 'https://b.com', mine: 'c.com', clash: true },
    { field: 'extraLines', label: 'Further lines', theirs: '# one', mine: '# two', clash: false },
  ]);
});
