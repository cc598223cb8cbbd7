import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import type { FileBytes, FileTable } from '../import.table.ts';
import { readCsv } from './import.csv.service.ts';
import { decode } from './import.decoding.service.ts';
import { fileFault } from './import.fault.ts';
import { readJson } from './import.json.service.ts';
import { readSheet } from './import.workbook.service.ts';
import { withPassword } from './import.zip.service.ts';

const { listed: mostShown, length: longestShown } = limits.import.shown;
/** The number of characters that may be blank before the first text. */
const mostBlank = 64 * 1024;

const zipMark = Buffer.from('PK\u0003\u0004');
/** The beginning of a compound file: a workbook of an old Excel, or one with a password. */
const compoundMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** The number of bytes that show which kind of compound file it is. */
const compoundBytes = 256 * 1024;

const asWorkbook = 'Save it as an Excel workbook (.xlsx), or as CSV';

/** The beginnings of texts that are no table. Some consoles give a web page the name of a workbook. */
const otherKinds = [
  { beginning: /^<(?:!doctype|html|head|meta|body|table)\b/i, name: 'a web page' },
  { beginning: /^<\?xml\b/i, name: 'an XML file' },
  { beginning: /^%PDF-/, name: 'a PDF file' },
  { beginning: /^\{\\rtf/, name: 'a document (RTF)' },
];

async function readText(file: FileBytes): Promise<FileTable> {
  const { encoding, wrong, text } = await decode(file);
  let head = '';
  // A blank beginning does not show the format.
  while (head.trim() === '') {
    const next = await text.next();
    if (next.done || head.length > mostBlank) throw fileFault('The file is empty');
    head += next.value;
  }
  async function* all() {
    yield head;
    yield* text;
  }
  const kind = otherKinds.find(({ beginning }) => beginning.test(head.trimStart()));
  if (kind) throw fileFault(`This is ${kind.name}. ${asWorkbook}`);
  const table = /^\s*[[{]/.test(head) ? await readJson(all(), wrong) : await readCsv(all(), wrong);
  return encoding === 'windows-1252' ? asWestern(table) : withNotes(table);
}

type TextTable = Awaited<ReturnType<typeof readCsv>>;

const withNotes = (table: TextTable): FileTable => ({ ...table, notes: () => table.notes });

/** Returns a table with notes on its encoding, which is a guess, and on texts by which a person sees whether it is right. */
function asWestern({ columns, rows, notes, ...table }: TextTable): FileTable {
  const texts = new Set<string>();
  let more = 0;
  function look(cell: string | undefined): void {
    if (cell === undefined || isAscii(cell)) return;
    const text = shorten(cell.trim(), longestShown);
    if (texts.has(text)) return;
    if (texts.size < mostShown) texts.add(text);
    else more += 1;
  }
  async function* looked() {
    for await (const row of rows) {
      row.cells.forEach(look);
      yield row;
    }
  }
  columns.forEach(look);
  return {
    ...table,
    columns,
    rows: looked(),
    notes() {
      const shown = [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
      const note = 'The file is neither in UTF-8 nor in UTF-16, so it is read as Windows-1252';
      return [...notes, shown === '' ? note : `${note}. Are these texts right? ${shown}`];
    },
  };
}

/** Tells whether a text has only letters of ASCII. */
const isAscii = (text: string) => !/[\u0080-\uffff]/.test(text);

/** Says why a compound file is refused. */
async function compoundFault(file: FileBytes) {
  const head = await file.read(0, Math.min(file.size, compoundBytes));
  const tail = await file.read(
    Math.max(0, file.size - compoundBytes),
    Math.min(file.size, compoundBytes),
  );
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  if (head.includes(name) || tail.includes(name)) return withPassword();
  return fileFault(`This is a workbook of an old Excel (.xls). ${asWorkbook}`);
}

/**
 * Reads a file row by row: CSV, JSON or the first sheet of a workbook. Its content decides the format, not its name. Refuses
 * (400) every other file, and names the row where a file is broken.
 */
export async function readTable(file: FileBytes): Promise<FileTable> {
  const head = await file.read(0, Math.min(file.size, zipMark.length));
  if (head.equals(zipMark)) return readSheet(file);
  if (head.equals(compoundMark)) throw await compoundFault(file);
  return readText(file);
}
