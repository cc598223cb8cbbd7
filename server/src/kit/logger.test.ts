import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../test/samples/any-text.ts';
import { loggedPath } from './logger.ts';

const token = '0aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z';

test('a plain path is logged as it is', () => {
  const paths = ['/apps/getAllApp', '/user/getApp/ada', '/docs/static/index.css', '/a-b_c/~d.e'];
  for (const path of paths) expect(loggedPath(`${path}?search=x`)).toBe(path);
});

test.each([
  `/api/getAds?authToken=${token}`,
  `/api/getAds%3FappID=x&authToken=${token}`,
  `/api/getAds%253fauthToken=${token}`,
  `/api/getAds;authToken=${token}`,
  `/api/getAds&authToken=${token}`,
  `/api/getAds#authToken=${token}`,
  `/api/getAds/${token}`,
  `/api/getAds${token}`,
  `/api/getAds/authToken:${token}`,
  `http://host/api/getAds/${token}/x`,
])('of %s no token is logged', (target) => {
  expect(loggedPath(target)).not.toContain(token);
  expect(loggedPath(target)).toMatch(/getAds|…/);
});

test('wherever a token stands in a target, it is not logged', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '?',
      '%3f',
      '%3F',
      '%253F',
      ';',
      '&',
      '=',
      '.',
      ':',
      '@',
      'authToken',
      '…',
    ),
    anyText({ maxLength: 12 }),
  );
  const pieces = fc.array(piece, { maxLength: 8 }).map((all) => all.join(''));
  fc.assert(
    fc.property(pieces, pieces, (before, after) => {
      const logged = loggedPath(`/api/getAds${before}${token}${after}`);
      expect(logged).not.toContain(token);
      expect(logged.length).toBeLessThanOrEqual(200);
    }),
    { numRuns: 2000 },
  );
});
