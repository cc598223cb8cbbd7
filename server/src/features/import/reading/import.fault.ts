import { type AppError, invalidField } from '../../../kit/app-error.ts';

/** The refusal (400) of a whole file. */
export const fileFault = (message: string): AppError => invalidField('file', message);

/** The refusal of a whole file because of one row; `column` is the heading of a column. */
export function rowFault(row: number, message: string, column?: string): AppError {
  return fileFault(`Row ${row}${column ? `, column ${column}` : ''}: ${message}`);
}
