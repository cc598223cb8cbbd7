import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { limits } from '@adwarden/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileBytes } from '../../../../test/samples/file-bytes.ts';
import { textRow, workbookOf, workbookParts, zipOf } from '../../../../test/samples/workbook.ts';
import { workbookBytes } from '../../../http/file-workbook.ts';
import { AppError } from '../../../kit/app-error.ts';
import { readTable } from './import.file.service.ts';

/** Returns the columns and rows of a file; rows as `[row, …cells]`. */
async function read(content: Buffer) {
  const { format, columns, rows, notes } = await readTable(fileBytes(content));
  const found: unknown[] = [];
  const errors: object[] = [];
  for await (const row of rows) {
    found.push([row.row, ...row.cells]);
    errors.push(...row.errors.map((error) => ({ row: row.row, ...error })));
  }
  return { format, columns, rows: found, notes: notes(), ...(errors.length > 0 && { errors }) };
}

async function refusal(content: Buffer): Promise<string> {
  const error = await read(content).catch((cause: unknown) => cause);
  if (!(error instanceof AppError)) throw new Error(`Not refused: ${JSON.stringify(error)}`);
  expect(error.fields.map(({ field }) => field)).toEqual(['file']);
  return error.message;
}

const head = textRow(1, 'App Name', 'Note');

