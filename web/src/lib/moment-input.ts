import dayjs from 'dayjs';
import { z } from 'zod';

/* A moment that a person types: the text of a datetime-local input, in the person's zone. */

const inputFormat = 'YYYY-MM-DDTHH:mm';

/** The first choice: tomorrow at nine in the morning. */
export const tomorrowMorning = (now: number): string =>
  dayjs(now).add(1, 'day').startOf('day').hour(9).format(inputFormat);

/** The earliest time to offer, as the text of the input. */
export const earliest = (now: number): string => dayjs(now).format(inputFormat);

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
