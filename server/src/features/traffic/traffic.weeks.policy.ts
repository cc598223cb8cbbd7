import { type ComparedCount, mostUnknown } from '@adwarden/contract/traffic/comparison';
import { dayMs } from '../../kit/clock.ts';

/** The compared days, and the same weekdays of the earlier weeks that they are compared with. */
export type Compared = { days: number[]; weeks: number[][] };

/** The number of earlier weeks that days are compared with. */
const weeksBefore = 4;

/** The requests of all apps on a day; `known` are those whose outcome is known. */
export type DayTotal = { requests: number; known: number };

/** Returns the days up to `day` and their earlier weeks. */
export function daysAndWeeks(day: number, count: number): Compared {
  const days = Array.from({ length: count }, (_, back) => day - back * dayMs);
  const weeks = Array.from({ length: weeksBefore }, (_, week) =>
    days.map((one) => one - (week + 1) * 7 * dayMs),
  );
  return { days, weeks };
}

/**
 * Leaves out weeks that were not fully counted: those before the second stored day, because counting may have begun late on the
 * first one. For `on`, weeks that an older version counted are left out, too.
 */
export function comparable(
  { days, weeks }: Compared,
  of: ComparedCount,
  totals: ReadonlyMap<number, DayTotal>,
  firstDay: number,
): Compared {
  const isCounted = (day: number) => {
    const { requests, known } = totals.get(day) ?? { requests: 0, known: 0 };
    const isKnown = of === 'requests' || requests - known <= requests * mostUnknown;
    return day > firstDay && isKnown;
  };
  const isWhole = (some: number[]) => some.every(isCounted);
  return { days, weeks: isWhole(days) ? weeks.filter(isWhole) : [] };
}
