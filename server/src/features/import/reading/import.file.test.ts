import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileBytes } from '../../../../test/samples/file-bytes.ts';
import { AppError } from '../../../kit/app-error.ts';
import { readTable } from './import.file.service.ts';

/** Returns the columns and rows of a file; rows as `[row, …cells]`. */
async function read(content: string | Buffer, size?: number) {
  const { format, columns, rows } = await readTable(fileBytes(content, size));
  const found: unknown[] = [];
  const errors: object[] = [];
  for await (const row of rows) {
    found.push([row.row, ...row.cells]);
    errors.push(...row.errors.map((error) => ({ row: row.row, ...error })));
  }
  return { format, columns, rows: found, ...(errors.length > 0 && { errors }) };
}

async function refusal(content: string | Buffer): Promise<string> {
  const error = await read(content).catch((cause: unknown) => cause);
  if (!(error instanceof AppError)) throw new Error(`Not refused: ${JSON.stringify(error)}`);
  expect(error.code).toBe('invalid');
  expect(error.fields.map(({ field }) => field)).toEqual(['file']);
  return error.message;
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const sheet = 'App ID;App Name\r\na1;Größe 📱\r\na2;"one;\n""two"""\r\n';
const rows = [
  [2, 'a1', 'Größe 📱'],
  [3, 'a2', 'one;\n"two"'],
];

describe('a CSV file', () => {
  it.each([
    ['UTF-8', Buffer.from(sheet)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${sheet}`)],
    ['UTF-16', Buffer.from(`\ufeff${sheet}`, 'utf16le')],
    ['UTF-16, big end first', utf16be(`\ufeff${sheet}`)],
    ['UTF-16 without a mark', Buffer.from(sheet, 'utf16le')],
    ['UTF-16, big end first, without a mark', utf16be(sheet)],
  ])('may be in %s, cut into pieces anywhere', async (_, bytes) => {
    const expected = { format: 'csv', columns: ['App ID', 'App Name'], rows };
    for (const size of [1, 2, 3, 7, 1000]) expect(await read(bytes, size)).toEqual(expected);
  });

  it.each([
    ['a comma', 'A,B;x\n1,2\n', ['A', 'B;x'], [2, '1', '2']],
    ['a semicolon', '"A;,,,";B\n1,1;2\n', ['A;,,,', 'B'], [2, '1,1', '2']],
    ['a tab', 'A\tB, C\n1\t2\n', ['A', 'B, C'], [2, '1', '2']],
    ['nothing, with one column', 'A\n1\n', ['A'], [2, '1']],
    ['a comma, with line breaks of old Macs', 'A,B\r1,2\r', ['A', 'B'], [2, '1', '2']],
    ['a comma, without a last line break', 'A,B\n1,2', ['A', 'B'], [2, '1', '2']],
  ])('may be separated by %s', async (_, text, columns, row) => {
    expect(await read(text)).toEqual({ format: 'csv', columns, rows: [row] });
  });

  it('leaves out blank rows, and counts them', async () => {
    const text = '\n\nA,B\n\n1,2\n,\n , \n3,4\n,\n,\n';
    expect((await read(text)).rows).toEqual([
      [5, '1', '2'],
      [8, '3', '4'],
    ]);
  });

  it('keeps what a short row does not say, and refuses a row with too many cells', async () => {
    expect(await read('A,B\n1\n2,3,,\n4,5,6\n7,8\n')).toEqual({
      format: 'csv',
      columns: ['A', 'B'],
      rows: [
        [2, '1', undefined],
        [3, '2', '3'],
        [4, '4', '5'],
        [5, '7', '8'],
      ],
      errors: [{ row: 4, field: 'row', message: 'The row has 3 cells, but there are 2 headings' }],
    });
  });

  it('may have 100,000 rows', async () => {
    const text = (count: number) => `A\n${'x\n'.repeat(count)}`;
    expect((await read(text(100_000))).rows).toHaveLength(100_000);
    expect(await refusal(text(100_001))).toBe('At most 100000 rows can be imported at once');
  });

  it.each([
    ['nothing', ''],
    ['a byte order mark only', '\ufeff'],
    ['spaces and line breaks', ' \n\n\t\n'],
    ['a very long nothing', '\n'.repeat(200_000)],
  ])('that is empty is refused: %s', async (_, text) => {
    expect(await refusal(text)).toBe('The file is empty');
  });

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /neither in UTF-8/],
    ['bytes of no encoding', Buffer.from('Name\nGr\u00f6\u009d\n', 'latin1'), /neither in UTF-8/],
    ['zero bytes', Buffer.from('A,B\n1,\0\n'), /not a text/],
    ['a character that is cut off', Buffer.from('A\nß€').subarray(0, 6), /middle of a character/],
    [
      'an odd byte of UTF-16',
      Buffer.from('\ufeffA\nB', 'utf16le').subarray(0, 7),
      /middle of a ch/,
    ],
    ['a lone surrogate', Buffer.from('\ufeffA\n\ud83d\n', 'utf16le'), /neither in UTF-8/],
  ])('that is %s is refused', async (_, bytes, message) => {
    expect(await refusal(bytes)).toMatch(message);
  });

  it.each([
    ['A,B\n1,"2\n', /^Row 2, column B: a quote is opened and not closed/],
    ['A,B\n1,2\n3,"4" x\n', /^Row 3, column B: a quote within a cell/],
    ['A,B\n5" screen,2\n', /^Row 2, column A: a quote within a cell/],
    ['A,B\n1,2\n3', /^Row 3: the file is cut off in the middle of this row/],
    [`A,B\n1,2\n3,"${'x'.repeat(10_000_000)}"\n`, /^Row 3.*: it is longer than 1 MB/],
    // The parser would make a cell of each separator.
    [','.repeat(6_000_000), /^Row 1: it is longer than 1 MB/],
    [`A,B\n1,2\n3${';'.repeat(10)}${','.repeat(6_000_000)}\n`, /^Row 3: it is longer than 1 MB/],
    ['A,B,A\n1,2,3\n', 'Two columns have the heading A: columns 1 and 3'],
    [`${Array.from({ length: 300 }, (_, i) => `c${i}`).join()}\n`, /has 300 columns, at most 200/],
    [`A,${'x'.repeat(201)}\n1,2\n`, /^Row 1: the heading of column 2 is longer than 200/],
    [`A${'\n'.repeat(1_100_000)}1\n`, /more than 1048576 rows/],
    // Normalising this heading would take minutes.
    [`a${'\u0300'.repeat(250_000)}${'\u0316'.repeat(250_000)}\n1\n`, /column 1 is longer than 200/],
    [`${Array.from({ length: 60_000 }, (_, i) => `c${i}`).join()}\n`, /has 60000 columns/],
  ])('that is broken is refused with its row: %#', async (text, message) => {
    expect(await refusal(text)).toMatch(message);
  });

  it.each([
    ['<html><table><tr><td>App Name</td></tr></table></html>', 'a web page'],
    ['\ufeff\r\n<!DOCTYPE html><table></table>', 'a web page'],
    ['<table border="1"><tr><td>App Name</td></tr></table>', 'a web page'],
    ['<?xml version="1.0"?><Workbook></Workbook>', 'an XML file'],
    ['%PDF-1.7\n1 0 obj\n', 'a PDF file'],
    ['{\\rtf1 App Name}', 'a document (RTF)'],
  ])('that is no table is refused by its kind: %j', async (text, kind) => {
    expect(await refusal(text)).toBe(
      `This is ${kind}. Save it as an Excel workbook (.xlsx), or as CSV`,
    );
  });

  it('gives back what a spreadsheet has written', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'a ,;\t"\r\n\'=é📱'), maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 50 }),
        async (cells, separator, end, size) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const lines = [['A', 'B'], ...cells].map(
            (line) => line.map(quoted).join(separator) + end,
          );
          const filled = cells.flatMap((line, index) =>
            line.some((text) => text.trim() !== '') ? [[index + 2, ...line]] : [],
          );
          expect((await read(lines.join(''), size)).rows).toEqual(filled);
        },
      ),
    );
  });
});
