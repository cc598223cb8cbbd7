import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { accountKey, extraLinesField, siteField } from './accounts.ts';

it.each([
  ['Harbour Apps', 'HARBOUR apps'],
  ['Harbour Apps', 'Harbour-Apps, '],
  ['Harbour Apps', ' HarbourApps.'],
  ["O'Brien & Co.", 'OBrien Co'],
  ['Студия', 'СТУДИЯ'],
  ['تطبيقات', 'تطبيقات.'],
  ['100%', '100'],
])('account %j is compared like %j', (one, other) => {
  expect(accountKey(one)).toBe(accountKey(other));
});

it.each([
  ['Harbour Apps', 'Harbour App'],
  ['Harbour 1', 'Harbour 2'],
  ['C++ Games', 'C Games'],
  ['!!!', '???'],
  ['🎮', '🕰'],
  ['Éclair', 'Eclair'],
])('account %j is not compared like %j', (one, other) => {
  expect(accountKey(one)).not.toBe(accountKey(other));
});

it.each([
  ['', ''],
  ['example.com', 'https://example.com'],
  [' HTTPS://Www.Example.Com/ ', 'https://example.com'],
  ['m.example.co.uk', 'https://example.co.uk'],
  ['http://example.com', 'http://example.com'],
  ['https://apps.example.com/app-ads.txt', 'https://apps.example.com'],
  ['http://127.0.0.1:8123', 'http://127.0.0.1:8123'],
  ['https://[::1]:8443', 'https://[::1]:8443'],
  ['https://example.com:443', 'https://example.com'],
  ['http://example.com:443', 'http://example.com:443'],
  ['www.com', 'https://www.com'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
  ['http://0x7f.1', 'http://127.0.0.1'],
])('the site %j is stored as %j', (typed, site) => {
  expect(siteField.parse(typed)).toBe(site);
});

it.each([
  'example',
  'localhost',
  'ftp://example.com',
  'https://example.com/apps',
  'https://example.com/?x=1',
  'https://ada@example.com',
  'https://example.com:99999',
  'exa mple.com',
  '.com',
  'example.com.',
  'https://example.com/?',
  'https://example.com/#',
  '1.2.3.4.5',
  '999.1.1.1',
  '[1::2::3]',
])('the site %j is refused', (typed) => {
  expect(siteField.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
    'Site must be a domain such as example.com, without a path: app-ads.txt stands at its top',
  ]);
});

it('further lines are those of the file, and a refusal names the line', () => {
  const text = '# ours\r\nunity.com, 4711, RESELLER\n\ncontact=ads@example.com';
  expect(extraLinesField.parse(text)).toBe(text.replace('\r', ''));
  const refused = (lines: string) => extraLinesField.safeParse(lines).error?.issues[0]?.message;
  expect(refused('unity.com, 4711, RESELLER\nunity.com 4711')).toBe(
    'Line 2 must be “domain, id, DIRECT or RESELLER”, “name=value” or a comment that begins with #',
  );
  expect(refused(`#${'x'.repeat(limits.text.extraLines)}`)).toBe(
    'Further lines must be at most 1000000 characters',
  );
});
