import { expect, test } from 'vitest';
import { dayAndTime, dayAndTimeInside, distance, momentInWords } from './moment-words.ts';

/* The tests run in the zone Pacific/Chatham; these moments are of this zone. */
const at = (text: string) => new Date(text).getTime();
const now = at('2026-11-22T22:00');

test.each([
  ['2026-11-22T22:30', 'Today, 10:30 PM, in 30 minutes'],
  ['2026-11-22T23:00', 'Today, 11:00 PM, in 1 hour'],
  ['2026-11-23T09:00', 'Tomorrow, 09:00 AM, in 11 hours'],
  ['2026-11-23T23:59', 'Tomorrow, 11:59 PM, in 26 hours'],
  ['2026-11-24T00:00', '24 Nov 2026, 12:00 AM, in 26 hours'],
  ['2026-12-02T22:00', '02 Dec 2026, 10:00 PM, in 10 days'],
  ['2027-11-22T22:00', '22 Nov 2027, 10:00 PM, in 365 days'],
  ['2026-11-22T21:55', 'Today, 09:55 PM, 5 minutes ago'],
  ['2026-11-21T22:00', 'Yesterday, 10:00 PM, 24 hours ago'],
])('%s is %j', (text, words) => {
  expect(momentInWords(at(text), now)).toBe(words);
});

test.each([
  ['2026-11-21T09:00', 'yesterday, 09:00 AM'],
  ['2026-11-22T09:00', 'today, 09:00 AM'],
  ['2026-11-23T09:00', 'tomorrow, 09:00 AM'],
  ['2026-11-24T09:00', '24 Nov 2026, 09:00 AM'],
])('%s is %j within a sentence', (text, words) => {
  expect(dayAndTimeInside(at(text), now)).toBe(words);
});

test.each([
  [0, 'in less than a minute'],
  [59_999, 'in less than a minute'],
  [60_000, 'in 1 minute'],
  [-1, 'just now'],
  [5_400_000, 'in 2 hours'],
  [172_799_999, 'in 48 hours'],
  [172_800_000, 'in 2 days'],
])('%d ms away is %j', (ms, words) => {
  expect(distance(now + ms, now)).toBe(words);
});

test('the day on which the clocks change is tomorrow, although it has 23 hours', () => {
  // In Chatham the clocks go forward on the last Sunday of September.
  const evening = at('2026-09-26T23:30');
  expect(dayAndTime(at('2026-09-27T23:30'), evening)).toBe('Tomorrow, 11:30 PM');
  expect(dayAndTime(at('2026-09-28T00:30'), evening)).toBe('28 Sep 2026, 12:30 AM');
});
