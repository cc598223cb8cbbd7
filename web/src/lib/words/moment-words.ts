import dayjs from 'dayjs';
import { formatDate, formatTime } from '../dates.ts';
import type { MomentName } from '../moment-input.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const relative = new Intl.RelativeTimeFormat('en');

/** Returns the day and the time of day in the person's zone: 'Tomorrow, 09:00 AM', or '24 Nov 2026, 09:00 AM'. */
export function dayAndTime(at: number, now: number): string {
  const days = dayjs(at).startOf('day').diff(dayjs(now).startOf('day'), 'day', true);
  const near: Record<string, string> = { '-1': 'Yesterday', 0: 'Today', 1: 'Tomorrow' };
  // Rounded, because a day on which the clocks change has 23 or 25 hours.
  const day = near[Math.round(days)] ?? formatDate(at);
  return `${day}, ${formatTime(at)}`;
}

/** Returns the same within a sentence: 'tomorrow, 09:00 AM'. The names of months stay as they are. */
export const dayAndTimeInside = (at: number, now: number): string =>
  dayAndTime(at, now).replace(/^(?:Yesterday|Today|Tomorrow)/, (day) => day.toLowerCase());

/** Returns a usual moment within a sentence: 'in 1 hour', 'tonight, 11:00 PM', 'next Monday, 09:00 AM'. */
export function usualMomentInside(
  { name, at }: { name: MomentName; at: number },
  now: number,
): string {
  switch (name) {
    case 'hour':
      return 'in 1 hour';
    case 'tonight':
      return `tonight, ${formatTime(at)}`;
    case 'morning':
      return dayjs(at).isSame(now, 'day')
        ? `this morning, ${formatTime(at)}`
        : dayAndTimeInside(at, now);
    case 'monday':
      return `next Monday, ${formatTime(at)}`;
    default:
      return name satisfies never;
  }
}

/** Says how far away a moment is: 'in 11 hours', '5 minutes ago'; in days from 48 hours. */
export function distance(at: number, now: number): string {
  const ms = at - now;
  const size = Math.abs(ms);
  if (size < minuteMs) return ms < 0 ? 'just now' : 'in less than a minute';
  if (size < hourMs) return relative.format(Math.round(ms / minuteMs), 'minute');
  if (size < 2 * dayMs) return relative.format(Math.round(ms / hourMs), 'hour');
  return relative.format(Math.round(ms / dayMs), 'day');
}

/** Returns a moment in words, so that nobody mistakes a day or a zone: 'Tomorrow, 09:00 AM, in 11 hours'. Epoch milliseconds. */
export const momentInWords = (at: number, now: number): string =>
  `${dayAndTime(at, now)}, ${distance(at, now)}`;
