import '../../../lib/storage.ts';
import {
  type CsvSeparator,
  csvSeparators,
  type FileFormat,
  fileFormats,
} from '@adwarden/contract/spreadsheets/exports';
import { z } from 'zod';
import { ownKey } from '../../../lib/base-path.ts';

/** The choices for an export. */
export type ExportChoice = { format: FileFormat; separator: CsvSeparator; columns: string[] };

/** `columns` is null for the columns that the list shows at the time of the export. */
const stored = z.object({
  format: z.enum(fileFormats),
  separator: z.enum(csvSeparators),
  columns: z.array(z.string()).nullable(),
});

/** Returns the separator at which spreadsheets of this language split a CSV file: a semicolon if numbers have a comma. */
export const usualSeparator = (language: string): CsvSeparator =>
  new Intl.NumberFormat(language).format(1.5).includes(',') ? 'semicolon' : 'comma';

const keyOf = (list: string) => ownKey(`adwarden.export.${list}`);

/** Returns the columns of a list that an export has, too. */
export const columnsShown = (shown: readonly string[], all: readonly string[]): string[] =>
  all.filter((name) => shown.includes(name));

/** Returns the choice of the last export of a list in this browser, else the usual one. */
export function lastChoice(
  list: string,
  { all, usual, shown }: Record<'all' | 'usual' | 'shown', readonly string[]>,
): ExportChoice {
  try {
    const { columns, ...choice } = stored.parse(
      JSON.parse(localStorage.getItem(keyOf(list)) ?? ''),
    );
    return { ...choice, columns: columnsShown(columns ?? shown, all) };
  } catch {
    return { format: 'csv', separator: usualSeparator(navigator.language), columns: [...usual] };
  }
}

/** Keeps a choice for the next export of the list. */
export function keepChoice(list: string, choice: ExportChoice, shown: readonly string[]): void {
  const isShown = shown.length > 0 && choice.columns.join() === shown.join();
  localStorage.setItem(
    keyOf(list),
    JSON.stringify({ ...choice, columns: isShown ? null : choice.columns }),
  );
}
