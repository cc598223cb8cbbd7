import { requestsOf, type Traffic, type TrafficCounts } from '@adwarden/contract/traffic/traffic';
import { formatTime } from '../../lib/dates.ts';
import { stepMs } from './traffic-range.ts';
import { inFull } from './traffic-words.ts';

type Hours = Pick<Traffic, 'steps' | 'asOf'>;

/** The hours of the UTC day that runs, of an answer by hours. */
const hoursOfToday = ({ steps, asOf }: Hours) =>
  steps.filter(({ at }) => at.slice(0, 10) === asOf.slice(0, 10));

const sumOf = (hours: readonly TrafficCounts[], of: (hour: TrafficCounts) => number): number =>
  hours.reduce((sum, hour) => sum + of(hour), 0);

/** The requests of today, so far, and how many of them had their ads on and off. */
export function today(traffic: Hours): { requests: number; on: number; off: number } {
  const hours = hoursOfToday(traffic);
  const requests = sumOf(hours, requestsOf);
  const on = sumOf(hours, (hour) => hour.on);
  return { requests, on, off: requests - on - sumOf(hours, ({ unknown }) => unknown) };
}

/**
 * The hours of today that are over beside the same ones a week ago: '12% fewer than a week ago, until 02:00 PM'. Empty
 * while no hour is over, and when none was counted a week ago.
 */
export function comparedToday(traffic: Hours): string {
  const over = hoursOfToday(traffic).flatMap(({ weekBefore, ...hour }) =>
    weekBefore && Date.parse(hour.at) + stepMs.hour <= Date.parse(traffic.asOf)
      ? [{ hour, weekBefore }]
      : [],
  );
  const last = over.at(-1)?.hour.at;
  if (last === undefined) return '';
  const now = sumOf(
    over.map(({ hour }) => hour),
    requestsOf,
  );
  const before = sumOf(
    over.map(({ weekBefore }) => weekBefore),
    requestsOf,
  );
  const weekAgo = `a week ago, until ${formatTime(Date.parse(last) + stepMs.hour)}`;
  if (before === 0) return now === 0 ? '' : `None ${weekAgo}`;
  if (now === before) return `As many as ${weekAgo}`;
  const percent = Math.max(1, Math.round((Math.abs(now - before) / before) * 100));
  return `${inFull(percent)}% ${now > before ? 'more' : 'fewer'} than ${weekAgo}`;
}
