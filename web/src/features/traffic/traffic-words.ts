import {
  requestsOf,
  type Traffic,
  type TrafficCounts,
  type TrafficStep,
} from '@adwarden/contract/traffic/traffic';
import { formatDate, formatDateTime, formatTime } from '../../lib/dates.ts';
import { stepMs } from './traffic-range.ts';

const numbers = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Returns '12,345'. */
export const inFull = (count: number): string => numbers.format(count);
/** Returns '12.3K', short, for an axis. */
export const inShort = (count: number): string => short.format(count);

/** Returns '34%', rounded; '0%' only for none, and '100%' only for all: '<1%', '>99%'. '–' if the whole is 0. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = Math.round((part / whole) * 100);
  if (percent === 0 && part > 0) return '<1%';
  if (percent === 100 && part < whole) return '>99%';
  return `${percent}%`;
}

/** Says how a count differs from another one: '+12%', '−71%', '±0%'; 'new' if there were none before. */
export function changeInWords(now: number, before: number): string {
  if (now === before) return '±0%';
  if (before === 0) return 'new';
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  const size = percent === 0 ? 'less than 1' : inFull(percent);
  return `${now > before ? '+' : '−'}${size}%`;
}

/**
 * Returns a step in words: a UTC day, '20 Nov 2026 (UTC)', or an hour in the person's zone, '20 Nov 2026, 05:45 PM to 06:45 PM'.
 */
export function stepInWords(step: TrafficStep, at: string): string {
  if (step === 'day') return `${formatDate(at.slice(0, 10))} (UTC)`;
  return `${formatDateTime(at)} to ${formatTime(Date.parse(at) + stepMs.hour)}`;
}

/** Returns the beginning of a step in words, for a table: '20 Nov 2026', or '20 Nov 2026, 05:45 PM'. */
export const stepBegin = (step: TrafficStep, at: string): string =>
  step === 'day' ? formatDate(at.slice(0, 10)) : formatDateTime(at);

/** Says what the steps are: days in UTC, and when the last one began in the person's zone; or hours in that zone. */
export function zoneInWords({ step, steps }: Pick<Traffic, 'step' | 'steps'>): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (step === 'hour') return `Hours in ${timeZone}`;
  const begin = formatTime(steps.at(-1)?.at ?? '');
  return begin === '12:00 AM' || begin === ''
    ? 'Days in UTC'
    : `Days in UTC, which begin at ${begin} here`;
}

/** Tells whether nobody asked at all, not even with a wrong token. */
export const isSilent = (counts: TrafficCounts): boolean =>
  requestsOf(counts) === 0 && counts.wrongToken === 0;
