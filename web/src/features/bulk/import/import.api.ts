import { batchCalls } from '@adwarden/contract/batches/batches';
import { formOf } from '@adwarden/contract/form-of';
import { limits } from '@adwarden/contract/limits';
import {
  type ImportColumns,
  type ImportPreview,
  importCalls,
} from '@adwarden/contract/spreadsheets/imports';
import { download, request } from '../../../lib/http-client.ts';
import type { Previewed } from '../picked.ts';
import { beginningOf } from './beginning-of-file.ts';
import { answersOf, type ForAll, type Reading, type Said } from './import-values.ts';

/** Gets the part of a file that was sent, from 0 to 1. */
type OnSent = (part: number) => void;

const textsOf = ({ fields, key, mode }: Reading) => ({
  mode,
  mapping: JSON.stringify(fields),
  ...(key !== null && { key }),
});

/**
 * The columns of a file and what it lacks, as it is to be read; as the server guesses when that is null. Only the beginning
 * of a large file is sent: the preview says what the rest lacks.
 */
export const readColumns = async (
  file: File,
  reading: Reading | null,
  onSent: OnSent,
): Promise<ImportColumns> => {
  const body = formOf({ ...(reading && textsOf(reading)), file: await beginningOf(file) });
  return (await request(importCalls.readImportColumns, { body, onSent })).data;
};

/** Asks what an import would do; nothing changes yet. */
export async function previewImport(
  file: File,
  reading: Reading,
  {
    said,
    forAll,
    found,
    onSent,
  }: { said: Said; forAll: readonly ForAll[]; found: ImportColumns; onSent: OnSent },
): Promise<Previewed & { preview: ImportPreview }> {
  const { defaults, values } = answersOf(said, forAll, found);
  const answers = { defaults: JSON.stringify(defaults), values: JSON.stringify(values) };
  const again = async () => {
    const body = formOf({ ...textsOf(reading), ...answers, file });
    return (await request(importCalls.importApps, { body, onSent })).data;
  };
  return { preview: await again(), again };
}

/** With more refused rows than this, correcting the file itself is less work. */
export const mostRefused = limits.import.someRows;

/** A file with the headings that an import knows. */
export const importTemplate = (): Promise<File> =>
  download(importCalls.getImportTemplate, { query: { format: 'xlsx' } });

/** The rows of a file that a preview refuses, as a file to correct. */
export async function refusedFile(file: File, previewID: string): Promise<File> {
  const rows = await refusedRows(previewID);
  const taken = await download(importCalls.takeImportRows, {
    body: formOf({ rows: rows.join(), file }),
  });
  const ending = /\.\w+$/.exec(taken.name)?.[0] ?? '';
  const name = `${file.name.replace(/\.\w+$/, '')}-refused${ending}`;
  return new File([taken], name, { type: taken.type });
}

/** The numbers of the rows that a preview refuses, at most `mostRefused`. */
async function refusedRows(previewID: string): Promise<number[]> {
  const rows: number[] = [];
  const pageSize = limits.maxPageSize;
  for (let page = 0; page * pageSize < mostRefused; page += 1) {
    const query = { outcome: 'refused', page, pageSize } as const;
    const { data, total } = await request(batchCalls.getBatchPreview, { id: previewID, query });
    rows.push(...data.flatMap(({ row }) => (row === null ? [] : [row])));
    if ((page + 1) * pageSize >= total) break;
  }
  return rows;
}
