import { fieldNames } from '@adwarden/contract/field-names';
import {
  type ImportField,
  type ImportKey,
  type ImportMode,
  importFields,
} from '@adwarden/contract/spreadsheets/imports';
import type { Role } from '../../../lib/role.ts';

/** What finds the application of a row, in words. */
export const keyWords: Record<ImportKey, string> = {
  appID: 'App ID',
  packageName: 'Package Name',
};

/** What a file may do, in words. */
export const modeWords: Record<ImportMode, string> = {
  both: 'Change applications, and add new ones',
  update: 'Only change applications',
  create: 'Only add new ones',
};

/** What the wizard asks first. */
export type FileChoice = { file: File; key: ImportKey; mode: ImportMode };

/** Which field each column is; null: it is not read. */
export type ColumnFields = Record<string, ImportField | null>;

const adminOnly: readonly ImportField[] = ['selectedUser', 'ipAddress', 'country'];

/** The fields that columns can be, with their names, for a role. */
export const fieldOptions = (role: Role): { value: ImportField; label: string }[] =>
  importFields
    .filter((field) => role === 'admin' || !adminOnly.includes(field))
    .map((value) => ({
      value,
      label: value === 'selectedUser' ? 'User (User Id)' : fieldNames[value],
    }));

/** What is wrong with the columns; null if nothing is. */
export function columnsProblem(columns: ColumnFields, { key, mode }: FileChoice): string | null {
  const fields = Object.values(columns).filter((field) => field !== null);
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice) return `Two columns are ${nameOf(twice)}: choose one of them`;
  if (mode !== 'create' && !fields.includes(key)) {
    return `No column is ${keyWords[key]}, which finds the application of a row`;
  }
  return fields.length === 0 ? 'No column is read: choose the field of at least one' : null;
}

const nameOf = (field: ImportField) =>
  field === 'selectedUser' ? 'User (User Id)' : fieldNames[field];
