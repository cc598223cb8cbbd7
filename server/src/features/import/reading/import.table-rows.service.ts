import { limits } from '@adwarden/contract/limits';
import { inNormalForm } from '@adwarden/contract/unicode';
import type { FileRow, FileTable, RowError } from '../import.table.ts';
import { fileFault, rowFault } from './import.fault.ts';

/* What a CSV file and a sheet of a workbook have in common: the headings are in the first row that is not blank. */

const { columns: mostColumns, heading: longestHeading, rows: mostRows } = limits.import;
/** The number of rows that a spreadsheet has, blank ones included. */
export const mostRecords = 1_048_576;

/** A row by its number in the file, blank ones included. */
export type Row = { row: number; cells: string[]; errors?: RowError[] };

export const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '');

/** The headings of a file; refuses (400) those that make it unclear what a cell is. */
function checkHeadings({ row, cells }: Row): string[] {
  if (cells.length > mostColumns) {
    throw fileFault(`The file has ${cells.length} columns, at most ${mostColumns} can be read`);
  }
  const headings = cells.map((cell) => inNormalForm(cell.trim()));
  for (const [index, heading] of headings.entries()) {
    if (heading.length > longestHeading) {
      throw rowFault(row, `the heading of column ${index + 1} is longer than ${longestHeading}`);
    }
    const first = headings.indexOf(heading);
    if (heading !== '' && first !== index) {
      const places = `columns ${first + 1} and ${index + 1}`;
      throw fileFault(`Two columns have the heading ${heading}: ${places}`);
    }
  }
  return headings;
}

function rowOf({ row, cells, errors = [] }: Row, columns: string[]): FileRow {
  if (isBlank(cells.slice(columns.length))) {
    return { row, cells: columns.map((_, index) => cells[index]), errors };
  }
  const message = `The row has ${cells.length} cells, but there are ${columns.length} headings`;
  const all = [...errors, { field: 'row', message }];
  return { row, cells: columns.map((_, index) => cells[index]), errors: all };
}

/**
 * The headings of a file, and its rows below them; `filled` has the rows that are not blank. `checkLast` is called with the
 * last row, which may show that the file was cut off.
 */
export async function tableOf(
  filled: AsyncGenerator<Row>,
  checkLast: (row: Row, columns: string[]) => void = () => {},
): Promise<Pick<FileTable, 'columns' | 'rows'>> {
  const first = await filled.next();
  if (first.done) throw fileFault('The file is empty');
  const columns = checkHeadings(first.value);

  async function* rows(): AsyncGenerator<FileRow> {
    let count = 0;
    let last: Row | undefined;
    for await (const record of filled) {
      count += 1;
      if (count > mostRows) throw fileFault(`At most ${mostRows} rows can be imported at once`);
      if (last) yield rowOf(last, columns);
      last = record;
    }
    if (!last) return;
    checkLast(last, columns);
    yield rowOf(last, columns);
  }

  return { columns, rows: rows() };
}
