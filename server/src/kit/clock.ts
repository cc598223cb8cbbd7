/** Returns the time in epoch milliseconds; tests use their own clock. */
export type Clock = () => number;

/** Returns the time of this machine's clock. */
export const systemClock: Clock = () => Date.now();

/** A day, in milliseconds. */
export const dayMs = 86_400_000;

/** Returns the first millisecond of the UTC day of a time. */
export const dayOf = (time: number): number => time - (time % dayMs);

/** Returns the last `count` UTC days up to that of `now`, oldest first, each as its first millisecond. */
export function lastDays(now: number, count: number): number[] {
  const today = dayOf(now);
  return Array.from({ length: count }, (_, index) => today - (count - 1 - index) * dayMs);
}

/** An hour, in milliseconds. */
export const hourMs = 3_600_000;

/** Returns the first millisecond of the UTC hour of a time. */
export const hourOf = (time: number): number => time - (time % hourMs);

/** Formats epoch milliseconds as the API does: ISO 8601 in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Does the same for a time that may be null. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);

const day = new Intl.DateTimeFormat('en-GB', {
  ...({ day: '2-digit', month: 'short', year: 'numeric' } as const),
  timeZone: 'UTC',
});

/** Formats the UTC day of a time as the web app writes dates: '05 Mar 2026'. */
export const dayInWords = (milliseconds: number): string =>
  day.format(milliseconds).replace('Sept', 'Sep');

/** Formats a time for people: '05 Mar 2026, 09:05 UTC'. */
export const momentInWords = (milliseconds: number): string =>
  `${dayInWords(milliseconds)}, ${isoTime(milliseconds).slice(11, 16)} UTC`;
