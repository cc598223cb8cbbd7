import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import type { FileRow, FileTable, RowError } from '../import.table.ts';
import {
  fileFault,
  refuseWrongByte,
  rowFault,
  type WrongByte,
  wrongByteSign,
} from './import.fault.ts';

const {
  columns: mostColumns,
  heading: longestName,
  namedIn,
  rowLength,
  rows: mostRows,
} = limits.import;

const noList = 'The JSON file must be a list of objects: [{…}, {…}]';
const space = /\s/;

/** The tokens that may come next between the objects. */
type Next = 'list' | 'first' | 'object' | 'comma' | 'end';

/**
 * Yields the texts of the objects in a JSON list, one after the other, so that the whole file is never in memory. `JSON.parse`
 * reads the inside of an object.
 */
async function* objectTexts(text: AsyncIterable<string>): AsyncGenerator<string> {
  let next = 'list' as Next;
  let object = '';
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  let row = 1;

  /** Reads one character outside of objects. */
  function between(character: string): void {
    if (next === 'list' && character === '[') next = 'first';
    else if ((next === 'first' || next === 'object') && character === '{') depth = 1;
    else if (next === 'comma' && character === ',') next = 'object';
    else if ((next === 'first' || next === 'comma') && character === ']') next = 'end';
    else if (next === 'list' || next === 'first') throw fileFault(noList);
    else throw rowFault(row, `there is ${character} where it must not be. The JSON is not valid`);
  }

  for await (const piece of text) {
    let start = 0;
    for (let index = 0; index < piece.length; index += 1) {
      const character = piece[index] as string;
      if (depth === 0) {
        if (space.test(character)) continue;
        between(character);
        start = index;
      } else if (isEscaped) isEscaped = false;
      else if (isQuoted && character === '\\') isEscaped = true;
      else if (character === '"') isQuoted = !isQuoted;
      else if (!isQuoted && (character === '{' || character === '[')) depth += 1;
      else if (!isQuoted && (character === '}' || character === ']')) {
        depth -= 1;
        if (depth > 0) continue;
        yield object + piece.slice(start, index + 1);
        object = '';
        next = 'comma';
        row += 1;
      }
    }
    if (depth > 0) object += piece.slice(start);
    if (object.length > rowLength) throw rowFault(row, 'it is longer than 1 MB');
  }
  if (next === 'list') throw fileFault(noList);
  if (next !== 'end') throw rowFault(row, 'the file is cut off here');
}

type NamedValues = { row: number; values: Map<string, unknown> };

async function* objects(
  text: AsyncIterable<string>,
  wrong: WrongByte | null,
): AsyncGenerator<NamedValues> {
  let row = 0;
  for await (const one of objectTexts(text)) {
    row += 1;
    if (wrong) refuseWrongText(wrong, row, one);
    if (row > mostRows) throw fileFault(`At most ${mostRows} rows can be imported at once`);
    let value: unknown;
    try {
      value = JSON.parse(one);
    } catch {
      throw rowFault(row, 'it is not valid JSON');
    }
    const values = new Map(Object.entries(value as object));
    if (values.size > 0) yield { row, values };
  }
}

/** Refuses an object with the wrong byte; the last name before the byte is the column. */
function refuseWrongText(wrong: WrongByte, row: number, text: string): void {
  const before = text.slice(0, Math.max(0, text.indexOf(wrongByteSign)));
  const name = [...before.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].at(-1)?.[1] ?? '';
  refuseWrongByte(wrong, { row, texts: [text], names: [shorten(name, longestName)] });
}

/** Adds the names of a row to those of earlier rows, in the order in which they occur. */
function addNames(names: Set<string>, { row, values }: NamedValues): void {
  for (const name of values.keys()) {
    if (name.length > longestName) {
      throw fileFault(
        `The name ${name.slice(0, 40).toWellFormed()}… is longer than ${longestName}`,
      );
    }
    names.add(name);
    if (names.size > mostColumns) {
      throw rowFault(row, `the rows until here have more than ${mostColumns} names`);
    }
  }
}

/** Returns one error for all names of a row that are not columns: a row of 1 MB may have 100,000 of them. */
function unknownNames(names: string[]): RowError[] {
  const [first] = names;
  if (first === undefined) return [];
  const such = `${first.slice(0, 40).toWellFormed()}${first.length > 40 ? '…' : ''}`;
  const which =
    names.length === 1 ? `The name ${such} is` : `${names.length} names, such as ${such}, are`;
  const message = `${which} not in the first ${namedIn} rows. Write them in the first row as well`;
  return [{ field: 'row', message }];
}

function rowOf({ row, values }: NamedValues, columns: string[]): FileRow {
  const known = new Set(columns);
  const errors = unknownNames([...values.keys()].filter((name) => !known.has(name)));
  for (const column of columns) {
    const value = values.get(column);
    if (value != null && typeof value !== 'string') {
      errors.push({ field: 'row', message: 'The value must be a text in quotes', column });
    }
  }
  const cells = columns.map((column) => {
    const value = values.get(column);
    return value === null ? '' : typeof value === 'string' ? value : undefined;
  });
  return { row, cells, errors };
}

/** Reads a JSON file: a list of objects with texts. A name that is absent in a row keeps the value; null is blank. */
export async function readJson(
  text: AsyncIterable<string>,
  wrong: WrongByte | null,
): Promise<Omit<FileTable, 'notes'> & { notes: string[] }> {
  const all = objects(text, wrong);
  const first: NamedValues[] = [];
  const names = new Set<string>();
  while (first.length < namedIn) {
    const next = await all.next();
    if (next.done) break;
    first.push(next.value);
    addNames(names, next.value);
  }
  if (first.length === 0) throw fileFault('The file has no rows');
  const columns = [...names];

  async function* rows(): AsyncGenerator<FileRow> {
    for (const one of first) yield rowOf(one, columns);
    for await (const one of all) yield rowOf(one, columns);
  }

  return { format: 'json', columns, rows: rows(), notes: [] };
}
