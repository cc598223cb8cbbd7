import { describe, expect, it, test } from 'vitest';
import {
  hoursOfDays,
  questionOf,
  rangeFault,
  rangeInWords,
  readRange,
  writeRange,
} from './traffic-range.ts';

const now = Date.parse('2026-11-26T18:20:00Z');
const read = (address: string) => readRange(new URLSearchParams(address), now);

test.each([
  ['', { step: 'day', last: 30 }],
  ['last=24h', { step: 'hour', last: 24 }],
  ['last=193h', { step: 'hour', last: 193 }],
  ['last=400d', { step: 'day', last: 400 }],
  // Longer than anything is kept, or nonsense.
  ['last=194h', { step: 'day', last: 30 }],
  ['last=0d', { step: 'day', last: 30 }],
  ['last=week', { step: 'day', last: 30 }],
  ['at=2026-11-20', { step: 'day', last: 30 }],
  ['at=2026-10-20', { step: 'day', last: 90 }],
  ['from=2026-11-01&to=2026-11-07', { step: 'day', from: '2026-11-01', to: '2026-11-07' }],
  ['from=2026-11-01', { step: 'day', from: '2026-11-01', to: '2026-11-01' }],
  [
    'step=hour&from=2026-11-25T05:00Z&to=2026-11-25T07:00Z',
    { step: 'hour', from: '2026-11-25T05:00Z', to: '2026-11-25T07:00Z' },
  ],
])('the address “%s” means %j', (address, range) => {
  expect(read(address)).toEqual(range);
});

it('is written as it is read', () => {
  for (const address of ['last=24h', 'last=90d', 'step=day&from=2026-11-01&to=2026-11-07']) {
    const given = Object.entries(writeRange(read(address))).filter(([, value]) => value !== null);
    expect(new URLSearchParams(given as [string, string][]).toString()).toBe(address);
  }
});

it('asks for whole steps until now, or for those that are named', () => {
  expect(questionOf({ step: 'day', last: 7 }, now)).toEqual({ step: 'day', from: '2026-11-20' });
  expect(questionOf({ step: 'hour', last: 24 }, now)).toEqual({
    step: 'hour',
    from: '2026-11-25T19:00:00.000Z',
  });
  const hour = '2026-11-25T05:00Z';
  expect(questionOf({ step: 'hour', from: hour, to: hour }, now)).toEqual({
    step: 'hour',
    from: '2026-11-25T05:00:00.000Z',
    to: '2026-11-25T05:00:00.000Z',
  });
});

it('the hours of days reach to the end of the last day, or to now', () => {
  expect(hoursOfDays('2026-11-23', '2026-11-24', now)).toEqual({
    step: 'hour',
    from: '2026-11-23T00:00Z',
    to: '2026-11-24T23:00Z',
  });
  expect(hoursOfDays('2026-11-26', '2026-11-26', now).to).toBe('2026-11-26T18:00Z');
});

describe('what can have no answer', () => {
  test.each([
    ['day', '2026-11-07', '2026-11-01', 'The range ends before it begins'],
    ['day', '2026-11-27', '2026-11-28', 'The range is in the future'],
    ['day', '2026-11-20', '2026-11-27', 'The range ends in the future'],
    ['day', '2026-13-01', '2026-11-27', 'This is no day'],
    ['hour', 'soon', 'soon', 'This is no hour'],
    ['hour', '2026-11-18T17:00Z', '2026-11-18T20:00Z', 'Requests by hour are kept for 8 days'],
    ['day', '2026-11-20', '2026-11-26', ''],
    ['hour', '2026-11-18T18:00Z', '2026-11-26T18:00Z', ''],
  ] as const)('by %s from %s to %s: %s', (step, from, to, fault) => {
    expect(rangeFault({ step, from, to }, now)).toBe(fault);
  });
});

test.each([
  ['last=30d', 'Last 30 days'],
  ['last=192h', 'Last 8 days, by hour'],
  ['last=5d', 'Last 5 days'],
  ['from=2026-11-01&to=2026-11-07', '01 Nov 2026 to 07 Nov 2026'],
  ['from=2026-11-01', '01 Nov 2026'],
  // The tests' zone is 13:45 ahead of UTC then.
  ['step=hour&from=2026-11-25T05:00Z', '25 Nov 2026, 06:45 PM'],
])('the address “%s” is called %s', (address, words) => {
  expect(rangeInWords(read(address))).toBe(words);
});
