import { safeCell } from '@adwarden/contract/spreadsheets/cells';
import type { CsvSeparator, FileFormat } from '@adwarden/contract/spreadsheets/exports';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { workbookBytes } from './file-workbook.ts';
import { sendText } from './streamed-list.ts';

/** A file to write: its name in a workbook, its columns, their headings for people, and its rows in chunks. */
export type Sheet<C extends string> = {
  title: string;
  columns: readonly C[];
  heading: (column: C) => string;
  rows: AsyncIterable<Readonly<Record<C, string | number>>[]>;
  /** Cells that are those of a CSV file already: they get no apostrophes. */
  isRaw?: boolean;
};

/** A file in pieces of its text. */
export type TextFile = {
  format: FileFormat;
  name: string;
  text: AsyncIterable<string | Uint8Array>;
};

const fileTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
};

/** Answers a file as a download. `never`, because the type of these answers is that of their JSON. */
export async function sendFile(
  reply: FastifyReply,
  { format, name, text }: TextFile,
): Promise<never> {
  const headers = {
    'content-type': fileTypes[format],
    'content-disposition': dispositionOf(name),
  };
  return (await sendText(reply, headers, text)) as never;
}

/** Builds the header that names a download (RFC 6266): old clients get the name without its characters beyond ASCII. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^ -~]|["\\]/g, '_');
  const encoded = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `attachment; filename="${plain}"${encoded}`;
}

/** Yields the pieces of a file. `separator` is that of CSV. */
export function fileText<C extends string>(
  format: FileFormat,
  sheet: Sheet<C>,
  separator: CsvSeparator = 'comma',
): AsyncGenerator<string | Uint8Array> {
  switch (format) {
    case 'csv':
      return csvText(sheet, separators[separator]);
    case 'xlsx':
      return workbookBytes([workbookSheet(sheet)]);
    case 'json':
      return jsonText(sheet);
  }
}

const separators: Record<CsvSeparator, string> = { comma: ',', semicolon: ';', tab: '\t' };

/** Builds a sheet of a workbook with the texts of the rows. */
function workbookSheet<C extends string>({ title, columns, heading, rows }: Sheet<C>) {
  async function* texts() {
    for await (const chunk of rows) {
      yield chunk.map((row) => columns.map((column) => String(row[column])));
    }
  }
  return { name: title, headings: columns.map(heading), rows: texts() };
}

/** With it, spreadsheets read a file as UTF-8. */
const byteOrderMark = '\ufeff';

/** RFC 4180. Cells are quoted if they contain a separator of any kind of CSV. */
const usual = { record_delimiter: '\r\n', quoted_match: /[\r\n\t;]/ } as const;

async function* csvText<C extends string>(
  { columns, heading, rows, isRaw = false }: Sheet<C>,
  delimiter: string,
) {
  const options = { ...usual, delimiter };
  let before = byteOrderMark + stringify([columns.map(heading)], options);
  for await (const chunk of rows) {
    const cells = chunk.map((row) =>
      columns.map((column) => (isRaw ? String(row[column]) : safeCell(String(row[column])))),
    );
    yield before + stringify(cells, options);
    before = '';
  }
  if (before) yield before;
}

/** Yields an array with one object on each line. */
async function* jsonText<C extends string>({ columns, rows }: Sheet<C>) {
  let before = '[\n';
  for await (const chunk of rows) {
    if (chunk.length === 0) continue;
    const lines = chunk.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((column) => [column, String(row[column])]))),
    );
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
