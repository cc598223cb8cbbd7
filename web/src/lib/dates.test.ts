import { expect, test } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDayAndMonth,
  formatTime,
  timesInZone,
  withLocalTimes,
} from './dates.ts';

// The tests run in Pacific/Chatham, 13:45 ahead of UTC in summer.
test('times of the wire are shown in the zone of the person, in the formats of the spec', () => {
  const time = '2026-01-04T23:20:00.000Z';
  expect(formatDate(time)).toBe('05 Jan 2026');
  expect(formatTime(time)).toBe('01:05 PM');
  expect(formatDateTime(time)).toBe('05 Jan 2026, 01:05 PM');
});

test('the times in a text of the server are shown in the same way', () => {
  const text = 'A pause stops the ads until 2026-01-04T23:20:00.000Z: maintenance';
  expect(withLocalTimes(text)).toBe(
    'A pause stops the ads until 05 Jan 2026, 01:05 PM: maintenance',
  );
});

test('the zone of the times is named', () => {
  expect(timesInZone()).toBe('Times in Pacific/Chatham');
});

test('an invalid time is shown as an empty text', () => {
  expect(formatDate('soon')).toBe('');
});

test('a UTC day keeps its name in every zone', () => {
  expect(formatDayAndMonth('2026-03-05')).toBe('05 Mar');
  expect(formatDate('2026-12-31')).toBe('31 Dec 2026');
});
