/*
 * Cells of CSV files. A spreadsheet executes a cell that begins with one of some characters, so the export puts an
 * apostrophe before it, and the import removes it (ADR 38). In many countries spreadsheets split a file at semicolons,
 * not at commas, and then a cell begins within ours: so what follows a semicolon, a tab or a line break is marked, too.
 */

/** The places where a reader may find the beginning of a cell, with the blanks and quotes that it may drop. */
const beginning = '(?:^|[;\\t\\r\\n])[ "]*';
const executed = '[=+\\-@＝＋－＠]';

/** The places before text that a spreadsheet would execute, or that already looks like marked text. */
const unmarked = [new RegExp(`${beginning}(?='*${executed})`, 'g'), /^(?='*[\t\r\n])/g];
/** The apostrophes of `safeCell`. */
const marks = [new RegExp(`(${beginning})'(?='*${executed})`, 'g'), /^()'(?='*[\t\r\n])/g];

/** Returns the cell of a text: no spreadsheet executes it. `plainText` gives the text back, whatever it is. */
export const safeCell = (text: string): string =>
  unmarked.reduce((cell, place) => cell.replace(place, "$&'"), text);

/** Returns the text of a cell: without the apostrophes of `safeCell`. */
export const plainText = (cell: string): string =>
  marks.reduce((text, mark) => text.replace(mark, '$1'), cell);

/** Tells whether a cell is a formula that the spreadsheet has written instead of its value. */
export const isFormula = (cell: string): boolean => /^[=＝]/.test(cell);
