import { adsOffReasons } from '@adwarden/contract/no-ads-reasons';
import { expect, test } from 'vitest';
import { announced, answeredInWords, hasAds, meaningOf } from './connection-words.ts';

const answer = { country: 'IN', status: 200, reason: null };

test('an answer in words', () => {
  expect(answeredInWords(answer, 3.4)).toBe('Answered 3 s ago, to India, 200');
  expect(answeredInWords({ ...answer, country: null }, 0)).toBe(
    'Answered 0 s ago, to an unknown country, 200',
  );
  expect(answeredInWords({ ...answer, status: 401 }, 59.9)).toMatch(/^Refused 59 s ago, .*, 401$/);
  expect(answeredInWords(answer, 150)).toMatch(/^Answered 2 min ago/);
  expect(answeredInWords(answer, 7300)).toMatch(/^Answered 2 h ago/);
});

test('what it means for the phone', () => {
  const meanings = [200, 304, 400, 401, 412, 500, 503].map((status) =>
    meaningOf({ ...answer, status }),
  );
  expect(new Set(meanings).size).toBe(6);
  for (const reason of adsOffReasons) {
    expect(meaningOf({ ...answer, reason })).toMatch(/shows? no ads/);
    expect(hasAds({ ...answer, reason })).toBe(false);
  }
  expect([200, 304, 401].map((status) => hasAds({ ...answer, status }))).toEqual([
    true,
    true,
    false,
  ]);
  expect(announced(answer)).toBe('Answered to India, 200. The phone has its ads.');
});
