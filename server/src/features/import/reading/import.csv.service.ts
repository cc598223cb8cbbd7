import { pipeline } from 'node:stream/promises';
import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import { type CsvError, type InfoRecord, parse } from 'csv-parse';
import { takeTurn } from '../../../kit/turns.ts';
import type { FileTable } from '../import.table.ts';
import { fileFault, rowFault } from './import.fault.ts';
import { isBlank, mostRecords, type Row, tableOf } from './import.table-rows.service.ts';

const { columns: mostColumns, heading: longestHeading, rowLength } = limits.import;
/**
 * So many characters without a line break are refused before the parser has made cells of them. It bounds the texts of a
 * row, but not its cells: 50 MB of commas would take all memory of the process. A quote in a cell takes two characters.
 */
const longestLine = 4 * rowLength;
/** So many characters are parsed at a time, because a line break costs as much as a long cell. */
const pieceLength = 16 * 1024;
/** Within so many characters a file must have its headings. */
const mostHeadText = 128 * 1024;

const withoutBlankLines = (head: string) => head.replace(/^[\n\r]+/, '');

/** Whether a text has a whole line, outside of quotes. */
const hasLine = (head: string) => /[\n\r]/.test(withoutBlankLines(head).replace(/"[^"]*"/g, ''));

/** The separator of the headings: the one that occurs most often outside of quotes. */
function separatorOf(head: string): string {
  const counts = new Map(['\t', ',', ';'].map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const character of withoutBlankLines(head)) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? ',';
}

/** Reads ahead until the separator is certain. `endsInLine`: whether the text that was read does not end a line. */
async function peek(text: AsyncIterator<string>) {
  let head = '';
  let last = '';
  const keep = (piece: string) => {
    last = piece.at(-1) ?? last;
    return piece;
  };
  while (head.length < mostHeadText && !hasLine(head)) {
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

/** Small pieces of a text, with other work between them. */
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

/** Reads a CSV file: RFC 4180, separated by comma, semicolon or tab, with headings in its first row. */
export async function readCsv(text: AsyncIterator<string>): Promise<FileTable> {
  const { head, all, endsInLine } = await peek(text);
  const headings: string[] = [];
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
    delimiter: separatorOf(head),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A blank line costs as much as a row that has too few cells, which makes an error object.
    skip_empty_lines: true,
    max_record_size: rowLength,
    // An error also discards the records of the same piece of text. So the headings are kept here.
    on_record(cells: string[], { records, empty_lines: blank }) {
      if (headings.length === 0 && !isBlank(cells)) headings.push(...cells.slice(0, mostColumns));
      numbers.set(cells, records + blank);
      return cells;
    },
  });
  // Errors of the pipeline are thrown by the iteration below too.
  pipeline(bounded, parser).catch(() => {});
  async function* records(): AsyncGenerator<Row> {
    try {
      for await (const cells of parser as AsyncIterable<string[]>) {
        const row = numbers.get(cells) ?? 0;
        if (row > mostRecords) throw fileFault(`The file has more than ${mostRecords} rows`);
        if (!isBlank(cells)) yield { row, cells };
      }
    } catch (error) {
      throw refusalOf(error, headings);
    }
  }

  const table = await tableOf(records(), ({ row, cells }, columns) => {
    if (cells.length >= columns.length || !endsInLine()) return;
    throw rowFault(row, 'the file is cut off in the middle of this row');
  });
  return { format: 'csv', ...table, notes: [] };
}
