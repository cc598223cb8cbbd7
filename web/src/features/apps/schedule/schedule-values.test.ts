import { schemaResolver } from '@mantine/form';
import { expect, test } from 'vitest';
import { timeOf } from '../../../lib/moment-input.ts';
import { firstValues, scheduleSchema, sortErrors } from './schedule-values.ts';

const now = new Date(2026, 10, 20, 22, 15).getTime();

test('the first choice is tomorrow at nine, in the zone of the person', () => {
  const { at, note } = firstValues(now);
  expect(at).toBe('2026-11-21T09:00');
  expect(note).toBe('');
  expect(timeOf(at)).toBe(new Date(2026, 10, 21, 9).getTime());
});

test.each(['', 'soon', '2026-13-01T10:00'])('%j is no time', (at) => {
  expect(timeOf(at)).toBeNull();
  const check = schemaResolver(scheduleSchema, { sync: true });
  expect(check({ at, note: '' })).toEqual({ at: 'Please Enter Date and Time' });
});

test('a time is sent with its zone, and the note without white space around', () => {
  const at = '2026-11-21T09:00';
  expect(scheduleSchema.parse({ at, note: ' Quiet over Christmas ' })).toEqual({
    at: new Date(2026, 10, 21, 9).toISOString(),
    note: 'Quiet over Christmas',
  });
});

test('errors of the server go to the dialog or to the form of the app', () => {
  const past = { field: 'at', message: 'Time must be in the future' };
  const unknown = { field: 'changes.category', message: 'Category does not exist' };
  expect(sortErrors([past, unknown, { field: 'appID', message: 'gone' }])).toEqual({
    own: [past],
    form: [{ field: 'category', message: 'Category does not exist' }],
  });
});
