import { adUnitSlots } from '@adwarden/contract/ad-units';
import { appConfigurationChanges } from '@adwarden/contract/app-configurations';
import { appFields, newAppForm } from '@adwarden/contract/apps';
import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import { parseCountries } from '@adwarden/contract/countries';
import { limits } from '@adwarden/contract/limits';
import { plainText } from '@adwarden/contract/spreadsheets/cells';
import {
  isChoice,
  meaningOfWord,
  meansEverywhere,
  meansNothing,
} from '@adwarden/contract/spreadsheets/words';
import { inNormalForm } from '@adwarden/contract/unicode';
import { damageOf } from './import.cells.policy.ts';

/** The reason why a cell cannot be read; `isUnknown`: it may have a meaning that the form's `values` can give. */
export type CellFault = { message: string; cause?: string; isUnknown?: boolean };

/** A value as it would be stored, and whether it was read from a word that means it; or why it cannot be stored. */
export type ReadValue = { value: string; isWord?: boolean } | CellFault;

const unitFields: ReadonlySet<string> = new Set(adUnitSlots.map(({ name }) => name));
const country = appConfigurationChanges.shape.country.unwrap();

/** Returns the text of a cell, without the apostrophe of an export. */
export const textOf = (cell: string, isCsv: boolean): string => (isCsv ? plainText(cell) : cell);

/** Returns a value of a cell as the keys of `values` have it: without case and outer blanks. */
export const wordKey = (text: string): string => inNormalForm(text, 'NFKC').trim().toLowerCase();

/** Reads a cell as a field of an application; a blank one clears an optional field. */
export function readValue(field: RequestedField, cell: string, isCsv: boolean): ReadValue {
  if (cell.length > limits.import.cell) {
    return { message: `The cell is longer than ${limits.import.cell} characters` };
  }
  const damage = damageOf(field, cell, isCsv);
  if (damage) return damage;
  const text = textOf(cell, isCsv);
  if (field === 'country') return readCountry(text);
  if (unitFields.has(field) && meansNothing(text)) return { value: '', isWord: true };
  // Spreadsheets capitalise the first letter of a cell.
  const wanted = isChoice(field) ? text.trim().toLowerCase() : text;
  const read = newAppForm.shape[field].safeParse(wanted);
  if (read.success) return { value: read.data ?? '' };
  const word = isChoice(field) ? meaningOfWord(field, text) : null;
  if (word?.isSure) return { value: word.value, isWord: true };
  const message = read.error.issues[0]?.message ?? 'Not valid';
  return { message, isUnknown: isChoice(field) && wanted !== '' };
}

function readCountry(text: string): ReadValue {
  if (text.trim() === '') return { value: '' };
  // Without a configuration, ads are everywhere.
  if (meansEverywhere(text)) return { value: '', isWord: true };
  const read = country.safeParse(text);
  if (!read.success) return { message: read.error.issues[0]?.message ?? 'Not valid' };
  const countries = parseCountries(read.data);
  return countries.ok
    ? { value: countries.country }
    : { message: countries.message, isUnknown: true };
}

/** The fields that a new application must have. */
export const requiredFields = appFields.filter(
  (field) => !newAppForm.shape[field].safeParse(undefined).success,
);

/** Returns the message for a required field without a column. */
export function missingMessage(field: (typeof requiredFields)[number]): string {
  return newAppForm.shape[field].safeParse(undefined).error?.issues[0]?.message ?? 'Missing';
}
