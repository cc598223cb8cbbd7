/*
 * Cells of CSV files. A spreadsheet executes a cell that begins with one of some characters, so the export puts an
 * apostrophe before it, and the import removes it (ADR 38).
 */

/** A text that a spreadsheet would execute, or one that already looks like an escaped one. */
const executed = /^'*[=+\-@\t\r\n＝＋－＠]/;
const escaped = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** The cell of a text: no spreadsheet executes it. `plainText` gives the text back, whatever it is. */
export function safeCell(text: string): string {
  return executed.test(text) ? `'${text}` : text;
}

/** The text of a cell: without the apostrophe of `safeCell`. */
export function plainText(cell: string): string {
  return escaped.test(cell) ? cell.slice(1) : cell;
}

/** Whether a cell is a formula that the spreadsheet has written instead of its value. */
export const isFormula = (cell: string): boolean => /^[=＝]/.test(cell);
