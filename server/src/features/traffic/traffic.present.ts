import type { Traffic, TrafficCounts } from '@adwarden/contract/traffic/traffic';
import { requestsOf } from '@adwarden/contract/traffic/traffic';
import { isoTime } from '../../kit/clock.ts';
import { aWeekBefore, type Range } from './traffic.range.policy.ts';
import type { CountedStep } from './traffic.store.ts';

const nothing: Omit<CountedStep, 'time' | 'country'> = {
  requests: 0,
  on: 0,
  paused: 0,
  suspended: 0,
  adsOff: 0,
  byCountry: 0,
  vpn: 0,
  notModified: 0,
  oldToken: 0,
  wrongToken: 0,
};

function sumOf(rows: readonly Omit<CountedStep, 'time' | 'country'>[]): TrafficCounts {
  const sum = { ...nothing };
  for (const row of rows) {
    for (const name of Object.keys(nothing) as (keyof typeof nothing)[]) sum[name] += row[name];
  }
  const { requests, on, paused, suspended, adsOff, byCountry, vpn, ...more } = sum;
  const off = { paused, suspended, 'ads-off': adsOff, country: byCountry, vpn };
  const known = on + paused + suspended + adsOff + byCountry + vpn;
  return { on, off, unknown: requests - known, ...more };
}

/** Returns the counts of every step of a range, with zeros where nothing was counted, their sum, and those of each country. */
export function presentSteps(
  { times, weekBefore }: Range,
  rows: CountedStep[],
  country: string | undefined,
): Pick<Traffic, 'steps' | 'total' | 'countries'> {
  const wanted = country === undefined ? rows : rows.filter((row) => row.country === country);
  const byTime = Map.groupBy(wanted, ({ time }) => time);
  const kept = new Set(weekBefore);
  const at = (time: number) => sumOf(byTime.get(time) ?? []);
  const steps = times.map((time) => ({
    at: isoTime(time),
    ...at(time),
    weekBefore: kept.has(aWeekBefore(time)) ? at(aWeekBefore(time)) : null,
  }));
  const shown = new Set(times);
  const inRange = (row: CountedStep) => shown.has(row.time);
  const byCountry = Map.groupBy(rows.filter(inRange), (row) => row.country);
  const countries = [...byCountry]
    .map(([code, its]) => ({ country: code, ...sumOf(its) }))
    .sort((a, b) => requestsOf(b) - requestsOf(a) || (a.country < b.country ? -1 : 1));
  return { steps, total: sumOf(wanted.filter(inRange)), countries };
}
