import { safeCell } from '@adwarden/contract/spreadsheets/cells';
import type { FileFormat } from '@adwarden/contract/spreadsheets/exports';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { sendText } from './streamed-list.ts';

/** A file to write: its columns, their headings in CSV, and its rows in chunks. */
export type Sheet<C extends string> = {
  columns: readonly C[];
  heading: (column: C) => string;
  rows: AsyncIterable<Readonly<Record<C, string | number>>[]>;
};

/** A file in pieces of its text. */
export type TextFile = {
  format: FileFormat;
  name: string;
  text: AsyncIterable<string | Uint8Array>;
};

const fileTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** Answers a file as a download. `never`, because the type of these answers is that of their JSON. */
export async function sendFile(
  reply: FastifyReply,
  { format, name, text }: TextFile,
): Promise<never> {
  const headers = {
    'content-type': fileTypes[format],
    'content-disposition': `attachment; filename="${name}"`,
  };
  return (await sendText(reply, headers, text)) as never;
}

/** The text of a file, piece by piece. */
export function fileText<C extends string>(
  format: FileFormat,
  sheet: Sheet<C>,
): AsyncGenerator<string> {
  return format === 'csv' ? csvText(sheet) : jsonText(sheet);
}

/** With it, spreadsheets read a file as UTF-8. */
const byteOrderMark = '\ufeff';

/** RFC 4180. Cells are quoted if they contain a separator of any kind of CSV. */
const options = { record_delimiter: '\r\n', quoted_match: /[\r\n\t;]/ } as const;

async function* csvText<C extends string>({ columns, heading, rows }: Sheet<C>) {
  let before = byteOrderMark + stringify([columns.map(heading)], options);
  for await (const chunk of rows) {
    const cells = chunk.map((row) => columns.map((column) => safeCell(String(row[column]))));
    yield before + stringify(cells, options);
    before = '';
  }
  if (before) yield before;
}

/** An array with one object on each line. */
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
