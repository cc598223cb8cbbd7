import { type AdUnitName, adUnitSlots } from '@adwarden/contract/ad-units';
import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import { isFormula } from '@adwarden/contract/spreadsheets/cells';

/*
 * Spreadsheets damage texts: they execute texts that look like formulas, and turn texts that look like numbers or dates into
 * such. The lost part cannot be recovered, so such cells are refused.
 */

/** The message about a cell that a spreadsheet has changed; `cause` is the part that is the same for all such cells. */
export type Damage = { message: string; cause: string };

const again = 'Enter it again, in a cell of text';
const becameNumber = (text: string, more = ''): Damage => ({
  message: `The spreadsheet has turned this into the number ${text}${more}. ${again}`,
  cause: `The spreadsheet has turned texts into numbers. Enter them again, in cells of text`,
});

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

/** Says why a cell is not the text that a person entered; null when it can be. `cell` is as it is in the file. */
export function damageOf(field: RequestedField, cell: string, isCsv: boolean): Damage | null {
  const text = cell.trim();
  if (isCsv && isFormula(text)) {
    const message = 'This is a formula. Save the file with values instead of formulas';
    return { message, cause: message };
  }
  if (spreadsheetError.test(text)) {
    const message = `The spreadsheet could not calculate this: ${text}`;
    return { message, cause: message };
  }
  if (!neverNumbers.has(field)) return null;
  if (shortenedNumber.test(text) || groupedNumber.test(text)) return becameNumber(text);
  if (date.test(text)) {
    return {
      message: `The spreadsheet has turned this into the date ${text}. ${again}`,
      cause: 'The spreadsheet has turned texts into dates. Enter them again, in cells of text',
    };
  }
  return null;
}

/** A text that a spreadsheet takes for a number. */
const likeNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** A number as a spreadsheet writes it: without a plus sign, and without needless zeros. */
const writtenNumber = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*[1-9])?|\d(?:\.\d+)?e[+-]?\d+)$/i;
/** The number of digits that a spreadsheet keeps of a number. */
const keptDigits = 15;

/** Returns a written number with a point and without groups; null if it is none. */
function numberOf(text: string): string | null {
  const isGrouped = groupedNumber.test(text) && !writtenNumber.test(text.replace(',', '.'));
  const whole = isGrouped ? text.replace(/[.,'\u00a0\u202f ](?=\d{3})/g, '') : text;
  const pointed = whole.replace(',', '.');
  return writtenNumber.test(pointed) ? pointed : null;
}

/**
 * Says why a cell is what a spreadsheet has made of the application's text: the same number without its leading zeros, without
 * its last digits, or written out. Null when the two differ in another way.
 */
export function damageTo(before: string, cell: string): Damage | null {
  const [stored, text] = [before.trim(), cell.trim()];
  if (stored === text || !likeNumber.test(stored)) return null;
  const shown = numberOf(text);
  if (shown === null) return null;
  // A shortened number shows only some of the digits.
  const [mantissa = '', exponent] = shown.toLowerCase().split('e');
  const digits = mantissa.replace(/\D/g, '').length;
  const precision = exponent === undefined ? keptDigits : Math.min(keptDigits, Math.max(1, digits));
  const same = [stored, shown].map((number) => Number(number).toPrecision(precision));
  return same[0] === same[1] ? becameNumber(text, `. The application has ${stored}`) : null;
}
