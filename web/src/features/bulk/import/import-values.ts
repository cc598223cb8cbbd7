import { appStatuses, type OnOff, onOff, unsetChoices } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import { maySet } from '@adwarden/contract/people/app-fields';
import {
  type ImportColumns,
  type ImportDefaults,
  type ImportField,
  type ImportKey,
  type ImportMode,
  type ImportValues,
  importFields,
  type UnknownValue,
  type WrittenField,
} from '@adwarden/contract/spreadsheets/imports';
import type { Role } from '../../../lib/role.ts';
import { appValueWords } from '../../../lib/words/words.ts';

/** The fields that identify the application of a row, in words. */
export const keyWords: Record<ImportKey, string> = {
  appID: 'App ID',
  packageName: 'Package Name',
};

/** The changes that a file may make, in words. */
export const modeWords: Record<ImportMode, string> = {
  both: 'Change applications, and add new ones',
  update: 'Only change applications',
  create: 'Only add new ones',
};

/** The field of each column; null: it is not read. */
export type ColumnFields = Record<string, ImportField | null>;

/** The way to read a file; without `key` the server finds it out. */
export type Reading = { fields: ColumnFields; key: ImportKey | null; mode: ImportMode };

/** The answers of the person about a file: values for all rows, and meanings of unknown values ('': nothing). */
export type Said = {
  defaults: Partial<Record<WrittenField, string>>;
  meanings: Readonly<Record<string, string>>;
};

export const nothingSaid: Said = { defaults: {}, meanings: {} };

/** The things that a file lacks before it can be imported. */
type Lacks = Pick<ImportColumns, 'missing' | 'unknown'>;
type Found = Lacks & Pick<ImportColumns, 'notes'>;

export const fieldLabel = (field: ImportField): string =>
  field === 'selectedUser' ? 'User' : fieldNames[field];

/** Returns the fields that columns can be, with their names, for a role. */
export const fieldOptions = (role: Role): { value: ImportField; label: string }[] =>
  importFields
    .filter((field) => maySet({ kind: role }, field))
    .map((value) => ({ value, label: fieldLabel(value) }));

/** Says what is wrong with the columns; null if nothing is. */
export function columnsProblem({ fields: columns, key, mode }: Reading): string | null {
  const fields = Object.values(columns).filter((field) => field !== null);
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice) return `Two columns are ${fieldLabel(twice)}: choose one of them`;
  if (fields.length === 0) return 'No column is read: choose the field of at least one';
  if (mode === 'create') return null;
  if (key !== null && !fields.includes(key)) {
    return `No column is ${keyWords[key]}, which finds the application of a row`;
  }
  return fields.includes('appID') || fields.includes('packageName')
    ? null
    : 'No column is App ID or Package Name, which finds the application of a row';
}

const switches: readonly OnOff[] = onOff;

/** Returns the options of a field that has few; null for other fields. */
export function choicesOf(field: WrittenField): { value: string; label: string }[] | null {
  if (!(field in unsetChoices)) return null;
  const values: readonly string[] = field === 'appStatus' ? appStatuses : switches;
  return values.map((value) => ({ value, label: appValueWords(field, value) }));
}

/** Tells whether every application must have this field; all rows can share one value of it. */
const isRequired = (field: WrittenField): boolean =>
  field === 'category' || choicesOf(field) !== null;

/** The proposed values for all rows: those that most new applications begin with. */
const usual: Partial<Record<WrittenField, string>> = { ...unsetChoices, adsStatus: 'on' };

/** Returns the value for all rows without one: the person's, or the proposed one. */
export const defaultFor = ({ defaults }: Said, field: WrittenField): string =>
  defaults[field] ?? usual[field] ?? '';

const meaningKey = ({ field, read }: Pick<UnknownValue, 'field' | 'read'>) => `${field} ${read}`;

/** Returns the meaning of an unknown value: the person's, or the proposed one; '' for nothing. */
export const meaningFor = ({ meanings }: Said, value: UnknownValue): string =>
  meanings[meaningKey(value)] ?? value.meant ?? '';

export const withMeaning = (said: Said, value: UnknownValue, meant: string): Said => ({
  ...said,
  meanings: { ...said.meanings, [meaningKey(value)]: meant },
});

/** Tells whether a field can have one value for all rows; names and packages differ. */
export const canBeForAll = (field: ImportField): field is WrittenField =>
  !['appID', 'appName', 'packageName'].includes(field);

/** Optional fields that most new applications have, but that a publisher's list seldom has a column for. */
const usualForAll: readonly WrittenField[] = ['selectedUser', 'accountName'];

/**
 * A field with one value for all rows. `rows`: how many lack this required field; null if it is optional. `isAdded`: a
 * person has added it, and can remove it.
 */
export type ForAll = { field: WrittenField; rows: number | null; isAdded: boolean };

/**
 * Returns the fields that are shown with one value for all rows, and the fields that can be added. Optional fields apply
 * to new applications, and only without a column of their own.
 */
export function fieldsForAll(
  role: Role,
  { missing }: Pick<Lacks, 'missing'>,
  { fields: columns, mode }: Pick<Reading, 'fields' | 'mode'>,
  { defaults }: Said,
): { shown: ForAll[]; more: WrittenField[] } {
  const required = missing
    .filter(({ field }) => canBeForAll(field))
    .map(({ field, rows }) => ({ field, rows, isAdded: false }));
  if (mode === 'update') return { shown: required, more: [] };
  const columnFields = new Set(Object.values(columns));
  const optional = fieldOptions(role)
    .map(({ value }) => value)
    .filter(canBeForAll)
    .filter((field) => !isRequired(field) && !columnFields.has(field));
  const isUsual = (field: WrittenField) => required.length > 0 && usualForAll.includes(field);
  const isShown = (field: WrittenField) => isUsual(field) || defaults[field] !== undefined;
  const chosen = optional
    .filter(isShown)
    .map((field) => ({ field, rows: null, isAdded: !isUsual(field) }));
  return { shown: [...required, ...chosen], more: optional.filter((field) => !isShown(field)) };
}

/** Adds what the preview of a file has found to what the file lacks; the beginning of a large file does not show all of it. */
export function withFound<T extends Found>(found: T, { missing, unknown, notes }: Found): T {
  const known = new Set(found.unknown.map(meaningKey));
  const fields = new Set(found.missing.map(({ field }) => field));
  return {
    ...found,
    notes,
    missing: [...found.missing, ...missing.filter(({ field }) => !fields.has(field))],
    unknown: [...found.unknown, ...unknown.filter((value) => !known.has(meaningKey(value)))],
  };
}

/** Returns the answers to send: the person's, and the proposed ones. */
export function answersOf(
  said: Said,
  forAll: readonly ForAll[],
  { unknown }: Pick<Lacks, 'unknown'>,
): { defaults: ImportDefaults; values: ImportValues } {
  const defaults = Object.fromEntries(
    forAll
      .map(({ field }) => [field, defaultFor(said, field)] as const)
      .filter(([, text]) => text !== ''),
  );
  const meant = unknown.filter((value) => meaningFor(said, value) !== '');
  const values = Object.fromEntries(
    [...Map.groupBy(meant, ({ field }) => field)].map(([field, of]) => [
      field,
      Object.fromEntries(of.map((value) => [value.read, meaningFor(said, value)])),
    ]),
  );
  return { defaults, values };
}
