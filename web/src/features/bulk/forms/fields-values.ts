import { type AppFormField, appFormFields } from '@adwarden/contract/apps';
import type { EachField } from '@adwarden/contract/batches/batch-change';
import { requestedChanges } from '@adwarden/contract/change-requests/change-requests';
import { maySet } from '@adwarden/contract/people/app-fields';
import { z } from 'zod';
import type { Role } from '../../../lib/role.ts';
import type { AskedBatch } from '../picked.ts';
import { canBeEach, type EachValues, faultOf, filledValues } from './each/each-values.ts';

/** A chosen field: its new value, that it becomes empty, or `each`: one value for each application. */
export type ChosenField = { value: string; empty: boolean; each: EachValues | null };

/** A field that was chosen a moment ago. */
export const unset: ChosenField = { value: '', empty: false, each: null };

/** The fields that were chosen, and their values. */
export type FieldsValues = { set: Record<string, ChosenField> };

/** The owner has an action of its own. */
const elsewhere: readonly string[] = ['selectedUser'] satisfies AppFormField[];

/** The fields that a role can set in many applications, in the order of the form. */
export const settableFields = (role: Role): AppFormField[] =>
  appFormFields.filter((name) => !elsewhere.includes(name) && maySet({ kind: role }, name));

const schemaOf = (field: string): z.ZodType =>
  (requestedChanges.shape as Record<string, z.ZodType>)[field] ?? z.never();

/** Whether an application can be without this field. */
export const canBeEmpty = (field: string): boolean => schemaOf(field).safeParse('').success;

/** The schema of the form. A field that is to become empty must be marked: a blank value may be forgotten. */
export const fieldsSchema = z
  .object({
    set: z.record(
      z.string(),
      z.object({
        value: z.string(),
        empty: z.boolean(),
        each: z.custom<EachValues>().nullable(),
      }),
    ),
  })
  .superRefine(({ set }, context) => {
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path: ['set', ...path], message });
    if (Object.keys(set).length === 0) refuse([], 'Please choose a field');
    for (const [field, { value, empty, each }] of Object.entries(set)) {
      const wrong = each && canBeEach(field) ? eachFault(field, each) : null;
      if (wrong) refuse([field, 'each'], wrong);
      if (empty || each) continue;
      const parsed = schemaOf(field).safeParse(value);
      if (!parsed.success) {
        refuse([field, 'value'], parsed.error.issues[0]?.message ?? 'Please enter a value');
      } else if (value.trim() === '') {
        refuse([field, 'value'], 'Please enter a value, or choose “Make it empty”');
      }
    }
  })
  .transform(({ set: chosen }): { change: AskedBatch['change']; named: string[] } => {
    const set: Record<string, string> = {};
    const setEach: Record<string, Record<string, string>> = {};
    for (const [field, { value, empty, each }] of Object.entries(chosen)) {
      if (!each) set[field] = empty ? '' : value;
      for (const [appID, own] of each ? filledValues(each) : []) {
        setEach[appID] = { ...setEach[appID], [field]: own };
      }
    }
    const named = Object.keys(setEach);
    return {
      change: {
        ...(Object.keys(set).length > 0 && { set }),
        ...(named.length > 0 && { setEach }),
      } as AskedBatch['change'],
      named,
    };
  });

/** Why the values of each application cannot be sent; null when they can. */
function eachFault(field: EachField, each: EachValues): string | null {
  if (each.left.length > 0) return 'Leave out what is left of the paste, or paste again';
  const values = filledValues(each);
  if (values.length === 0) return 'Please paste a column, or enter a value';
  const fault = values.find(([, value]) => faultOf(field, value) !== null);
  return fault ? 'Some values cannot be saved' : null;
}

/** The form's field for one of the change: `set.note` is `set.note.value`, `setEach.a1.note` is `set.note.each`. */
export const fieldOfSet = (field: string): string =>
  field
    .replace(/^set\..*/, (whole) => `${whole}.value`)
    .replace(/^setEach\..*\.(\w+)$/, 'set.$1.each');
