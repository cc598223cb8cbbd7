import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { PreviewedApp } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { type ImportForm, importForm } from '@adwarden/contract/spreadsheets/imports';
import { administrator, type Features, withFeatures } from '../composition/with-features.ts';
import type { Actor } from '../http/actor.ts';
import { bytesOf, piecesOf } from '../http/upload.ts';
import { newId } from '../kit/ids.ts';

/* npm run import: makes and changes applications from a CSV file, a workbook or JSON. The server may be running. */

const usage = `Usage: npm run import -- FILE [--dry-run] [--partly] [--as EMAIL] [--key appID|packageName]
                         [--mode create|update|both] [--map 'HEADING=FIELD']…
--dry-run only shows what the file would do. A file with refused rows is imported only with --partly.
The changes are those of the administrator EMAIL; needed if there are several.`;

/** How many refused rows are printed. */
const mostShown = 50;

type Services = Features['services'];
type Order = { actor: Actor; session: string; file: string; form: ImportForm };

/** The form of the options; throws a one-line Error. */
function formOf(options: {
  key?: string | undefined;
  mode?: string | undefined;
  map?: string[] | undefined;
}): ImportForm {
  const { map, ...given } = options;
  const columns = map?.map((text) => {
    const end = text.lastIndexOf('=');
    return [text.slice(0, Math.max(0, end)), text.slice(end + 1)];
  });
  const mapping = columns && JSON.stringify(Object.fromEntries(columns));
  const result = importForm.safeParse({ ...given, mapping });
  if (!result.success) throw new Error(result.error.issues[0]?.message);
  return result.data;
}

/** A file on disk; refuses one that is too large. */
async function openFile(name: string) {
  const file = await open(name).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`There is no file ${name}`) : error;
  });
  const { size } = await file.stat();
  if (size > limits.import.bytes) {
    await file.close();
    throw new Error(`${name} is larger than ${limits.import.bytes / 1024 / 1024} MB`);
  }
  return {
    name: basename(name),
    size,
    chunks: () => piecesOf(file),
    read: (position: number, length: number) => bytesOf(file, position, length),
    close: () => file.close(),
  };
}

/** A line for each error of a row. */
const linesOf = ({ row, errors }: PreviewedApp) =>
  errors.map(({ column, message }) => `  Row ${row}${column ? `, ${column}` : ''}: ${message}`);

/** Makes the preview and prints what it would do. */
async function preview({ imports, batches }: Services, { actor, session, file, form }: Order) {
  const opened = await openFile(file);
  const found = await imports
    .preview(actor, session, opened, form, new AbortController().signal)
    .finally(opened.close);
  const { previewID, columns, notes, total, created, changed, unchanged, refused } = found;
  for (const note of notes) console.log(note);
  const unread = columns.filter(({ field }) => field === null).map(({ column }) => column);
  if (unread.length > 0) console.log(`Columns that are not read: ${unread.join(', ')}`);
  console.log(
    `${total} rows: ${created} new, ${changed} changed, ${unchanged} unchanged, ${refused} refused`,
  );
  const page = { outcome: 'refused' as const, page: 0, pageSize: mostShown };
  const { items } = await batches.previewPage(actor, session, previewID, page);
  for (const line of items.flatMap(linesOf)) console.log(line);
  if (refused > items.length) console.log(`  … and ${refused - items.length} more`);
  return found;
}

/** Runs the batch to its end, with the servers or without them, and prints what became of it. */
async function run(
  { services: { batches }, runNext }: Features,
  { actor, session }: Order,
  id: string,
) {
  let batch = await batches.start(actor, session, id);
  while (batch.state === 'running') {
    await runNext();
    batch = await batches.read(actor, batch.id);
  }
  const { changed, skipped, failed, refused } = batch;
  console.log(
    `Imported: ${changed} done, ${skipped} skipped, ${failed} failed, ${refused} refused (batch ${batch.id})`,
  );
  for (const outcome of ['skipped', 'failed'] as const) {
    const query = { outcome, page: 0, pageSize: mostShown };
    const { items } = await batches.apps(actor, batch.id, query);
    for (const { row, reason } of items) console.log(`  Row ${row}: ${reason}`);
  }
  if (batch.state !== 'done' || skipped + failed > 0) process.exitCode = 1;
}

try {
  const { values, positionals } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      partly: { type: 'boolean', default: false },
      as: { type: 'string' },
      key: { type: 'string' },
      mode: { type: 'string' },
      map: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  });
  const [name = '', ...more] = positionals;
  if (name === '' || more.length > 0) throw new Error(usage);
  const form = formOf(values);
  // npm runs scripts in the project's folder; INIT_CWD is the folder where the command was typed.
  const file = resolve(process.env.INIT_CWD ?? '.', name);
  await withFeatures(async (features, db) => {
    const actor = await administrator(db, values.as);
    const order = { actor, session: newId(), file, form };
    const found = await preview(features.services, order);
    if (found.refused > 0) process.exitCode = 1;
    if (values['dry-run']) {
      console.log('Nothing was changed (--dry-run).');
    } else if (found.refused > 0 && !values.partly) {
      console.log('Nothing was changed, because rows were refused. --partly imports the others.');
    } else if (found.created + found.changed === 0) {
      console.log('There is nothing to change.');
    } else {
      await run(features, order, found.previewID);
    }
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
