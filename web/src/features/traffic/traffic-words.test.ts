import { expect, test } from 'vitest';
import {
  changeInWords,
  inFull,
  inShort,
  isSilent,
  share,
  stepInWords,
  zoneInWords,
} from './traffic-words.ts';

const off = { paused: 0, suspended: 0, 'ads-off': 0, country: 0, vpn: 0 };
const counts = { on: 0, off, unknown: 0, notModified: 0, oldToken: 0, wrongToken: 0 };

test('counts are written in full, and short for an axis', () => {
  expect(inFull(1_234_567)).toBe('1,234,567');
  expect([0, 999, 1_250, 3_000_000].map(inShort)).toEqual(['0', '999', '1.3K', '3M']);
});

test.each([
  [0, 0, '–'],
  [0, 5, '0%'],
  [5, 5, '100%'],
  [1, 100_000, '<1%'],
  [99_999, 100_000, '>99%'],
  [1, 3, '33%'],
])('%d of %d is %s', (part, whole, text) => {
  expect(share(part, whole)).toBe(text);
});

test.each([
  [112, 100, '+12%'],
  [29, 100, '−71%'],
  [100, 100, '±0%'],
  [0, 0, '±0%'],
  [0, 7, '−100%'],
  [7, 0, 'new'],
  [100_001, 100_000, '+less than 1%'],
])('%d after %d is a change of %s', (now, before, words) => {
  expect(changeInWords(now, before)).toBe(words);
});

test('a day is a UTC day everywhere, and an hour is that of the reader', () => {
  expect(stepInWords('day', '2026-11-20T00:00:00.000Z')).toBe('20 Nov 2026 (UTC)');
  // The tests' zone is Pacific/Chatham, with summer time in December.
  expect(stepInWords('hour', '2026-11-20T05:00:00.000Z')).toBe('20 Nov 2026, 06:45 PM to 07:45 PM');
  const steps = [{ ...counts, at: '2026-07-05T00:00:00.000Z', weekBefore: null }];
  expect(zoneInWords({ step: 'day', steps })).toBe('Days in UTC, which begin at 12:45 PM here');
  expect(zoneInWords({ step: 'day', steps: [] })).toBe('Days in UTC');
  expect(zoneInWords({ step: 'hour', steps })).toBe('Hours in Pacific/Chatham');
});

test('an app that only got wrong tokens is not silent', () => {
  expect(isSilent(counts)).toBe(true);
  expect(isSilent({ ...counts, wrongToken: 1 })).toBe(false);
  expect(isSilent({ ...counts, off: { ...off, vpn: 1 } })).toBe(false);
});
