import { type PauseForm, pauseForm, pauseScopes } from '@adwarden/contract/pauses/pauses';
import { z } from 'zod';
import { momentNames, timeOf, usualMoments } from '../../../lib/moment-input.ts';
import type { PauseDraft } from './pause-dialog-store.ts';

/** When a pause ends by itself. */
const endings = ['never', ...momentNames, 'at'] as const;
export type Ending = (typeof endings)[number];

/** The values of the dialog; `until` is the text of a datetime-local input, in the person’s zone. */
export type PauseFormValues = Omit<PauseForm, 'until'> & { ends: Ending; until: string };

/** Returns the end in epoch milliseconds. Null: the pause ends only when somebody resumes, or `until` is no time yet. */
export function endOf(
  { ends, until }: Pick<PauseFormValues, 'ends' | 'until'>,
  now: number,
): number | null {
  if (ends === 'never') return null;
  if (ends === 'at') return timeOf(until);
  return usualMoments(now).find(({ name }) => name === ends)?.at ?? null;
}

export function formValuesOf({ scope, value, reason, appIDs }: PauseDraft): PauseFormValues {
  return { scope, value, reason, appIDs, ends: 'never', until: '' };
}

/** The scopes that need a `value`, with the error for a missing one. */
const chooseOne: Partial<Record<PauseForm['scope'], string>> = {
  account: 'Please Enter Account Name',
  owner: 'Please Select Owner',
  app: 'Please Select Application',
};

/** All fields are checked at once, also when the reason is missing. */
const always = { when: () => true };

/** Returns the schema of the dialog; its output is what is sent. `clock` returns the time in epoch milliseconds. */
export function pauseDialogSchema(clock: () => number = Date.now) {
  return z
    .object({
      scope: z.enum(pauseScopes),
      value: z.string(),
      appIDs: pauseForm.shape.appIDs,
      reason: pauseForm.shape.reason,
      ends: z.enum(endings),
      until: z.string(),
    })
    .superRefine(({ scope, value }, context) => {
      const message = chooseOne[scope];
      if (!message || value.trim() !== '') return;
      context.addIssue({ code: 'custom', path: ['value'], message });
    }, always)
    .superRefine(({ ends, until }, context) => {
      if (ends === 'never') return;
      const end = endOf({ ends, until }, clock());
      const path = [ends === 'at' ? 'until' : 'ends'];
      if (ends === 'at' && end === null) {
        context.addIssue({ code: 'custom', path, message: 'Please Enter Date and Time' });
      } else if (end === null || end <= clock()) {
        context.addIssue({ code: 'custom', path, message: 'The end must be in the future' });
      }
    }, always)
    .transform(
      ({ scope, value, appIDs, reason, ends, until }): PauseForm => ({
        scope,
        value: chooseOne[scope] ? value : '',
        ...(scope === 'apps' && { appIDs }),
        reason,
        until: endOf({ ends, until }, clock()),
      }),
    );
}
