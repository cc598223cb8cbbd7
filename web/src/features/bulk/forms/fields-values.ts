import { type AppFormField, appFormFields } from '@adwarden/contract/apps';
import { requestedChanges } from '@adwarden/contract/change-requests/change-requests';
import { z } from 'zod';
import type { Role } from '../../../lib/role.ts';

/** A chosen field: its new value, or that it becomes empty. */
export type ChosenField = { value: string; empty: boolean };

/** The fields that were chosen, and their values. */
export type FieldsValues = { set: Record<string, ChosenField> };

/** The owner has an action of its own. */
const elsewhere: readonly string[] = ['selectedUser'] satisfies AppFormField[];
const adminOnly: readonly string[] = ['ipAddress'] satisfies AppFormField[];

/** The fields that a role can set in many applications, in the order of the form. */
export const settableFields = (role: Role): AppFormField[] =>
  appFormFields.filter(
    (name) => !elsewhere.includes(name) && (role === 'admin' || !adminOnly.includes(name)),
  );

const schemaOf = (field: string): z.ZodType =>
  (requestedChanges.shape as Record<string, z.ZodType>)[field] ?? z.never();

/** Whether an application can be without this field. */
export const canBeEmpty = (field: string): boolean => schemaOf(field).safeParse('').success;

/** The schema of the form. A field that is to become empty must be marked: a blank value may be forgotten. */
export const fieldsSchema = z
  .object({
    set: z.record(z.string(), z.object({ value: z.string(), empty: z.boolean() })),
  })
  .superRefine(({ set }, context) => {
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path: ['set', ...path], message });
    if (Object.keys(set).length === 0) refuse([], 'Please choose a field');
    for (const [field, { value, empty }] of Object.entries(set)) {
      if (empty) continue;
      const parsed = schemaOf(field).safeParse(value);
      if (!parsed.success) {
        refuse([field, 'value'], parsed.error.issues[0]?.message ?? 'Please enter a value');
      } else if (value.trim() === '') {
        refuse([field, 'value'], 'Please enter a value, or choose “Make it empty”');
      }
    }
  })
  .transform(({ set }) =>
    Object.fromEntries(
      Object.entries(set).map(([field, { value, empty }]) => [field, empty ? '' : value]),
    ),
  );

/** The form's field for one of the change: `set.note` is `set.note.value`. */
export const fieldOfSet = (field: string): string =>
  field.startsWith('set.') ? `${field}.value` : field;
