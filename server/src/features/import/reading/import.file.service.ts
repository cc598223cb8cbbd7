import type { FileBytes, FileTable } from '../import.table.ts';
import { readCsv } from './import.csv.service.ts';
import { decode } from './import.decoding.service.ts';
import { fileFault } from './import.fault.ts';
import { readJson } from './import.json.service.ts';
import { readSheet } from './import.workbook.service.ts';
import { withPassword } from './import.zip.service.ts';

/** So much may be blank before the first text, in characters. */
const mostBlank = 64 * 1024;

const zipMark = Buffer.from('PK\u0003\u0004');
/** The beginning of a compound file: a workbook of an old Excel, or one with a password. */
const compoundMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** How much of a compound file says which of them it is. */
const compoundBytes = 256 * 1024;

async function readText(chunks: AsyncIterable<Buffer>): Promise<FileTable> {
  const text = decode(chunks);
  let head = '';
  // A blank beginning says nothing.
  while (head.trim() === '') {
    const next = await text.next();
    if (next.done || head.length > mostBlank) throw fileFault('The file is empty');
    head += next.value;
  }
  async function* all() {
    yield head;
    yield* text;
  }
  return /^\s*[[{]/.test(head) ? readJson(all()) : readCsv(all());
}

/** Why a compound file is refused. */
async function compoundFault(file: FileBytes) {
  const head = await file.read(0, Math.min(file.size, compoundBytes));
  const tail = await file.read(
    Math.max(0, file.size - compoundBytes),
    Math.min(file.size, compoundBytes),
  );
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  if (head.includes(name) || tail.includes(name)) return withPassword();
  return fileFault(
    'This is a workbook of an old Excel (.xls). Save it as an Excel workbook (.xlsx), or as CSV',
  );
}

/**
 * Reads a file row by row: CSV, JSON or the first sheet of a workbook. Its content decides which of them it is, not its name.
 * Refuses (400) every other file, and names the row where one is broken.
 */
export async function readTable(file: FileBytes): Promise<FileTable> {
  const head = await file.read(0, Math.min(file.size, zipMark.length));
  if (head.equals(zipMark)) return readSheet(file);
  if (head.equals(compoundMark)) throw await compoundFault(file);
  return readText(file.chunks());
}
