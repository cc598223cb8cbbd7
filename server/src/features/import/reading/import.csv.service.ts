import { pipeline } from 'node:stream/promises';
import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import { type CsvError, type InfoRecord, parse } from 'csv-parse';
import { takeTurn } from '../../../kit/turns/turns.ts';
import type { FileTable } from '../import.table.ts';
import { fileFault, refuseWrongByte, rowFault, type WrongByte } from './import.fault.ts';
import {
  headingsAt,
  isBlank,
  knownHeadings,
  mostRecords,
  type Row,
  tableOf,
} from './import.table-rows.service.ts';

const {
  columns: mostColumns,
  head: headBounds,
  heading: longestHeading,
  rowLength,
} = limits.import;
/**
 * The most characters without a line break; a longer line is refused before the parser makes cells of it. The limit of the parser
 * bounds the texts of a row, but not its cells: 50 MB of commas would take all memory of the process. A quote in a cell takes two
 * characters.
 */
const longestLine = 4 * rowLength;
/** The number of characters that are parsed at a time, because a line break costs as much as a long cell. */
const pieceLength = 16 * 1024;
/** A first line of a file that states its separator, as Excel writes and reads it: `sep=;`. */
const saidSeparator = /^\ufeff?"?sep=([^\p{L}\p{N}\s"]|\t)?\1*"?[ \t]*(?:[\n\r]|$)/iu;
const tab = '\t';
const separators = [tab, ',', ';'];

/** Returns the first lines of a text that are not blank, as cells; a line break within quotes does not end a line. */
function linesOf(text: string, separator: string): string[][] {
  const lines: string[][] = [];
  let cells = [''];
  let isQuoted = false;
  for (const character of `${text}\n`) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted || !(character === separator || character === '\n' || character === '\r')) {
      cells.push((cells.pop() ?? '') + character);
    } else if (character === separator) cells.push('');
    else {
      if (!isBlank(cells)) lines.push(cells);
      if (lines.length === headBounds.rows) break;
      cells = [''];
    }
  }
  return lines;
}

/**
 * Returns the separator of the cells: the one that the first line states, else the one with which a line has most known headings.
 * If several are equal, it is the most frequent one in the first line that has any; only in the first line if a known heading
 * stands alone.
 */
function separatorOf(beginning: string, said: RegExpExecArray | null): string {
  if (said?.[1]) return said[1];
  const text = beginning.slice(said?.[0].length ?? 0, headBounds.length);
  const read = separators.map((separator) => {
    const lines = linesOf(text, separator);
    return { separator, lines, known: Math.max(0, ...lines.map(knownHeadings)) };
  });
  const most = Math.max(...read.map(({ known }) => known));
  const best = read.filter(({ known }) => known === most);
  for (let line = 0; line < (most > 0 ? 1 : headBounds.rows); line += 1) {
    const cells = best.map(({ lines }) => lines[line]?.length ?? 0);
    const widest = Math.max(...cells);
    if (widest > 1) return best[cells.indexOf(widest)]?.separator ?? tab;
  }
  return best.length === 1 ? (best[0]?.separator ?? tab) : tab;
}

/** Reads ahead until the separator is certain. `endsInLine` tells whether the text read so far ends within a line. */
async function peek(text: AsyncIterator<string>) {
  let head = '';
  let last = '';
  const keep = (piece: string) => {
    last = piece.at(-1) ?? last;
    return piece;
  };
  while (head.length < headBounds.length) {
    const next = await text.next();
    if (next.done) break;
    head += keep(next.value);
  }
  async function* all() {
    yield* inTurns(head);
    for (let next = await text.next(); !next.done; next = await text.next()) {
      yield* inTurns(keep(next.value));
    }
  }
  return { head, all, endsInLine: () => last !== '\n' && last !== '\r' };
}

/** Yields small pieces of a text, with other work between them. */
async function* inTurns(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += pieceLength) {
    if (start > 0) await takeTurn();
    yield text.slice(start, start + pieceLength);
  }
}

const tooLong = 'it is longer than 1 MB';

function refusalOf(error: unknown, headings: string[]): unknown {
  const { code, column, ...info } = error as CsvError & Partial<InfoRecord> & { column?: number };
  const { records, empty_lines: blank = 0 } = info;
  if (typeof code !== 'string' || records === undefined) return error;
  const heading = records > 0 ? headings[column ?? -1] : undefined;
  const field = heading && shorten(heading, longestHeading);
  const refuse = (message: string) => rowFault(records + blank + 1, message, field);
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return refuse('a quote is opened and not closed. The file may be cut off');
  }
  if (code === 'CSV_MAX_RECORD_SIZE') return refuse(tooLong);
  return refuse('a quote within a cell must be doubled, and the cell be in quotes');
}

/**
 * Reads a CSV file: RFC 4180, separated by comma, semicolon, tab, or the separator of a first line `sep=`. With `wrong` the text
 * has a sign in place of a byte that is not of its encoding; its row is refused (400).
 */
export async function readCsv(
  text: AsyncIterator<string>,
  wrong: WrongByte | null,
): Promise<Omit<FileTable, 'notes'> & { notes: string[] }> {
  const { head, all, endsInLine } = await peek(text);
  const said = saidSeparator.exec(head);
  /** The first rows, whose headings name columns in errors. */
  const first: string[][] = [];
  const headings = () => first[headingsAt(first)] ?? [];
  const numbers = new WeakMap<string[], number>();
  async function* bounded(): AsyncGenerator<string> {
    let length = 0;
    for await (const piece of all()) {
      const lastBreak = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'));
      length = lastBreak === -1 ? length + piece.length : piece.length - lastBreak - 1;
      if (length > longestLine) {
        const { records, empty_lines: blank } = parser.info;
        throw rowFault(records + blank + 1, tooLong);
      }
      yield piece;
    }
  }
  const parser = parse({
    delimiter: separatorOf(head, said),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Without this, a blank line costs as much as a row with too few cells, which makes an error object.
    skip_empty_lines: true,
    max_record_size: rowLength,
    // An error also discards the records of the same piece of text. So the first ones are kept here.
    on_record(cells: string[], { records, empty_lines: blank }) {
      const row = records + blank;
      if (said && row === 1) return null;
      if (first.length < headBounds.rows && !isBlank(cells))
        first.push(cells.slice(0, mostColumns));
      numbers.set(cells, row);
      return cells;
    },
  });
  // The iteration below throws the errors of the pipeline, too.
  pipeline(bounded, parser).catch(() => {});
  async function* records(): AsyncGenerator<Row> {
    try {
      for await (const cells of parser as AsyncIterable<string[]>) {
        const row = numbers.get(cells) ?? 0;
        if (row > mostRecords) throw fileFault(`The file has more than ${mostRecords} rows`);
        if (wrong) refuseWrongByte(wrong, { row, texts: cells, names: headings() });
        yield { row, cells };
      }
    } catch (error) {
      throw refusalOf(error, headings());
    }
  }

  const table = await tableOf(records(), {
    checkLast({ row, cells }, columns) {
      if (cells.length >= columns.length || !endsInLine()) return;
      throw rowFault(row, 'the file is cut off in the middle of this row');
    },
  });
  return { format: 'csv', ...table };
}
