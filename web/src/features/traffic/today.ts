import { type ComparedCount, countOf } from '@adwarden/contract/traffic/comparison';
import type { Traffic, TrafficCounts } from '@adwarden/contract/traffic/traffic';
import { formatTime } from '../../lib/dates.ts';
import { stepMs } from './traffic-range.ts';
import { inFull } from './traffic-words.ts';
import { isOver } from './week-before.ts';

type Hours = Pick<Traffic, 'steps' | 'asOf'>;

/** The hours of the UTC day that runs, of an answer by hours. */
const hoursOfToday = ({ steps, asOf }: Hours) =>
  steps.filter(({ at }) => at.slice(0, 10) === asOf.slice(0, 10));

const sumOf = (hours: readonly TrafficCounts[], of: (hour: TrafficCounts) => number): number =>
  hours.reduce((sum, hour) => sum + of(hour), 0);

/** The requests of today, so far. */
export function countedToday(traffic: Hours, of: ComparedCount): number {
  return sumOf(hoursOfToday(traffic), countOf[of]);
}

/** The hours of today that are over, each with the same one a week ago. */
const overToday = (traffic: Hours) =>
  hoursOfToday(traffic).flatMap(({ weekBefore, ...hour }) =>
    weekBefore && isOver({ step: 'hour', asOf: traffic.asOf }, hour.at)
      ? [{ hour, weekBefore }]
      : [],
  );

/** When the last hour of today that is compared was over; null while none is. */
export function comparedUntil(traffic: Hours): string | null {
  const last = overToday(traffic).at(-1)?.hour.at;
  return last === undefined ? null : formatTime(Date.parse(last) + stepMs.hour);
}

/**
 * The hours of today that are over beside the same ones a week ago: '12% fewer than a week ago'. Empty while no hour is
 * over, and when none was counted then or now.
 */
export function comparedToday(traffic: Hours, of: ComparedCount): string {
  const over = overToday(traffic);
  const now = sumOf(
    over.map(({ hour }) => hour),
    countOf[of],
  );
  const before = sumOf(
    over.map(({ weekBefore }) => weekBefore),
    countOf[of],
  );
  if (before === 0) return now === 0 ? '' : 'none a week ago';
  if (now === before) return 'as many as a week ago';
  const percent = Math.max(1, Math.round((Math.abs(now - before) / before) * 100));
  return `${inFull(percent)}% ${now > before ? 'more' : 'fewer'} than a week ago`;
}