describe('a workbook', () => {
  it('has shared, rich, inline and escaped texts', async () => {
    const content = await workbookOf({
      strings:
        '<si><t>App Name</t></si><si><r><rPr><b/></rPr><t>Ti</t></r><r><t xml:space="preserve">de </t></r><rPh sb="0" eb="1"><t>タイ</t></rPh></si><si><t>a &amp; b_x000D_&#10;_x005F_x0041_</t></si>',
      rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Note</t></is></c></row><row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" t="s"><v>2</v></c></row>',
    });
    expect(await read(content)).toEqual({
      format: 'xlsx',
      columns: ['App Name', 'Note'],
      rows: [[3, 'Tide ', 'a & b\r\n_x0041_']],
      notes: [],
    });
  });

  it('has numbers with the digits that are left, dates, switches and errors as texts', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs>';
    const cells = [
      ['<c r="A2"><v>421</v></c>', '421'],
      ['<c r="A2"><v>0.30000000000000004</v></c>', '0.3'],
      ['<c r="A2"><v>3940256099942540</v></c>', '3.94025609994254E+15'],
      ['<c r="A2"><v>1.2E3</v></c>', '1200'],
      ['<c r="A2" s="1"><v>46354</v></c>', '2026-11-28'],
      ['<c r="A2" s="2"><v>46354.5</v></c>', '2026-11-28 12:00:00'],
      ['<c r="A2" s="3"><v>46354</v></c>', '46354'],
      ['<c r="A2" s="1"><v>0.25</v></c>', '06:00:00'],
      ['<c r="A2" t="b"><v>1</v></c>', 'TRUE'],
      ['<c r="A2" t="b"><v>0</v></c>', 'FALSE'],
      ['<c r="A2" t="e"><v>#REF!</v></c>', '#REF!'],
      ['<c r="A2" t="str"><f>A1&amp;"x"</f><v>Tidex</v></c>', 'Tidex'],
      ['<c r="A2"><f>1+1</f><v>2</v></c>', '2'],
      ['<c r="A2" t="d"><v>2026-11-28</v></c>', '2026-11-28'],
    ] as const;
    for (const [cell, text] of cells) {
      const rows = `${head}<row r="2">${cell}</row>`;
      expect((await read(await workbookOf({ rows, styles }))).rows, cell).toEqual([[2, text, '']]);
    }
    const old = await workbookOf({
      rows: `${head}<row r="2"><c r="A2" s="1"><v>44892</v></c></row>`,
      styles,
      properties: '<workbookPr date1904="1"/>',
    });
    expect((await read(old)).rows).toEqual([[2, '2026-11-28', '']]);
  });

  it.each([
    '<c r="B2"><f>NOW()</f></c>',
    '<c r="B2"><f>NOW()</f><v></v></c>',
    '<c r="B2"><f>NOW()</f><v/></c>',
  ])('says that a formula without a stored value is one: %s', async (cell) => {
    const rows = `${head}<row r="2"><c r="A2" t="inlineStr"><is><t>Tide</t></is></c>${cell}</row>`;
    const { errors } = await read(await workbookOf({ rows }));
    expect(errors).toEqual([
      expect.objectContaining({
        row: 2,
        column: 'Note',
        message: expect.stringContaining('formula'),
      }),
    ]);
  });

  it('takes an empty text for the value of a formula', async () => {
    const rows = `${head}<row r="2"><c r="A2" t="inlineStr"><is><t>Tide</t></is></c><c r="B2" t="str"><f>""</f><v></v></c></row>`;
    expect(await read(await workbookOf({ rows }))).not.toHaveProperty('errors');
  });

  it('has blank cells where nothing is entered, and rows without numbers', async () => {
    const rows = `<row><c t="inlineStr"><is><t>App Name</t></is></c><c t="inlineStr"><is><t>Note</t></is></c></row><row/><row><c t="inlineStr"><is><t>Tide</t></is></c></row>`;
    expect((await read(await workbookOf({ rows }))).rows).toEqual([[3, 'Tide', '']]);
  });

  it('may have a title above its headings, also in merged cells', async () => {
    const rows = `${textRow(1, 'Our apps')}${textRow(4, 'App Name', 'Note')}${textRow(5, 'Tide', 'a')}${textRow(6, 'Foam', 'b')}`;
    const behind = '<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>';
    expect(await read(await workbookOf({ rows, behind }))).toMatchObject({
      columns: ['App Name', 'Note'],
      rows: [
        [5, 'Tide', 'a'],
        [6, 'Foam', 'b'],
      ],
      notes: [
        'Read from row 4, which has the headings',
        'The value of merged cells counts for all of them',
      ],
    });
  });

  it('has the value of merged cells in all of them, and says so', async () => {
    const rows = `${head}${textRow(2, 'Tide', 'both')}<row r="3"><c r="A3" t="inlineStr"><is><t>Wave</t></is></c></row>${textRow(4, 'Foam', 'own')}`;
    const behind = '<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>';
    const found = await read(await workbookOf({ rows, behind }));
    expect(found.rows).toEqual([
      [2, 'Tide', 'both'],
      [3, 'Wave', 'both'],
      [4, 'Foam', 'own'],
    ]);
    expect(found.notes).toEqual(['The value of merged cells counts for all of them']);
  });

  it('is read from its first sheet that can be seen, and says which', async () => {
    const sheets = [
      { name: 'Secret', state: 'hidden' },
      { name: 'Games &amp; more' },
      { name: 'Old' },
    ];
    const { notes } = await read(await workbookOf({ rows: head + textRow(2, 'a', 'b'), sheets }));
    expect(notes).toEqual(['The file has 3 sheets. Only the first one is read: Games & more']);
  });

  it('gives back what an export has written, whatever the texts are', async () => {
    const text = fc.oneof(
      fc.constantFrom(
        '',
        '=1+1',
        '007',
        '12e3',
        '_x0041_',
        '<&>"',
        ' a ',
        'a\r\nb\tc',
        '\u0001\uffff',
      ),
      fc.string({ unit: 'grapheme' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 5 }), async (rows) => {
        async function* chunks() {
          yield rows.map(([one, other]) => ['x', one, other]);
        }
        const headings = ['Key', 'One', 'Other'];
        const written = workbookBytes([{ name: 'Apps', headings, rows: chunks() }]);
        const found = await read(await buffer(Readable.from(written)));
        expect(found.rows).toEqual(
          rows.map(([one, other], index) => [
            index + 2,
            'x',
            one.toWellFormed(),
            other.toWellFormed(),
          ]),
        );
      }),
      { numRuns: 50 },
    );
  });
});

/** Builds a zip file with one part; its directory claims that the part has this many bytes unpacked. */
async function lying(part: string, size: number): Promise<Buffer> {
  const zip = await zipOf({ ...workbookParts({ rows: head }), [part]: '<a/>' });
  const at = zip.lastIndexOf(Buffer.from(part)) - 46;
  zip.writeUInt32LE(size, at + 24);
  return zip;
}

