import { fieldNames } from '@adwarden/contract/field-names';
import { guessMapping } from '@adwarden/contract/spreadsheets/guess';
import type { ImportField, ImportForm, ImportKey } from '@adwarden/contract/spreadsheets/imports';
import { invalidField } from '../../kit/app-error.ts';
import { isAppID } from '../../kit/ids.ts';
import { named } from '../../kit/named.ts';
import type { FileRow } from './import.table.ts';

/** A column of a file, and the field that it is; null if it is not read. */
export type ReadColumn = { column: string; field: ImportField | null };

const label = (field: ImportField) => (field === 'selectedUser' ? 'User Id' : fieldNames[field]);

/** What the cells of a column say of it: App IDs, other texts, or nothing. */
export type IDsInColumn = 'some' | 'none' | 'blank';

/** Whether the cells of a column are App IDs: some of the product's form are enough. */
export function idsIn(rows: readonly FileRow[], index: number): IDsInColumn {
  const texts = rows.map(({ cells }) => cells[index]?.trim() ?? '').filter((text) => text !== '');
  return texts.some(isAppID) ? 'some' : texts.length > 0 ? 'none' : 'blank';
}

/** Refuses (400) a mapping that names columns of another file. */
export function checkMapping(columns: string[], { mapping }: Pick<ImportForm, 'mapping'>): void {
  const missing = Object.keys(mapping ?? {}).find((column) => !columns.includes(column));
  if (missing !== undefined) {
    throw invalidField('mapping', `There is no column ${named(missing)} in the file`);
  }
}

/**
 * Which field each column of a file is: as the form says, else by the headings. `ids` says what a column has that seems to
 * be the App ID; Google's AdMob has an "App ID" of another form.
 */
export function fieldsOf(
  columns: string[],
  { key, mapping }: Pick<ImportForm, 'key' | 'mapping'>,
  ids: (index: number) => IDsInColumn,
): ReadColumn[] {
  const fields = mapping ?? guessMapping(columns);
  return columns.map((column, index) => {
    const field = column !== '' && Object.hasOwn(fields, column) ? (fields[column] ?? null) : null;
    const isSaid = mapping !== undefined || key === 'appID';
    const isOther = !isSaid && field === 'appID' && ids(index) === 'none';
    return { column, field: isOther ? null : field };
  });
}

/** What finds the application of a row, unless the form says it: App ID when a column has some, else the package name. */
export const keyOf = (ids: IDsInColumn | undefined): ImportKey =>
  ids === 'some' ? 'appID' : 'packageName';

/** Refuses (400) columns that do not say what a row is about. */
export function checkColumns(
  read: ReadColumn[],
  { key, mode }: Pick<ImportForm, 'mode'> & { key: ImportKey },
): void {
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
    const wanted =
      key === 'appID' || byField.has('appID') ? label(key) : 'App ID or the Package Name';
    throw invalidField('key', `No column of the file is the ${wanted}`);
  }
}
