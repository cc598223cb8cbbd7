import { describe, expect, it } from 'vitest';
import { fileBytes } from '../../../../test/samples/file-bytes.ts';
import { readTable } from './import.file.service.ts';

/** Returns the columns, rows and notes of a file; rows as `[row, …cells]`. */
async function read(content: string | Buffer, size?: number) {
  const { columns, rows, notes } = await readTable(fileBytes(content, size));
  const found: unknown[] = [];
  for await (const { row, cells, errors } of rows) {
    expect(errors).toEqual([]);
    found.push([row, ...cells]);
  }
  return { columns, rows: found, notes: notes() };
}

const refusal = (content: string | Buffer, size?: number): Promise<string> =>
  read(content, size).then(
    (found) => `not refused: ${JSON.stringify(found)}`,
    (error: Error) => error.message,
  );

/** Encodes a text with one byte for each letter, as ISO-8859-1. */
const western = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const fromRow = (row: number) => `Read from row ${row}, which has the headings`;

describe('an encoding', () => {
  it('may be UTF-16 without a mark, in any language', async () => {
    const text = 'नाम\tशीर्षक\r\nपतंग\tदैनिक राशिफल\r\nबादल\tআবহাওয়া\r\n';
    for (const bytes of [Buffer.from(text, 'utf16le'), utf16be(text)]) {
      expect(await read(bytes, 5)).toEqual({
        columns: ['नाम', 'शीर्षक'],
        rows: [
          [2, 'पतंग', 'दैनिक राशिफल'],
          [3, 'बादल', 'আবহাওয়া'],
        ],
        notes: [],
      });
    }
  });

  it('may be Windows-1252, with the texts that tell whether it is', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `Größe ${at}`);
    const lines = ['App Name;Note', 'Tide;plain', ...names.map((name) => `${name};\u0080 5`)];
    for (const size of [1, 7, 1000]) {
      const { rows, notes } = await read(western(lines.join('\n')), size);
      expect(rows[1]).toEqual([3, 'Größe 0', '€ 5']);
      expect(rows).toHaveLength(31);
      const shown = ['Größe 0', '€ 5', ...names.slice(1, 19)].join(', ');
      expect(notes).toEqual([
        `The file is neither in UTF-8 nor in UTF-16, so it is read as Windows-1252. Are these texts right? ${shown}, and 11 more`,
      ]);
    }
  });

  it('may be Windows-1252 up to the last byte, and in JSON', async () => {
    expect((await read(western('A,B\n1,caf\u00e9'))).rows).toEqual([[2, '1', 'café']]);
    const json = await read(western('[{"appName":"caf\u00e9"}]'));
    expect(json.rows).toEqual([[1, 'café']]);
    expect(json.notes[0]).toMatch(/Windows-1252\. Are these texts right\? café$/);
  });

  it('is UTF-8 in every large file that is valid', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `${at},पतंग ß €\n`).join('');
    for (const size of [4096, 4097, 4099]) {
      const { rows, notes } = await read(`A,B\n${lines}`, size);
      expect(rows.at(-1)).toEqual([20_001, '19999', 'पतंग ß €']);
      expect(notes).toEqual([]);
    }
  });

  const isNot = (byte: string) =>
    `the byte ${byte} is not UTF-8, although other letters of the file are. It was put together from two encodings: save it as CSV in UTF-8`;
  it.each([
    ['App Name,Note\nTide,Größe\n', 'Foam,Gr\u00f6\u00dfe\n', 'Row 3, column Note', 'F6'],
    [
      'Mes apps\n\nApp Name;Note;X\n"é\nè";;\n',
      '"a\n""b""";ok;"\u00fc"\n',
      'Row 5, column X',
      'FC',
    ],
    ['App Name,Größe\n', '1,\u0080,3\n', 'Row 2, column Größe', '80'],
    ['App Name,Größe\n', '1,2,\u00c0\n', 'Row 2, column 3', 'C0'],
    ['\ufeffApp Name,Note\n', 'Gr\u00f6\u00dfe,\n', 'Row 2, column App Name', 'F6'],
    ['[{"appName":"Größe"},', '{"appName":"x","note":"Gr\u00f6"}]', 'Row 2, column note', 'F6'],
  ])('may not change within a file: %j %j', async (utf8, other, where, byte) => {
    const bytes = Buffer.concat([Buffer.from(utf8), western(other)]);
    for (const size of [1, 5, 1000]) {
      expect(await refusal(bytes, size)).toBe(`${where}: ${isNot(byte)}`);
    }
  });

  it('may not change after the headings either', async () => {
    const turned = Buffer.concat([western('A,Gr\u00f6\u00dfe\n'), Buffer.from('1,Größe\n')]);
    expect(await refusal(turned)).toBe(`Row 1, column 2: ${isNot('F6')}`);
    const rows = `Tide,Größe\n`.repeat(60_000);
    const late = Buffer.concat([Buffer.from(`A,B\n${rows}`), western('\u00fc,1\n')]);
    expect(await refusal(late)).toBe(`Row 60002, column A: ${isNot('FC')}`);
  });

  it('of one language after the other costs no memory for 50 MB', async () => {
    const piece = western(`${'Gr\u00f6\u00dfe,'.repeat(20_000)}\n`);
    let sent = 0;
    const file = {
      size: 50 * 1024 * 1024,
      async *chunks() {
        for (sent = 0; sent < this.size; sent += piece.length) yield piece;
      },
      read: async (at: number, length: number) => piece.subarray(at, at + length),
    };
    await expect(readTable(file)).rejects.toThrow('The file has 20001 columns');
  });
});

