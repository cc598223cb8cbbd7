import { limits } from '@adwarden/contract/limits';
import type { FileBytes, FileTable, RowError } from '../import.table.ts';
import { fileFault, rowFault } from './import.fault.ts';
import { createMerges } from './import.merges.service.ts';
import { mostRecords, tableOf } from './import.table-rows.service.ts';
import {
  readWorkbook,
  unescaped,
  type Workbook,
  withinText,
} from './import.workbook-parts.service.ts';
import { type Attributes, readXml } from './import.xml.service.ts';
import { openZip, type Zip } from './import.zip.service.ts';

const { rowLength, workbook: bounds } = limits.import;
/** The number of columns that a spreadsheet has. */
const mostCells = 16_384;
/** The first number that has lost digits: from here on, numbers are given as a spreadsheet shows them, and not as an id. */
const largestExact = 1e15;

const dayMs = 86_400_000;
/** Day zero of a spreadsheet: a day early, because spreadsheets take 1900 for a leap year. */
const dayZero = Date.UTC(1899, 11, 30);
const dayZero1904 = Date.UTC(1904, 0, 1);

/** Returns the text of a date or a time, as `2026-11-28`, `2026-11-28 09:30:00` or `09:30:00`. */
function dateText(days: number, is1904: boolean): string {
  const ms = Math.round(days * dayMs);
  const date = new Date((is1904 ? dayZero1904 : dayZero) + ms);
  if (Number.isNaN(date.getTime())) return String(days);
  const [day = '', time = ''] = date.toISOString().split(/[T.]/);
  if (ms >= 0 && ms < dayMs) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** Returns the text of a number, with the 15 digits that a spreadsheet keeps. */
function numberText(written: string): string {
  const number = Number(written);
  if (written.trim() === '' || Number.isNaN(number)) return written;
  const kept = Number(number.toPrecision(15));
  if (Math.abs(kept) < largestExact) return String(kept);
  return kept.toExponential().replace('e', 'E');
}

/** Returns the index of a column from the address of a cell, from 0: 27 for `AB7`. -1 for none. */
function columnOf(address: string): number {
  const letters = /^[A-Z]{1,3}/i.exec(address)?.[0].toUpperCase() ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** A row as it is in the sheet. `unknown` are the columns of formulas without a stored value. */
type SheetRow = { row: number; cells: string[]; unknown: number[] };

/** Reads the rows of the sheet, blank ones included. */
async function* sheetRows(zip: Zip, workbook: Workbook): AsyncGenerator<SheetRow> {
  let row = 0;
  let cells: string[] = [];
  let unknown: number[] = [];
  let length = 0;
  let count = 0;
  let column = -1;
  let cell: Attributes = {};
  let value = '';
  let hasValue = false;
  let hasFormula = false;
  let isValue = false;
  const isText = withinText();

  function textOf(): string {
    switch (cell.t) {
      case 's':
        return workbook.textAt(Number(value)) ?? '';
      case 'inlineStr':
      case 'str':
        return unescaped(value);
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
      case 'd':
        return value;
      default:
        return workbook.isDate(Number(cell.s ?? 0)) && value !== ''
          ? dateText(Number(value), workbook.is1904)
          : numberText(value);
    }
  }

  function beginRow({ r }: Attributes): void {
    row = r === undefined ? row + 1 : Number(r);
    if (!(row >= 1 && row <= mostRecords)) {
      throw fileFault(`The file has more than ${mostRecords} rows`);
    }
    cells = [];
    unknown = [];
    length = 0;
    column = -1;
  }

  function beginCell(attributes: Attributes): void {
    cell = attributes;
    value = '';
    hasValue = false;
    hasFormula = false;
    column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
    if (column < 0 || column >= mostCells) throw rowFault(row, 'a cell has no column');
    count += 1;
    if (count > bounds.cells) throw fileFault(`The workbook has more than ${bounds.cells} cells`);
  }

  function endCell(): void {
    // Programs that calculate nothing write an empty value beside a formula. The value of a formula may be an empty text.
    if (hasFormula && value === '' && cell.t !== 'str') unknown.push(column);
    if (!hasValue) return;
    const text = textOf();
    length += text.length;
    if (length > rowLength) throw rowFault(row, 'it is longer than 1 MB');
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }

  yield* readXml<SheetRow>(await zip.read(workbook.sheet.part), (found) => ({
    open(element, attributes) {
      isText.open(element);
      if (element === 'row') beginRow(attributes);
      else if (element === 'c') beginCell(attributes);
      else if (element === 'f') hasFormula = true;
      else if (element === 'v' || element === 'is') {
        isValue = element === 'v';
        hasValue = true;
      }
    },
    text(piece) {
      if (!isValue && !isText.now()) return;
      value += piece;
      if (value.length > rowLength) throw rowFault(row, 'it is longer than 1 MB');
    },
    close(element) {
      isText.close(element);
      if (element === 'v') isValue = false;
      else if (element === 'c') endCell();
      else if (element === 'row') found({ row, cells, unknown });
    },
  }));
}

const noValue =
  'This is a formula without a value. Open the file in a spreadsheet, save it, and choose it again';

/**
 * Reads the first sheet of a workbook (.xlsx): every cell as the text that a spreadsheet shows, a formula as its stored value.
 */
export async function readSheet(file: FileBytes): Promise<FileTable> {
  const zip = await openZip(file);
  const workbook = await readWorkbook(zip);
  if (!workbook) throw fileFault(otherKind(zip));
  const merges = await createMerges(await zip.read(workbook.sheet.part));

  const table = await tableOf(sheetRows(zip, workbook), {
    complete({ row, cells, unknown }, headings) {
      merges.fill(row, cells);
      // A workbook has no cell where nothing is entered, so such a cell is blank, and not absent.
      while (cells.length < headings.length) cells.push('');
      const errors = unknown.map((column): RowError => {
        const heading = headings[column];
        return { field: 'row', message: noValue, ...(heading && { column: heading }) };
      });
      return { row, cells, errors };
    },
  });
  const { sheets, sheet } = workbook;
  const notes = [
    ...table.notes,
    ...(sheets > 1
      ? [`The file has ${sheets} sheets. Only the first one is read: ${sheet.name}`]
      : []),
    ...(merges.count > 0 ? ['The value of merged cells counts for all of them'] : []),
  ];
  return { format: 'xlsx', ...table, notes: () => notes };
}

/** Says what a zip file is that is not an XML workbook. */
function otherKind(zip: Zip): string {
  const asWorkbook = 'Save it as an Excel workbook (.xlsx), or as CSV';
  if (zip.has('xl/workbook.bin')) return `This is a binary workbook (.xlsb). ${asWorkbook}`;
  if (zip.has('mimetype')) return `This is an OpenDocument file. ${asWorkbook}`;
  return 'This is an archive. Choose the workbook (.xlsx) or the CSV file itself';
}
