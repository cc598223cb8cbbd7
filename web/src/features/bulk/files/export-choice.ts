import '../../../lib/storage.ts';
import {
  type CsvSeparator,
  csvSeparators,
  type FileFormat,
  fileFormats,
} from '@adwarden/contract/spreadsheets/exports';
import { z } from 'zod';
import { ownKey } from '../../../lib/base-path.ts';

/** What was chosen for an export. */
export type ExportChoice = { format: FileFormat; separator: CsvSeparator; columns: string[] };

/** `columns` is null for those that the list shows, whichever these are then. */
const stored = z.object({
  format: z.enum(fileFormats),
  separator: z.enum(csvSeparators),
  columns: z.array(z.string()).nullable(),
});

/** The sign at which spreadsheets of this language split a CSV file: where a comma is in numbers, it is a semicolon. */
export const usualSeparator = (language: string): CsvSeparator =>
  new Intl.NumberFormat(language).format(1.5).includes(',') ? 'semicolon' : 'comma';

const keyOf = (list: string) => ownKey(`adwarden.export.${list}`);

/** The columns of a list that an export has, too. */
export const columnsShown = (shown: readonly string[], all: readonly string[]): string[] =>
  all.filter((name) => shown.includes(name));

/** The choice of the last export of a list in this browser, else the usual one. */
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
