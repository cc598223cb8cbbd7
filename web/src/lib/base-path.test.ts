import { globSync, readFileSync } from 'node:fs';
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

/** Code that ends at the root of the host: an address without `onServer`, a storage key without `ownKey`. */
const forgotten: [code: RegExp, instead: string][] = [
  [/\b(?:href|src|action)=(?:"|\{['"`])\/(?!\/)[^>\n]*/, 'onServer'],
  [/\bfetch\(['"`]\/.*/, 'onServer'],
  [/\bnew (?:URL|EventSource|WebSocket)\(['"`]\/.*/, 'onServer'],
  [/\blocation\.origin\}\/.*/, 'onServer'],
  [/\blocation\.(?:href = |assign\(|replace\()['"`]\/.*/, 'onServer'],
  [/\b(?:getItem|setItem|removeItem)\(['"`].*/, 'ownKey'],
  [/\buseLocalStorage(?:<[^(]*>)?\(\{\s*key: ['"`].*/, 'ownKey'],
  [/\bnew BroadcastChannel\(['"`].*/, 'ownKey'],
];

test('no source of a page names the root of the host, or a key that all installations there share', () => {
  const root = new URL('../', import.meta.url).pathname;
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
    (name) => !/\.test\.tsx?$|\/testing\//.test(name),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((name) => {
    const code = readFileSync(root + name, 'utf8');
    return forgotten.flatMap(([one, instead]) => {
      const [text] = one.exec(code) ?? [];
      return text ? [`${name}: ${text.trim()} (${instead})`] : [];
    });
  });
  expect(found).toEqual([]);
});
