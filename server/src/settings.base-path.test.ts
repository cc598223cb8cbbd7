import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

it.each([
  [undefined, ''],
  ['', ''],
  ['/', ''],
  [' / ', ''],
  ['/adwarden', '/adwarden'],
  ['/adwarden/', '/adwarden'],
  ['adwarden', '/adwarden'],
  ['adwarden/', '/adwarden'],
  ['/tools/ads.v2/our_own~1-x/', '/tools/ads.v2/our_own~1-x'],
  ['/...', '/...'],
  ['/adminland', '/adminland'],
])('BASE_PATH %j is %j', (value, path) => {
  expect(readSettings({ BASE_PATH: value }).basePath).toBe(path);
});

it.each([
  '//',
  '//adwarden',
  '/adwarden//',
  '/ad//warden',
  '/..',
  '/../adwarden',
  '/adwarden/..',
  './adwarden',
  '/adwarden/.',
  '/ad warden',
  '/ad\twarden',
  '/werbe-wärter',
  '/%61dwarden',
  '/adwarden?x=1',
  '/adwarden#top',
  '/ad;warden',
  '/ad"warden',
  '\\adwarden',
  'https://example.com/adwarden',
])('BASE_PATH %j is refused by its name', (value) => {
  expect(() => readSettings({ BASE_PATH: value })).toThrow(
    /^BASE_PATH must be \/ or a path such as \/adwarden: [^\n]+$/,
  );
});

it('one that is too long is refused', () => {
  expect(() => readSettings({ BASE_PATH: `/${'a'.repeat(200)}` })).toThrow(
    'BASE_PATH must be at most 200 characters',
  );
});

it.each(['/admin', 'api/', '/docs/adwarden', '/favicon.svg', '/readyz'])(
  'BASE_PATH %j is refused, because the product has paths of its own there',
  (value) => {
    expect(() => readSettings({ BASE_PATH: value })).toThrow(
      /^BASE_PATH must not begin with \/[a-z.]+: Adwarden has paths of its own there$/,
    );
  },
);
