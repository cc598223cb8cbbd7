import type { FileTable } from '../import.table.ts';
import { readCsv } from './import.csv.service.ts';
import { decode } from './import.decoding.service.ts';
import { fileFault } from './import.fault.ts';
import { readJson } from './import.json.service.ts';

/** So much may be blank before the first text, in characters. */
const mostBlank = 64 * 1024;

/**
 * Reads a file in CSV or JSON, row by row. Refuses (400) one that is neither, and names the row where it is broken.
 */
export async function readTable(chunks: AsyncIterable<Buffer>): Promise<FileTable> {
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
