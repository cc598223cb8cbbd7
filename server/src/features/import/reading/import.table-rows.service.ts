import { limits } from '@adwarden/contract/limits';
import { guessMapping } from '@adwarden/contract/spreadsheets/guess';
import { inNormalForm } from '@adwarden/contract/unicode';
import type { FileRow, FileTable, RowError } from '../import.table.ts';
import { fileFault, rowFault } from './import.fault.ts';

/* The common parts of a CSV file and a sheet of a workbook: rows, and the headings in one of the first rows. */

const { columns: mostColumns, heading: longestHeading, rows: mostRows, head } = limits.import;
/** The number of rows that a spreadsheet has, blank ones included. */
export const mostRecords = 1_048_576;

/** A row by its number in the file, blank ones included. */
export type Row = { row: number; cells: string[]; errors?: RowError[] };

export const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '');

/** Counts the cells of a row that are headings of known fields. */
export function knownHeadings(cells: readonly string[]): number {
  const texts = cells.slice(0, mostColumns).filter((cell) => cell.length <= longestHeading);
  const fields = Object.values(guessMapping(texts.map((cell) => cell.trim())));
  return fields.filter((field) => field !== null).length;
}

/**
 * Returns the index of the row with the headings, among the first rows of a file: the one with most known headings, if there are
 * two. Without such a row, it is the first one below the rows of one cell, because a title is one cell.
 */
export function headingsAt(rows: readonly string[][]): number {
  const known = rows.map(knownHeadings);
  const most = Math.max(0, ...known);
  const best = known.indexOf(most);
  if (most > 1 || (most === 1 && best === 0)) return best;
  const wide = rows.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > 1);
  return Math.max(0, wide === -1 && most === 1 ? best : wide);
}

/** Returns the headings of a file; refuses (400) headings that make it unclear what a cell is. */
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

/** Returns the first rows that are not blank, up to 20, and the failure that ended them. */
async function readHead<R extends Row>(rows: AsyncGenerator<R>) {
  const first: R[] = [];
  let length = 0;
  while (first.length < head.rows && length < head.length) {
    try {
      const next = await rows.next();
      if (next.done) break;
      if (isBlank(next.value.cells)) continue;
      first.push(next.value);
      length += next.value.cells.reduce((sum, cell) => sum + cell.length, 0);
    } catch (failure) {
      return { first, failure };
    }
  }
  return { first };
}

/** The steps that a kind of file adds to the reading of rows; rows come in their order. */
type Reading<R extends Row> = {
  /** Returns a row as it is read below these headings. Without `complete` it is read as it is. */
  complete?: (row: R, columns: string[]) => Row;
  /** Called with the last row, which may show that the file was cut off. */
  checkLast?: (row: Row, columns: string[]) => void;
};

/**
 * Returns the headings of a file, and its rows below them, without blank ones. Rows above the headings, such as a title, are not
 * read, and `notes` says so.
 */
export async function tableOf<R extends Row>(
  all: AsyncGenerator<R>,
  { complete = (row) => row, checkLast }: Reading<R>,
): Promise<Pick<FileTable, 'columns' | 'rows'> & { notes: string[] }> {
  const { first, failure } = await readHead(all);
  const heading = headingsAt(first.map(({ cells }) => cells));
  const headings = first[heading];
  if (!headings) throw failure ?? fileFault('The file is empty');
  const columns = checkHeadings(headings);

  async function* below(): AsyncGenerator<R> {
    yield* first.slice(heading + 1);
    if (failure) throw failure;
    yield* all;
  }
  async function* rows(): AsyncGenerator<FileRow> {
    let count = 0;
    let last: Row | undefined;
    for await (const record of below()) {
      const row = complete(record, columns);
      if (isBlank(row.cells) && !row.errors?.length) continue;
      count += 1;
      if (count > mostRows) throw fileFault(`At most ${mostRows} rows can be imported at once`);
      if (last) yield rowOf(last, columns);
      last = row;
    }
    if (!last) return;
    checkLast?.(last, columns);
    yield rowOf(last, columns);
  }

  const notes = headings.row === 1 ? [] : [`Read from row ${headings.row}, which has the headings`];
  return { columns, rows: rows(), notes };
}
