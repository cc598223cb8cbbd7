import { limits } from '@adwarden/contract/limits';
import { type TrafficStep, trafficSteps } from '@adwarden/contract/traffic/traffic';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import type { TrafficQuestion } from './traffic.api.ts';

/*
 * The range of a page about traffic, in its address: `last=24h` or `last=30d`, or `step=hour&from=…&to=…`. Days are UTC days
 * ('2026-11-20'), hours UTC hours ('2026-11-20T05:00Z').
 */

export const stepMs: Record<TrafficStep, number> = { hour: 3_600_000, day: 86_400_000 };
const unitOf: Record<string, TrafficStep> = { h: 'hour', d: 'day' };

/** The last so many steps, or those from one to another. */
export type TrafficRange = { step: TrafficStep; last: number } | NamedRange;
export type NamedRange = { step: TrafficStep; from: string; to: string };

/** The ranges in the select "Time". */
export const usualRanges = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '48h', label: 'Last 48 hours' },
  { value: '192h', label: 'Last 8 days, by hour' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
] as const;

const mostSteps: Record<TrafficStep, number> = {
  hour: limits.kept.usageHours.days * 24 + 1,
  day: limits.traffic.days.max,
};

/** The step of a time as an address has it: '2026-11-20', or '2026-11-20T05:00Z'. */
export function stepName(step: TrafficStep, at: string | number): string {
  const text = new Date(at).toISOString();
  return step === 'day' ? text.slice(0, 10) : `${text.slice(0, 13)}:00Z`;
}

/**
 * The range that an address means, the last 30 days if it means none. `at` is the step to show: if it is longer ago, 90
 * days.
 */
export function readRange(params: URLSearchParams, now: number): TrafficRange {
  const [, count = '', unit = ''] = /^(\d{1,3})([hd])$/.exec(params.get('last') ?? '') ?? [];
  const step = unitOf[unit];
  const last = Number(count);
  if (step && last > 0 && last <= mostSteps[step]) return { step, last };
  const from = params.get('from');
  if (from !== null) {
    const named = trafficSteps.find((one) => one === params.get('step')) ?? 'day';
    return { step: named, from, to: params.get('to') ?? from };
  }
  const isLongAgo = Date.parse(params.get('at') ?? '') < now - 29 * stepMs.day;
  return { step: 'day', last: isLongAgo ? 90 : 30 };
}

/** The parameters of a range in an address; null for those that it does not have. */
export function writeRange(
  range: TrafficRange,
): Record<'last' | 'step' | 'from' | 'to', string | null> {
  return 'last' in range
    ? { last: `${range.last}${range.step === 'day' ? 'd' : 'h'}`, step: null, from: null, to: null }
    : { last: null, step: range.step, from: range.from, to: range.to };
}

/** The hours of the days from one to another, up to `now`. */
export function hoursOfDays(from: string, to: string, now: number): NamedRange {
  const last = Math.min(Date.parse(to) + stepMs.day - 1, now);
  return { step: 'hour', from: stepName('hour', from), to: stepName('hour', last) };
}

const startOf = (step: TrafficStep, time: number) => Math.floor(time / stepMs[step]) * stepMs[step];

/** A step of an address as the calls take it: a day, or a time in ISO 8601. */
const timeOf = (name: string): string => (name.length === 10 ? name : isoTime(Date.parse(name)));

const isoTime = (time: number): string => (Number.isNaN(time) ? '' : new Date(time).toISOString());

/** The question to the server. The last steps have no end, so that the answer goes up to the present. */
export function questionOf(range: TrafficRange, now: number): TrafficQuestion {
  const { step } = range;
  if (!('last' in range)) return { step, from: timeOf(range.from), to: timeOf(range.to) };
  const first = startOf(step, now) - (range.last - 1) * stepMs[step];
  return { step, from: timeOf(stepName(step, first)) };
}

/** Why there can be no answer about a range, in words; '' if nothing is wrong. How long days are kept, the server says. */
export function rangeFault(range: TrafficRange, now: number): string {
  if ('last' in range) return '';
  const { step } = range;
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
  if (Number.isNaN(from) || Number.isNaN(to)) return `This is no ${step}`;
  if (from > to) return 'The range ends before it begins';
  if (from > now) return 'The range is in the future';
  if (startOf(step, to) > now) return 'The range ends in the future';
  const { days } = limits.kept.usageHours;
  if (step === 'hour' && from < startOf(step, now) - days * stepMs.day) {
    return `Requests by hour are kept for ${days} days`;
  }
  return '';
}

/** A range in words: 'Last 30 days', '01 Nov 2026 to 07 Nov 2026', or hours in the person's zone. */
export function rangeInWords(range: TrafficRange): string {
  if ('last' in range) {
    const { last } = writeRange(range);
    const usual = usualRanges.find(({ value }) => value === last);
    return usual?.label ?? `Last ${range.last} ${range.step === 'day' ? 'days' : 'hours'}`;
  }
  const words = (at: string) =>
    range.step === 'day' ? formatDate(at) : formatDateTime(Date.parse(at));
  return range.from === range.to ? words(range.from) : `${words(range.from)} to ${words(range.to)}`;
}
