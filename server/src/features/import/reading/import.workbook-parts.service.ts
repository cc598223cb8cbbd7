import { posix } from 'node:path';
import { limits } from '@adwarden/contract/limits';
import { fileFault } from './import.fault.ts';
import { createTexts } from './import.texts.ts';
import { attributeOf, readXml } from './import.xml.service.ts';
import type { Zip } from './import.zip.service.ts';

/*
 * The parts of a workbook besides its sheets (ECMA-376, part 1, sections 18 and 22): its contents, and the meaning of its cells.
 */

const bounds = limits.import.workbook;

type Relation = { id: string; type: string; target: string; isElsewhere: boolean };
type Sheet = { name: string; relation: string; isHidden: boolean };

/** The facts about a workbook that are needed to read its first sheet. */
export type Workbook = {
  /** The part with the sheet, and its name. */
  sheet: { part: string; name: string };
  /** The number of sheets, hidden ones included. */
  sheets: number;
  /** Days count from 1904, as on old Macs. */
  is1904: boolean;
  textAt: (index: number) => string | undefined;
  /** Tells whether the numbers with this style are dates or times. */
  isDate: (style: number) => boolean;
};

/** Returns the relations of a part: the parts that it refers to. */
async function relationsOf(zip: Zip, part: string): Promise<Relation[]> {
  const { dir, base } = posix.parse(part);
  const name = posix.join(dir, '_rels', `${base}.rels`);
  if (!zip.has(name)) return [];
  const found = readXml<Relation>(await zip.read(name, bounds.partBytes), (add) => ({
    open(element, { Id: id = '', Type: type = '', Target: to = '', TargetMode: mode }) {
      if (element !== 'Relationship') return;
      const target = to.startsWith('/') ? to.slice(1) : posix.join(dir, to);
      add({
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        target,
        isElsewhere: mode === 'External',
      });
    },
  }));
  const relations: Relation[] = [];
  for await (const relation of found) relations.push(relation);
  return relations;
}

/** Returns the name of the part with the workbook; null in another kind of zip file. */
async function workbookPart(zip: Zip): Promise<string | null> {
  const relations = await relationsOf(zip, '');
  const part = relations.find(({ type }) => type === 'officeDocument')?.target;
  return part !== undefined && zip.has(part) && part.endsWith('.xml') ? part : null;
}

const elsewhere = () =>
  fileFault('The workbook takes values from another file. Save a copy with values only');

async function sheetsOf(zip: Zip, part: string): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  let is1904 = false;
  const found = readXml<Sheet>(await zip.read(part, bounds.partBytes), (add) => ({
    open(element, attributes) {
      if (element === 'externalReference') throw elsewhere();
      if (element === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (element !== 'sheet') return;
      const { name = '', state = 'visible' } = attributes;
      add({ name, relation: attributeOf(attributes, 'id') ?? '', isHidden: state !== 'visible' });
    },
  }));
  const sheets: Sheet[] = [];
  for await (const sheet of found) {
    sheets.push(sheet);
    if (sheets.length > bounds.sheets) {
      throw fileFault(`The workbook has more than ${bounds.sheets} sheets`);
    }
  }
  return { sheets, is1904 };
}

/** Reads the texts that cells refer to by their numbers. */
async function sharedTexts(zip: Zip, part: string | undefined): Promise<Workbook['textAt']> {
  const texts = createTexts();
  if (part === undefined) return texts.at;
  const found = readXml<string>(await zip.read(part), (add) => {
    let text = '';
    const isText = withinText();
    return {
      open(element) {
        if (element === 'si') text = '';
        isText.open(element);
      },
      text(piece) {
        if (isText.now()) text += piece;
      },
      close(element) {
        if (element === 'si') add(unescaped(text));
        isText.close(element);
      },
    };
  });
  for await (const text of found) texts.add(text);
  return texts.at;
}

/** Builds the test whether the parser is within the text of a cell; phonetic texts do not belong to it. */
export function withinText() {
  let isInText = false;
  let isPhonetic = false;
  return {
    open(element: string): void {
      if (element === 't') isInText = true;
      if (element === 'rPh') isPhonetic = true;
    },
    close(element: string): void {
      if (element === 't') isInText = false;
      if (element === 'rPh') isPhonetic = false;
    },
    now: () => isInText && !isPhonetic,
  };
}

/** Returns a text without the escapes of spreadsheets: `_x000D_` is a carriage return, `_x005F_` an underscore before one. */
export const unescaped = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The built-in formats of dates and times (ECMA-376, part 1, section 18.8.30). */
const dateFormats = new Set(
  [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
);

/** Tells whether a format shows years, months, days, hours or seconds, outside of quotes, escapes and colours. */
const isDateFormat = (code: string) =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h|m|s)[^\]]*\]/gi, ''));

/** Finds the styles that show a number as a date. */
async function dateStyles(zip: Zip, part: string | undefined): Promise<Workbook['isDate']> {
  if (part === undefined) return () => false;
  const formats = new Set(dateFormats);
  let isCellStyle = false;
  const found = readXml<boolean>(await zip.read(part, bounds.partBytes), (add) => ({
    open(element, { numFmtId, formatCode = '' }) {
      if (element === 'cellXfs') isCellStyle = true;
      const format = Number(numFmtId);
      if (element === 'numFmt' && isDateFormat(formatCode)) formats.add(format);
      if (element === 'xf' && isCellStyle) add(formats.has(format));
    },
    close(element) {
      if (element === 'cellXfs') isCellStyle = false;
    },
  }));
  const styles: boolean[] = [];
  for await (const isDate of found) styles.push(isDate);
  return (style) => styles[style] ?? false;
}

/** Reads the facts about a workbook; null when the zip file is something else. */
export async function readWorkbook(zip: Zip): Promise<Workbook | null> {
  const part = await workbookPart(zip);
  if (part === null) return null;
  const relations = await relationsOf(zip, part);
  const { sheets, is1904 } = await sheetsOf(zip, part);
  const partOf = (kind: string) => {
    const relation = relations.find(({ type }) => type === kind);
    if (relation?.isElsewhere) throw elsewhere();
    return relation?.target;
  };
  for (const sheet of sheets) {
    const relation = relations.find(({ id }) => id === sheet.relation);
    if (sheet.isHidden || relation?.type !== 'worksheet') continue;
    if (relation.isElsewhere) throw elsewhere();
    return {
      sheet: { part: relation.target, name: sheet.name },
      sheets: sheets.length,
      is1904,
      textAt: await sharedTexts(zip, partOf('sharedStrings')),
      isDate: await dateStyles(zip, partOf('styles')),
    };
  }
  throw fileFault('The workbook has no sheet with cells');
}
