import { type Call, pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { expect, test } from 'vitest';
import { proxiedPaths } from '../../proxied-paths.ts';
import { paths } from '../lib/paths.ts';

const { always, unlessPage } = proxiedPaths();
const isProxied = (path: string) => always.some((paths) => new RegExp(paths).test(path));
const pages = Object.values(paths).flatMap((ofRole) => Object.values(ofRole));

test('npm run dev passes every call on to the server', () => {
  const missing = Object.values<Call>(calls)
    .map((call) => pathOf(call, 'x'))
    .filter((path) => !isProxied(path) && !new RegExp(unlessPage).test(path));
  expect(missing).toEqual([]);
  expect(always.length).toBeGreaterThan(20);
});

test.each(['/openapi.json', '/docs/', '/icons/a.webp', '/app-ads.txt?account=x', '/healthz'])(
  'npm run dev passes %s on',
  (path) => expect(isProxied(path)).toBe(true),
);

test.each([...pages, '/', '/gallery.html', '/src/main.tsx', '/invitation', '/appsx'])(
  'the page %s is the web app’s',
  (path) => expect(isProxied(path)).toBe(false),
);
