import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/*
 * Workbooks (.xlsx): ECMA-376, with every cell as text, so that a spreadsheet loses no digit and no zero and executes nothing.
 */

/** A sheet of a workbook: its headings, and the texts of its rows in chunks. */
export type WorkbookSheet = {
  name: string;
  headings: readonly string[];
  rows: AsyncIterable<string[][]>;
};

/** Characters of a text that XML treats specially; below, those that XML 1.0 lacks and that spreadsheets escape. */
const special = /[&<>]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds them in order to escape them
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi;
const escaped = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, escaped)
    .replace(special, (character) => entities[character] ?? character);

/** Returns the letters of a column, from 0: `AB` for 27. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaging = 'http://schemas.openxmlformats.org/package/2006';

/** The styles of cells: 1 is a text, 2 a heading. A new cell of these columns is a text, too. */
const styles = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

const cell = (column: number, row: number, style: number, text: string) =>
  `<c r="${columnName(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

/** Returns a row in XML; blank cells are left out. */
function rowXml(row: number, style: number, cells: readonly string[]): string {
  const written = cells.map((text, column) => (text === '' ? '' : cell(column, row, style, text)));
  return `<row r="${row}">${written.join('')}</row>`;
}

async function* sheetXml({ headings, rows }: WorkbookSheet): AsyncGenerator<string> {
  const last = Math.max(1, headings.length);
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${last}" width="24" style="1" customWidth="1"/></cols><sheetData>`;
  let row = 1;
  yield rowXml(row, 2, headings);
  for await (const chunk of rows) {
    let text = '';
    for (const cells of chunk) {
      row += 1;
      text += rowXml(row, 1, cells);
    }
    if (text !== '') yield text;
  }
  yield '</sheetData></worksheet>';
}

function partsOf(sheets: readonly WorkbookSheet[]): [name: string, xml: string][] {
  const numbered = sheets.map(({ name }, index) => ({ name: xmlText(name), number: index + 1 }));
  const each = (xml: (sheet: { name: string; number: number }) => string) =>
    numbered.map(xml).join('');
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packaging}/relationships">${each(({ number }) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId0" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

/** Yields the bytes of a workbook, piece by piece; its rows are read as they are written. */
export async function* workbookBytes(sheets: readonly WorkbookSheet[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const written = sheets.map((sheet) => Readable.from(sheetXml(sheet), { objectMode: false }));
  zip.on('error', (error: Error) => output.destroy(error));
  for (const [name, xml] of partsOf(sheets)) zip.addBuffer(Buffer.from(xml), name);
  for (const [index, sheet] of written.entries()) {
    // Text compresses well at every level; a low one costs a third of the time.
    zip.addReadStream(sheet, `xl/worksheets/sheet${index + 1}.xml`, { compressionLevel: 3 });
  }
  zip.end();
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    for (const sheet of written) sheet.destroy();
  }
}
