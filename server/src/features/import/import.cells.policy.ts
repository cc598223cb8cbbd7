import { type AdUnitName, adUnitSlots } from '@adwarden/contract/ad-units';
import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import { isFormula } from '@adwarden/contract/spreadsheets/cells';

/*
 * What spreadsheets do to texts: they execute what looks like a formula, and turn what looks like a number or a date into
 * one. What was lost cannot be read any more, so such cells are refused.
 */

const spreadsheetError =
  /^(?:#(?:REF!|NAME\?|VALUE!|DIV\/0!|N\/A|NUM!|NULL!|SPILL!|CALC!)|Err:\d{3})$/i;
const shortenedNumber = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
const groupedNumber = /^\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+(?:[.,]\d+)?$/;
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const date = new RegExp(
  [
    String.raw`\d{1,4}([-./])\d{1,2}\1\d{1,4}(?:[ T]\d{1,2}:\d{2}.*)?`,
    String.raw`\d{1,2}[-./ ]${month}(?:[-./ ]\d{2,4})?`,
    String.raw`${month}[-./ ]\d{1,4}`,
    String.raw`\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?`,
  ]
    .map((pattern) => `^${pattern}$`)
    .join('|'),
  'i',
);

const neverNumbers: ReadonlySet<RequestedField> = new Set<RequestedField | AdUnitName>([
  'packageName',
  ...adUnitSlots.map(({ name }) => name),
]);

/** Why a cell is not the text that somebody entered; null when it can be. `cell` is as it is in the file. */
export function damageOf(field: RequestedField, cell: string, isCsv: boolean): string | null {
  const text = cell.trim();
  if (isCsv && isFormula(text)) {
    return 'This is a formula. Save the file with values instead of formulas';
  }
  if (spreadsheetError.test(text)) return `The spreadsheet could not calculate this: ${text}`;
  if (!neverNumbers.has(field)) return null;
  if (shortenedNumber.test(text) || groupedNumber.test(text)) {
    return `The spreadsheet has turned this into the number ${text}. Enter it again, in a cell of text`;
  }
  if (date.test(text)) {
    return `The spreadsheet has turned this into the date ${text}. Enter it again, in a cell of text`;
  }
  return null;
}
