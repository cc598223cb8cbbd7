import { type PauseForm, pauseForm, pauseScopes } from '@adwarden/contract/pauses/pauses';
import { z } from 'zod';
import { timeOf, tomorrowMorning } from '../../../lib/moment-input.ts';
import type { PauseDraft } from './pause-dialog-store.ts';

/** When a pause ends by itself. */
export const endings = ['never', 'hour', 'morning', 'at'] as const;
export type Ending = (typeof endings)[number];

/** What the dialog holds; `until` is the text of a datetime-local input, in the person’s zone. */
export type PauseFormValues = Omit<PauseForm, 'until'> & { ends: Ending; until: string };

const hourMs = 3_600_000;

/** The end in epoch milliseconds; null: only when somebody resumes, or `until` is no time yet. */
export function endOf(
  { ends, until }: Pick<PauseFormValues, 'ends' | 'until'>,
  now: number,
): number | null {
  if (ends === 'never') return null;
  if (ends === 'hour') return now + hourMs;
  return timeOf(ends === 'morning' ? tomorrowMorning(now) : until);
}

export function formValuesOf({ scope, value, reason }: PauseDraft): PauseFormValues {
  return { scope, value, reason, ends: 'never', until: '' };
}

const chooseOne: Record<Exclude<PauseForm['scope'], 'all'>, string> = {
  account: 'Please Enter Account Name',
  owner: 'Please Select Owner',
  app: 'Please Select Application',
};

/** All fields are checked at once, also when the reason is missing. */
const always = { when: () => true };

/** The schema of the dialog; its output is what is sent. `clock` says the time in epoch milliseconds. */
export function pauseDialogSchema(clock: () => number = Date.now) {
  return z
    .object({
      scope: z.enum(pauseScopes),
      value: z.string(),
      reason: pauseForm.shape.reason,
      ends: z.enum(endings),
      until: z.string(),
    })
    .superRefine(({ scope, value }, context) => {
      if (scope === 'all' || value.trim() !== '') return;
      context.addIssue({ code: 'custom', path: ['value'], message: chooseOne[scope] });
    }, always)
    .superRefine(({ ends, until }, context) => {
      if (ends !== 'at') return;
      const end = endOf({ ends, until }, clock());
      const message =
        end === null
          ? 'Please Enter Date and Time'
          : end <= clock()
            ? 'The end must be in the future'
            : undefined;
      if (message) context.addIssue({ code: 'custom', path: ['until'], message });
    }, always)
    .transform(
      ({ scope, value, reason, ends, until }): PauseForm => ({
        scope,
        value: scope === 'all' ? '' : value,
        reason,
        until: endOf({ ends, until }, clock()),
      }),
    );
}