describe('a workbook is refused', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['with 1 GB unpacked', () => lying('xl/big.xml', 1024 ** 3), /more than 300 MB unpacked/],
    [
      'with much more unpacked than packed',
      () => lying('xl/big.xml', 20 * 1024 ** 2),
      /times its size/,
    ],
    ['whose directory lies', () => lying('xl/worksheets/sheet1.xml', 3), /damaged/],
    [
      'with too many parts',
      () =>
        zipOf({
          ...workbookParts({ rows: head }),
          ...Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`xl/x${n}.xml`, ''])),
        }),
      /more than 1000 parts/,
    ],
    [
      'with a million sheets',
      async () => {
        const parts = workbookParts({ rows: head });
        const sheet = '<sheet name="a" sheetId="1" r:id="rId1"/>';
        const many = `<workbook><sheets>${sheet.repeat(1_000_000)}</sheets></workbook>`;
        const noise = Buffer.from(Array.from({ length: 400_000 }, (_, n) => (n * 7919) % 251));
        return zipOf({ ...parts, 'xl/workbook.xml': many, 'xl/noise.bin': noise });
      },
      /sheets|more than 8 MB|times its size/,
    ],
    [
      'with 251 sheets',
      () =>
        workbookOf({
          sheets: Array.from({ length: 251 }, (_, n) => ({ name: `${n}` })),
          rows: head,
        }),
      /more than 250 sheets/,
    ],
    [
      'with entities',
      () =>
        zipOf({
          ...workbookParts({ rows: head }),
          'xl/worksheets/sheet1.xml':
            '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c t="str"><v>&e;</v></c></row></sheetData></worksheet>',
        }),
      /document type/,
    ],
    [
      'with an unknown entity',
      () => workbookOf({ rows: '<row r="1"><c t="str"><v>&nbsp;</v></c></row>' }),
      /no XML/,
    ],
    [
      'with a sheet elsewhere',
      () =>
        zipOf({
          ...workbookParts({ rows: head }),
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="https://example.com/sheet.xml" TargetMode="External"/></Relationships>',
        }),
      /another file/,
    ],
    [
      'with a part outside of it',
      () =>
        zipOf({
          ...workbookParts({ rows: head }),
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../etc/passwd"/></Relationships>',
        }),
      /damaged/,
    ],
    [
      'with links to other workbooks',
      () =>
        workbookOf({
          rows: head,
          properties: '<externalReferences><externalReference r:id="x"/></externalReferences>',
        }),
      /another file/,
    ],
    [
      'with a password',
      () =>
        Buffer.concat([
          Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
          Buffer.alloc(600),
          Buffer.from('EncryptedPackage', 'utf16le'),
        ]),
      /has a password/,
    ],
    [
      'with an encrypted part',
      async () => {
        const zip = await workbookOf({ rows: head });
        const at = zip.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46;
        zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8);
        return zip;
      },
      /has a password/,
    ],
    ['of an old Excel', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /\.xls/],
    ['that is an archive', () => zipOf({ 'apps.csv': 'a,b' }), /archive/],
    ['that is OpenDocument', () => zipOf({ mimetype: 'application/vnd.oasis' }), /OpenDocument/],
    ['that is binary', () => zipOf({ 'xl/workbook.bin': 'x' }), /xlsb/],
    ['that is cut off', async () => (await workbookOf({ rows: head })).subarray(0, 900), /damaged/],
    ['that only begins like one', () => Buffer.from('PK\u0003\u0004…'), /damaged/],
    ['without cells', () => workbookOf({}), /is empty/],
    [
      'with a row of more than 1 MB',
      () => workbookOf({ rows: head + textRow(2, 'x'.repeat(1024 * 1024 + 1)) }),
      /^Row 2: it is longer than 1 MB/,
    ],
    [
      'with two columns of one name',
      () => workbookOf({ rows: textRow(1, 'Note', 'Note') + textRow(2, 'a', 'b') }),
      /Two columns have the heading Note/,
    ],
    [
      'with too many merged cells',
      () =>
        workbookOf({
          rows: head,
          behind: `<mergeCells>${Array.from({ length: limits.import.workbook.merged + 1 }, (_, n) => `<mergeCell ref="A${n + 2}:B${n + 2}"/>`).join('')}</mergeCells>`,
        }),
      /merged cells/,
    ],
  ])('%s', async (_, content, message) => {
    expect(await refusal(await content())).toMatch(message);
  });
});
