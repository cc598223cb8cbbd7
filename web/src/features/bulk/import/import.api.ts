import { batchCalls } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { type ImportColumns, importCalls } from '@adwarden/contract/spreadsheets/imports';
import { request } from '../../../lib/http-client.ts';
import type { Previewed } from '../picked.ts';
import type { ColumnFields, FileChoice } from './import-values.ts';
import { beginningOf } from './rows-of-file.ts';

function formOf(texts: Record<string, string>, file: File): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set('file', file);
  return form;
}

/** The columns of a file, and the field that each seems to be. Only the beginning of a large file is sent. */
export const readColumns = async (file: File): Promise<ImportColumns> =>
  (await request(importCalls.readImportColumns, { body: formOf({}, await beginningOf(file)) }))
    .data;

/** Asks what an import would do; nothing changes yet. `onSent` gets the part of the file that was sent, from 0 to 1. */
export async function previewImport(
  choice: FileChoice,
  columns: ColumnFields,
  onSent: (part: number) => void,
): Promise<Previewed> {
  const { file, key, mode } = choice;
  const again = async () => {
    const body = formOf({ key, mode, mapping: JSON.stringify(columns) }, file);
    return (await request(importCalls.importApps, { body, onSent })).data;
  };
  return { preview: await again(), again };
}

/** With more refused rows than this, correcting the file itself is less work. */
export const mostRefused = 5_000;

/** The numbers of the rows that a preview refuses, at most `mostRefused`. */
export async function refusedRows(previewID: string): Promise<number[]> {
  const rows: number[] = [];
  const pageSize = limits.maxPageSize;
  for (let page = 0; page * pageSize < mostRefused; page += 1) {
    const query = { outcome: 'refused', page, pageSize };
    const { data, total } = await request(batchCalls.getBatchPreview, { id: previewID, query });
    rows.push(...data.flatMap(({ row }) => (row === null ? [] : [row])));
    if ((page + 1) * pageSize >= total) break;
  }
  return rows;
}
