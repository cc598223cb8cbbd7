import { fieldNames } from '@adwarden/contract/field-names';
import { hasUnit } from '@adwarden/contract/pasted/ids-in-text';
import { guessMapping } from '@adwarden/contract/spreadsheets/guess';
import type { ImportField, ImportForm, ImportKey } from '@adwarden/contract/spreadsheets/imports';
import { invalidField } from '../../kit/app-error.ts';
import { isAppID } from '../../kit/ids.ts';
import { shownName } from '../../kit/shown-name.ts';
import type { FileRow } from './import.table.ts';

/** A column of a file, and its field; null if it is not read. */
export type ReadColumn = { column: string; field: ImportField | null };

const label = (field: ImportField) => (field === 'selectedUser' ? 'User Id' : fieldNames[field]);

/** The content of a column's cells: some App IDs, only other texts, or nothing. */
export type IDsInColumn = 'some' | 'none' | 'blank';

/** Tells whether the cells of a column are App IDs: some of the product's form are enough. */
export function idsIn(rows: readonly FileRow[], index: number): IDsInColumn {
  const texts = rows.map(({ cells }) => cells[index]?.trim() ?? '').filter((text) => text !== '');
  return texts.some(isAppID) ? 'some' : texts.length > 0 ? 'none' : 'blank';
}

/** Refuses (400) a mapping that names columns of another file. */
export function checkMapping(columns: string[], { mapping }: Pick<ImportForm, 'mapping'>): void {
  const missing = Object.keys(mapping ?? {}).find((column) => !columns.includes(column));
  if (missing !== undefined) {
    throw invalidField('mapping', `There is no column ${shownName(missing)} in the file`);
  }
}

/**
 * Returns the field of each column of a file: as the form says, otherwise by the headings. `ids` is the content of the column
 * that seems to be the App ID; Google's AdMob has an "App ID" of another form.
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

/**
 * Returns the key that finds the application of a row, unless the form names it: App ID when a column has some, else the package
 * name.
 */
export const keyOf = (ids: IDsInColumn | undefined): ImportKey =>
  ids === 'some' ? 'appID' : 'packageName';

/**
 * Returns a note for a report of an ad network, which has a row for each ad unit: a column that is not read has ad units, and
 * most rows name an application that another row names.
 */
export function reportNote(
  columns: readonly ReadColumn[],
  key: ImportKey,
  rows: readonly FileRow[],
): string[] {
  const textsOf = (index: number) => rows.map(({ cells }) => cells[index] ?? '');
  const report = columns.find(
    ({ field }, index) => field === null && textsOf(index).filter(hasUnit).length * 2 > rows.length,
  );
  const texts = new Set(textsOf(columns.findIndex(({ field }) => field === key)));
  if (!report || rows.length < 2 || texts.size * 2 > rows.length) return [];
  return [
    `The file has a row for each ad unit (column ${report.column}), and an import takes one row for each application. Paste the ad units of an application into its form: it fills all of them`,
  ];
}

/** Refuses (400) columns that do not identify the application of a row. */
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
