import { type AppError, invalidField } from '../../../kit/app-error.ts';

/** Builds the refusal (400) of a whole file. */
export const fileFault = (message: string): AppError => invalidField('file', message);

/** Builds the refusal of a whole file because of one row; `column` is the heading of a column. */
export function rowFault(row: number, message: string, column?: string): AppError {
  return fileFault(`Row ${row}${column ? `, column ${column}` : ''}: ${message}`);
}

/** The first byte of a file that is not UTF-8, although other letters of the file are. */
export type WrongByte = { at: number; byte: number };

/** The sign in a decoded text in place of such a byte. It is no character, so no text of a person has it. */
export const wrongByteSign = '\uffff';

/** Refuses the whole file when one of the texts of a row has the wrong byte; `names` are the columns of these texts. */
export function refuseWrongByte(
  { byte }: WrongByte,
  { row, texts, names }: { row: number; texts: readonly string[]; names: readonly string[] },
): void {
  const column = texts.findIndex((text) => text.includes(wrongByteSign));
  if (column === -1) return;
  const hex = byte.toString(16).toUpperCase();
  const message = `the byte ${hex} is not UTF-8, although other letters of the file are. It was put together from two encodings: save it as CSV in UTF-8`;
  const name = names[column]?.trim() ?? '';
  const isName = name !== '' && !name.includes(wrongByteSign);
  throw rowFault(row, message, isName ? name : String(column + 1));
}
