import { expect, test } from 'vitest';
import { inputText, nextMorning, usualMoments } from './moment-input.ts';
import { usualMomentInside } from './words/moment-words.ts';

/* The tests run in the zone Pacific/Chatham; local times are of this zone. 2026-11-22 is a Sunday. */

const at = (text: string) => new Date(text).getTime();
const offered = (now: string) =>
  usualMoments(at(now)).map(({ name, at }) => `${name} ${inputText(at)}`);

test.each([
  [
    '2026-11-25T14:05',
    ['hour 2026-11-25T15:05', 'tonight 2026-11-25T23:00'],
    ['morning 2026-11-26T09:00', 'monday 2026-11-30T09:00'],
  ],
  // In the night, the next morning is today's.
  [
    '2026-11-25T04:59',
    ['hour 2026-11-25T05:59', 'tonight 2026-11-25T23:00'],
    ['morning 2026-11-25T09:00', 'monday 2026-11-30T09:00'],
  ],
  [
    '2026-11-25T23:30',
    ['hour 2026-11-26T00:30'],
    ['morning 2026-11-26T09:00', 'monday 2026-11-30T09:00'],
  ],
  // On a Sunday, next Monday is tomorrow; on a Monday it is in a week.
  [
    '2026-11-22T12:00',
    ['hour 2026-11-22T13:00', 'tonight 2026-11-22T23:00'],
    ['morning 2026-11-23T09:00'],
  ],
  [
    '2026-11-23T03:00',
    ['hour 2026-11-23T04:00', 'tonight 2026-11-23T23:00'],
    ['morning 2026-11-23T09:00', 'monday 2026-11-30T09:00'],
  ],
  // A moment that would appear twice appears once.
  [
    '2026-11-25T22:00',
    ['hour 2026-11-25T23:00'],
    ['morning 2026-11-26T09:00', 'monday 2026-11-30T09:00'],
  ],
])('at %s', (now, first, then) => {
  expect(offered(now)).toEqual([...first, ...then]);
});

test.each([
  ['2026-11-25T00:00', '2026-11-25T09:00'],
  ['2026-11-25T04:59', '2026-11-25T09:00'],
  ['2026-11-25T05:00', '2026-11-26T09:00'],
  // The clocks go forward in the night.
  ['2026-09-26T20:00', '2026-09-27T09:00'],
])('the morning after %s is %s', (now, morning) => {
  expect(nextMorning(at(now))).toBe(morning);
});

test('are called as people call them', () => {
  const words = (now: string) =>
    usualMoments(at(now)).map((moment) => usualMomentInside(moment, at(now)));
  expect(words('2026-11-25T14:05')).toEqual([
    'in 1 hour',
    'tonight, 11:00 PM',
    'tomorrow, 09:00 AM',
    'next Monday, 09:00 AM',
  ]);
  expect(words('2026-11-25T01:00')[2]).toBe('this morning, 09:00 AM');
});
