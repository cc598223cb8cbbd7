import { limits } from '@adwarden/contract/limits';
import type { TrafficQuery, TrafficStep } from '@adwarden/contract/traffic/traffic';
import { invalidField } from '../../kit/app-error.ts';
import { dayMs, dayOf, hourMs, hourOf, isoTime } from '../../kit/clock.ts';

const weekMs = 7 * dayMs;

/** The steps of a range, by their first milliseconds. */
export type Range = {
  step: TrafficStep;
  /** The steps of the range, the oldest first. */
  times: number[];
  /** The same steps a week before, as far as they are kept. */
  weekBefore: number[];
  /** The first step that is kept. */
  keptFrom: number;
  /** The end of the last step. */
  end: number;
};

const units = {
  hour: { ms: hourMs, of: hourOf, word: (time: number) => `${isoTime(time).slice(0, 16)}Z` },
  day: { ms: dayMs, of: dayOf, word: (time: number) => isoTime(time).slice(0, 10) },
};

/** Returns the first step that is kept. */
export function keptFrom(step: TrafficStep, now: number, trafficDays: number): number {
  // Today is one of the days. The current hour is kept besides those of full days.
  return step === 'day'
    ? dayOf(now) - (trafficDays - 1) * dayMs
    : hourOf(now) - limits.kept.usageHours.days * dayMs;
}

/** Refuses (400) a time before the first step that is kept. `field` is the field with the time. */
export function mustBeKept(
  field: string,
  time: number,
  { step, now, trafficDays }: { step: TrafficStep; now: number; trafficDays: number },
): void {
  const first = keptFrom(step, now, trafficDays);
  if (time >= first) return;
  const days = step === 'day' ? trafficDays : limits.kept.usageHours.days;
  throw invalidField(
    field,
    `${field} must be ${units[step].word(first)} or later: traffic by ${step} is kept for ${days} days`,
  );
}

/**
 * Returns the steps that contain `from` and `to`, and all between. Refuses (400) a range that is the wrong way round, in the
 * future, or older than the kept steps.
 */
export function rangeOf(
  { step, from, to }: Pick<TrafficQuery, 'step' | 'from' | 'to'>,
  { now, trafficDays }: { now: number; trafficDays: number },
): Range {
  const { ms, of } = units[step];
  const [first, running] = [keptFrom(step, now, trafficDays), of(now)];
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidField('from', 'from must not be after to');
  }
  for (const [field, time] of Object.entries({ from, to })) {
    if (time === undefined) continue;
    if (time > running + ms - 1) throw invalidField(field, `${field} must not be in the future`);
    mustBeKept(field, time, { step, now, trafficDays });
  }
  const last = to === undefined ? running : of(to);
  const usual = Math.max(first, last - (limits.traffic.steps[step] - 1) * ms);
  const begin = from === undefined ? usual : of(from);
  const times = Array.from({ length: (last - begin) / ms + 1 }, (_, index) => begin + index * ms);
  const weekBefore = times.map((time) => time - weekMs).filter((time) => time >= first);
  return { step, times, weekBefore, keptFrom: first, end: last + ms };
}

/** Returns the same step a week before. */
export const aWeekBefore = (time: number): number => time - weekMs;
