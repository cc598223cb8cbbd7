import { limits } from '@adwarden/contract/limits';
import { maySet } from '@adwarden/contract/people/app-fields';
import {
  type AppExportColumn,
  appExportColumns,
  appHeading,
} from '@adwarden/contract/spreadsheets/columns';
import type { FileFormat } from '@adwarden/contract/spreadsheets/exports';
import { importFields } from '@adwarden/contract/spreadsheets/imports';
import type { Actor } from '../../http/actor.ts';
import { fileText, type TextFile } from '../../http/file-text.ts';
import { AppError } from '../../kit/app-error.ts';
import type { ImportFile } from './import.service.ts';
import { readTable } from './reading/import.file.service.ts';

/* The files that people get from the import: a template, and the rows that they must correct. */

/** The most characters of rows that `someRows` returns. */
const mostText = limits.import.bytes;

/** Returns the columns that a person can fill in; the App ID of a new application stays blank. */
function templateColumns(actor: Actor): AppExportColumn[] {
  const known: readonly string[] = importFields;
  return appExportColumns.filter((column) => {
    const field = column === 'userID' ? 'selectedUser' : column;
    return known.includes(field) && maySet(actor, field);
  });
}

/** Builds a file with the headings that an import knows, and no rows. */
export function importTemplate(actor: Actor, format: FileFormat): TextFile {
  const columns = templateColumns(actor);
  const sheet = { title: 'Applications', columns, heading: appHeading, rows: noRows() };
  return { format, name: `import-template.${format}`, text: fileText(format, sheet) };
}

async function* noRows(): AsyncGenerator<never[]> {
  yield [];
}

/** Copies some rows of a file, with its headings and in its format. The file is read before this returns. */
export async function someRows(file: ImportFile, wanted: readonly number[]): Promise<TextFile> {
  const { format, columns, rows } = await readTable(file);
  const numbers = new Set(wanted);
  const names = columns.map((_, index) => String(index));
  const found: Record<string, string>[] = [];
  let length = 0;
  for await (const { row, cells } of rows) {
    if (!numbers.has(row)) continue;
    length += cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
    if (length > mostText) throw new AppError('too-large', 'These rows are more than 50 MB');
    const known = names.flatMap((name, index) => {
      const cell = cells[index];
      // In a JSON object, an absent name keeps the value, so the name stays absent.
      return cell === undefined && format === 'json'
        ? []
        : [[format === 'json' ? (columns[index] ?? '') : name, cell ?? '']];
    });
    found.push(Object.fromEntries(known));
  }
  async function* all() {
    yield found;
  }
  const sheet = {
    title: 'Refused rows',
    columns: names,
    heading: (name: string) => columns[Number(name)] ?? '',
    rows: all(),
    isRaw: true,
  };
  const text = format === 'json' ? jsonOf(found) : fileText(format, sheet);
  return { format, name: `rows.${format}`, text };
}

async function* jsonOf(rows: Record<string, string>[]) {
  yield `${JSON.stringify(rows, null, 2)}\n`;
}
