import { expect, test } from 'vitest';
import { actionWord, openInWords, remarksOf, whenOf } from './request-words.ts';

const now = new Date(2026, 10, 20, 22, 0).getTime();
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const changedAt = inHours(-1);

test.each([
  ['in-review', null, 'When approved', ''],
  ['in-review', inHours(11), 'Tomorrow, 09:00 AM', 'in 11 hours'],
  ['scheduled', inHours(11), 'Tomorrow, 09:00 AM', 'in 11 hours'],
  ['applied', inHours(-1), 'Today, 09:00 PM', '1 hour ago'],
  ['applied', null, 'Today, 09:00 PM', '1 hour ago'],
  // It could have been due days before.
  ['missed', inHours(-30), 'Today, 09:00 PM', '1 hour ago'],
  ['conflict', inHours(-2), 'Today, 09:00 PM', '1 hour ago'],
  ['rejected', inHours(11), 'Today, 09:00 PM', '1 hour ago'],
] as const)('a request that is %s, for %s, is shown with %s', (state, at, moment, distance) => {
  expect(whenOf({ state, at, changedAt }, now)).toEqual({ moment, distance });
});

test('one withdraws what waits for approval, and cancels what is scheduled', () => {
  expect(actionWord('cancel', { state: 'in-review' })).toBe('Withdraw');
  expect(actionWord('cancel', { state: 'scheduled' })).toBe('Cancel change');
  expect(actionWord('cancel', { state: 'conflict' })).toBe('Cancel change');
});

test('the reason stands before the note', () => {
  expect(remarksOf({ reason: '', note: '' })).toBe('');
  expect(remarksOf({ reason: 'Changed since: Note', note: 'Quiet' })).toBe(
    'Changed since: Note · Quiet',
  );
});

test('open requests are counted by state', () => {
  const of = (...states: ('in-review' | 'scheduled' | 'conflict')[]) =>
    openInWords(states.map((state) => ({ state })));
  expect(of()).toBe('');
  expect(of('scheduled', 'in-review', 'scheduled')).toBe('1 waiting for approval, 2 scheduled');
  expect(of('conflict')).toBe('1 conflict');
});
