import { firstPartOf, ownFirstParts } from '@adwarden/contract/own-paths';
import { afterEach, expect, test, vi } from 'vitest';
import { asRoute, onServer, ownKey } from './base-path.ts';
import { paths } from './paths.ts';

afterEach(() => vi.unstubAllGlobals());
const below = (content: string) =>
  vi.stubGlobal('document', { querySelector: () => (content === 'none' ? null : { content }) });

test('BASE_PATH cannot begin with the path of a page', () => {
  const all = Object.values(paths).flatMap((ofRole) => Object.values<string>(ofRole));
  const missing = all.filter((path) => !ownFirstParts.includes(firstPartOf(path)));
  expect(missing, 'to be added to ownFirstParts of the contract').toEqual([]);
});

test.each([
  ['', '/docs', 'authAdmin'],
  ['none', '/docs', 'authAdmin'],
  ['/adwarden', '/adwarden/docs', '/adwarden authAdmin'],
  ['/a/b', '/a/b/docs', '/a/b authAdmin'],
])('below %j: addresses and keys', (base, docs, key) => {
  below(base);
  expect([onServer('/docs'), ownKey('authAdmin')]).toEqual([docs, key]);
});

test.each([
  ['', '/', '/'],
  ['', '/admin/login', '/admin/login'],
  ['/adwarden', '/adwarden', '/'],
  ['/adwarden', '/adwarden/', '/'],
  ['/adwarden', '/adwarden/admin/login', '/admin/login'],
  ['/adwarden', '/adwardens/admin/login', null],
  ['/adwarden', '/', null],
  ['/adwarden', '/admin/adwarden', null],
])('below %j, %j is the route %j', (base, pathname, route) => {
  below(base);
  expect(asRoute(pathname)).toBe(route);
});
