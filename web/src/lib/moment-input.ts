import dayjs from 'dayjs';
import { z } from 'zod';

/* A moment that a person types: the text of a datetime-local input, in the person's zone. */

const inputFormat = 'YYYY-MM-DDTHH:mm';

/** Before this hour of the night, the next morning is today's. */
const nightEnds = 5;

const atHour = (now: number, days: number, hour: number): number =>
  dayjs(now).add(days, 'day').startOf('day').hour(hour).valueOf();

/** The first choice: nine in the next morning, which before 05:00 is that of today. As the text of the input. */
export const nextMorning = (now: number): string => inputText(morningAfter(now));

const morningAfter = (now: number): number => atHour(now, dayjs(now).hour() < nightEnds ? 0 : 1, 9);

/** A moment as the text of the input. */
export const inputText = (at: number): string => dayjs(at).format(inputFormat);

/** The moments that people name most, those ahead, each once. Epoch milliseconds. */
export function usualMoments(now: number): { name: MomentName; at: number }[] {
  const daysToMonday = (8 - dayjs(now).day()) % 7 || 7;
  const moments: { name: MomentName; at: number }[] = [
    { name: 'hour', at: dayjs(now).add(1, 'hour').valueOf() },
    { name: 'tonight', at: atHour(now, 0, 23) },
    { name: 'morning', at: morningAfter(now) },
    { name: 'monday', at: atHour(now, daysToMonday, 9) },
  ];
  const isFirst = (at: number, place: number) =>
    moments.findIndex((other) => other.at === at) === place;
  return moments.filter(({ at }, place) => at > now && isFirst(at, place));
}

export const momentNames = ['hour', 'tonight', 'morning', 'monday'] as const;
export type MomentName = (typeof momentNames)[number];

/** The typed time in epoch milliseconds; null while it is none. */
export function timeOf(at: string): number | null {
  const time = new Date(at).getTime();
  return Number.isNaN(time) ? null : time;
}

/** A required moment, sent with its zone. Whether it is ahead, the server decides by the clock of the database. */
export const typedMoment = z
  .string()
  .refine((at) => timeOf(at) !== null, 'Please Enter Date and Time')
  .transform((at) => new Date(at).toISOString());
