import { newChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import type { FieldError } from '@adwarden/contract/envelope';
import dayjs from 'dayjs';
import { z } from 'zod';

/** What the dialog contains; `at` is the text of a datetime-local input, in the person's zone. */
export type ScheduleValues = { at: string; note: string };

const inputFormat = 'YYYY-MM-DDTHH:mm';

/** The first choice: tomorrow at nine in the morning. */
export function firstValues(now: number): ScheduleValues {
  const morning = dayjs(now).add(1, 'day').startOf('day').hour(9);
  return { at: morning.format(inputFormat), note: '' };
}

/** The earliest time to offer, as the text of the input. */
export const earliest = (now: number): string => dayjs(now).format(inputFormat);

/** The typed time in epoch milliseconds; null while it is none. */
export function timeOf(at: string): number | null {
  const time = new Date(at).getTime();
  return Number.isNaN(time) ? null : time;
}

/** The schema of the dialog. Whether the time is ahead, the server decides by the clock of the database. */
export const scheduleSchema = z.object({
  at: z
    .string()
    .refine((at) => timeOf(at) !== null, 'Please Enter Date and Time')
    .transform((at) => new Date(at).toISOString()),
  note: newChangeRequest.shape.note.transform((note = '') => note),
});

/**
 * The errors of the server by where they belong: `own` fields of the dialog, and fields of the app's `form`, which the
 * server names `changes.appName`.
 */
export function sortErrors(errors: readonly FieldError[]): {
  own: FieldError[];
  form: FieldError[];
} {
  const prefix = 'changes.';
  return {
    own: errors.filter(({ field }) => field === 'at' || field === 'note'),
    form: errors
      .filter(({ field }) => field.startsWith(prefix))
      .map(({ field, message }) => ({ field: field.slice(prefix.length), message })),
  };
}