describe('a first line', () => {
  it.each([
    ['sep=;\r\nApp ID;App Name\r\na,1;x\r\n', ['App ID', 'App Name'], ['a,1', 'x']],
    ['\ufeffsep=,\nApp ID,App Name\na;1,x\n', ['App ID', 'App Name'], ['a;1', 'x']],
    ['"sep=;"\nA;B\n1,5;2,5\n', ['A', 'B'], ['1,5', '2,5']],
    ['SEP=|\nA|B\n1,5;x|2\n', ['A', 'B'], ['1,5;x', '2']],
    ['sep=\t\nA\tB\n1\t2\n', ['A', 'B'], ['1', '2']],
    // When `sep=` names no separator, the headings decide.
    ['sep=\nApp ID;App Name\n1,5;2\n', ['App ID', 'App Name'], ['1,5', '2']],
    ['sep=;;;\nA;B\n1;2\n', ['A', 'B'], ['1', '2']],
  ])('may say the separator: %j', async (text, columns, cells) => {
    expect(await read(text, 3)).toEqual({ columns, rows: [[3, ...cells]], notes: [fromRow(2)] });
  });

  it.each(['sep=;', 'sep=', 'sep=\r\n\r\n', '\ufeffsep=,\n'])(
    'alone is no file: %j',
    async (text) => {
      expect(await refusal(text)).toBe('The file is empty');
    },
  );
});

describe('headings', () => {
  it.each([
    // The file has three title lines, with other separators in them.
    [
      'Our apps, all\n\nAs of;28.11.2026\n"Made\nby Ada"\nApp ID;App Name;Price\na1;x;1,5\n',
      5,
      ['a1', 'x', '1,5'],
    ],
    ['Portfolio,,\n,,\nPackage,App name,Status\na1,x,Live\n', 3, ['a1', 'x', 'Live']],
    ['Owner,Ada,,\nName,Package,Status,Note\na1,x,Live,n\n', 2, ['a1', 'x', 'Live', 'n']],
    ['\n\n\nApp ID,App Name\na1,x\n', 4, ['a1', 'x']],
    // The headings are unknown, and stand below title lines of one cell each.
    ['Mes applications\n\nPaquet;Nom;Genre\na1;x;y\n', 3, ['a1', 'x', 'y']],
  ])('may be below a title: %j', async (text, heading, cells) => {
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      const { rows, notes } = await read(bytes, 7);
      expect({ rows, notes }).toEqual({
        rows: [[heading + 1, ...cells]],
        notes: [fromRow(heading)],
      });
    }
  });

  it.each([
    ['Name\nfoo, bar\nbaz; 1,5\n', ['Name'], [2, 'foo, bar']],
    ['App ID,x\nName,b\na1,b\n', ['App ID', 'x'], [2, 'Name', 'b']],
    ['A,B\n1,2\n', ['A', 'B'], [2, '1', '2']],
  ])('are in the first row otherwise: %j', async (text, columns, row) => {
    const found = await read(text);
    expect(found.columns).toEqual(columns);
    expect(found.rows[0]).toEqual(row);
    expect(found.notes).toEqual([]);
  });

  it('are looked for among the first rows only', async () => {
    const { columns } = await read(`${'x,y\n'.repeat(20)}App ID,App Name\n`);
    expect(columns).toEqual(['x', 'y']);
  });
});
