import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Builds a zip file with these parts. */
export async function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    zip.addBuffer(Buffer.from(content as string), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

type Options = {
  /** The rows of the first sheet, and what stands behind them, in XML. */
  rows?: string;
  behind?: string;
  sheets?: { name: string; state?: string }[];
  strings?: string;
  styles?: string;
  properties?: string;
  more?: Record<string, string>;
};

/** Builds the parts of a workbook as Excel writes them; the rows are those of each sheet. */
export function workbookParts(options: Options = {}): Record<string, string> {
  const { rows = '', behind = '', sheets = [{ name: 'Apps' }], strings, styles } = options;
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  );
  const related = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  if (strings)
    related.push(
      `<Relationship Id="s" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/>`,
    );
  if (styles) related.push(`<Relationship Id="t" Type="${office}/styles" Target="styles.xml"/>`);
  return {
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${options.properties ?? ''}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${related.join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((_, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${behind}</worksheet>`,
      ]),
    ),
    ...(strings && { 'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>` }),
    ...(styles && { 'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>` }),
    ...options.more,
  };
}

export const workbookOf = (options: Options): Promise<Buffer> => zipOf(workbookParts(options));

/** Builds a row with texts in its cells. */
export const textRow = (row: number, ...texts: string[]): string =>
  `<row r="${row}">${texts
    .map(
      (text, at) =>
        `<c r="${String.fromCharCode(65 + at)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`,
    )
    .join('')}</row>`;
