import { fieldNames } from '@adwarden/contract/field-names';
import { guessMapping } from '@adwarden/contract/spreadsheets/guess';
import type { ImportField, ImportForm } from '@adwarden/contract/spreadsheets/imports';
import { invalidField } from '../../kit/app-error.ts';
import { named } from '../../kit/named.ts';

/** A column of a file, and the field that it is; null if it is not read. */
export type ReadColumn = { column: string; field: ImportField | null };

const label = (field: ImportField) => (field === 'selectedUser' ? 'User Id' : fieldNames[field]);

/**
 * Which field each column of a file is: as the form says, else by the headings. Refuses (400) a mapping that does not fit
 * the file, and a file without the key.
 */
export function readColumns(columns: string[], { key, mode, mapping }: ImportForm): ReadColumn[] {
  const missing = Object.keys(mapping ?? {}).find((column) => !columns.includes(column));
  if (missing !== undefined) {
    throw invalidField('mapping', `There is no column ${named(missing)} in the file`);
  }
  const fields = mapping ?? guessMapping(columns);
  const read = columns.map((column) => ({ column, field: fieldOf(fields, column) }));
  const byField = new Map<ImportField, string>();
  for (const { column, field } of read) {
    if (!field) continue;
    const other = byField.get(field);
    if (other !== undefined) {
      throw invalidField('mapping', `Two columns are ${label(field)}: ${other} and ${column}`);
    }
    byField.set(field, column);
  }
  if (byField.size === 0) {
    const known = `The headings of an export are known, such as ${fieldNames.appName}`;
    throw invalidField('mapping', `No column of the file is known. ${known}`);
  }
  if (mode !== 'create' && !byField.has(key)) {
    throw invalidField('key', `No column of the file is the ${label(key)}`);
  }
  return read;
}

function fieldOf(fields: NonNullable<ImportForm['mapping']>, column: string): ImportField | null {
  return column !== '' && Object.hasOwn(fields, column) ? (fields[column] ?? null) : null;
}
