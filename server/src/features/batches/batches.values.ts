import { appFields, unsetChoices } from '@adwarden/contract/apps';
import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import type { AppValues, Values } from '../../edits/edits.table.ts';

/** The values of a new app before anything is set. */
export const noValues: AppValues = {
  ...(Object.fromEntries(appFields.map((name) => [name, ''])) as AppValues),
  ...unsetChoices,
  selectedUser: '',
  country: '',
};

/** Returns the values of an app after a change. */
export function valuesAfter(values: AppValues, changes: Values): AppValues {
  return { ...values, ...changes } as AppValues;
}

/** Returns the fields to which a change gives another value, in the order of the form. */
export function differenceOf(before: Values, changes: Values) {
  const fields = Object.keys(noValues) as RequestedField[];
  return fields.flatMap((field) => {
    const after = changes[field];
    if (after === undefined || after === (before[field] ?? '')) return [];
    return [{ field, before: before[field] ?? '', after }];
  });
}
