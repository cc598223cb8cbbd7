/** Returns the time in epoch milliseconds; tests use their own clock. */
export type Clock = () => number;

/** This machine's clock. */
export const systemClock: Clock = () => Date.now();

/** A day, in milliseconds. */
export const dayMs = 86_400_000;

/** The first millisecond of the UTC day of a time. */
export const dayOf = (time: number): number => time - (time % dayMs);

/** The last `count` UTC days up to that of `now`, oldest first, each as its first millisecond. */
export function lastDays(now: number, count: number): number[] {
  const today = dayOf(now);
  return Array.from({ length: count }, (_, index) => today - (count - 1 - index) * dayMs);
}

/** An hour, in milliseconds. */
export const hourMs = 3_600_000;

/** The first millisecond of the UTC hour of a time. */
export const hourOf = (time: number): number => time - (time % hourMs);

/** Epoch milliseconds in the form of the API: ISO 8601 in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The same for a time that there may not be. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);

const day = new Intl.DateTimeFormat('en-GB', {
  ...({ day: '2-digit', month: 'short', year: 'numeric' } as const),
  timeZone: 'UTC',
});

/** The UTC day of a time as the web app writes dates: '05 Mar 2026'. */
export const dayInWords = (milliseconds: number): string =>
  day.format(milliseconds).replace('Sept', 'Sep');

/** A time for people: '05 Mar 2026, 09:05 UTC'. */
export const momentInWords = (milliseconds: number): string =>
  `${dayInWords(milliseconds)}, ${isoTime(milliseconds).slice(11, 16)} UTC`;
