import { newChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import type { FieldError } from '@adwarden/contract/envelope';
import { z } from 'zod';
import { nextMorning, typedMoment } from '../../../lib/moment-input.ts';

/** The values of the dialog; `at` is the text of a datetime-local input, in the person's zone. */
export type ScheduleValues = { at: string; note: string };

/** Returns the first choice: nine in the next morning, without a note. */
export const firstValues = (now: number): ScheduleValues => ({
  at: nextMorning(now),
  note: '',
});

/** The schema of the dialog. */
export const scheduleSchema = z.object({
  at: typedMoment,
  note: newChangeRequest.shape.note.transform((note = '') => note),
});

/**
 * Sorts the errors of the server: `own` fields of the dialog, and fields of the app's `form`, which the server names
 * `changes.appName`.
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
