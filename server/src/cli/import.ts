import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { PreviewedApp } from '@adwarden/contract/batches/batches';
import { fieldName } from '@adwarden/contract/changes/changes';
import { counted } from '@adwarden/contract/counted';
import { limits } from '@adwarden/contract/limits';
import {
  type ImportForm,
  type ImportPreview,
  importForm,
} from '@adwarden/contract/spreadsheets/imports';
import type { Features } from '../composition/compose-features.ts';
import { administrator, withFeatures } from '../composition/with-features.ts';
import type { Actor } from '../http/actor.ts';
import { bytesOf, piecesOf } from '../http/upload.ts';
import { AppError } from '../kit/app-error.ts';
import { newId } from '../kit/ids.ts';

/* npm run import: makes and changes applications from a CSV file, a workbook or JSON. The server may be running. */

const usage = `Usage: npm run import -- FILE [--dry-run] [--partly] [--as EMAIL] [--key appID|packageName]
                         [--mode create|update|both] [--map 'HEADING=FIELD']…
                         [--defaults 'FIELD=VALUE' | --defaults JSON]… [--values JSON]
--dry-run only shows what the file would do. A file with refused rows is imported only with --partly.
The changes are those of the administrator EMAIL; needed if there are several.
--defaults gives rows without a value one: 'appStatus=live', or '{"appStatus":"live","category":"Weather"}'.
--values says what unknown values mean: '{"category":{"Puzzle":"Games: Puzzle"}}'.`;

/** The most refused rows, and the most unknown values, that are printed. */
const mostShown = 50;

type Order = { actor: Actor; session: string; file: string; form: ImportForm };

/** Explains a refusal. For `--defaults` and `--values` it names the field, as the API does. */
function faultOf(field: string, message: string): string {
  const [option = ''] = field.split('.');
  const isNamed = !['defaults', 'values'].includes(option) || message.startsWith(option);
  return isNamed ? message : `${field}: ${message}`;
}

/** Returns the two sides of the equals sign at `end`; the first is '' without one. */
const sides = (text: string, end: number) => [text.slice(0, Math.max(0, end)), text.slice(end + 1)];

/** Turns `--defaults` into the parameter `defaults`: pairs become JSON; JSON stays as it is. The form checks it. */
function defaultsOf(given: string[]): string {
  const [only = '', ...more] = given;
  if (more.length === 0 && !/^\w+=/.test(only)) return only;
  const pairs = given.map((text) => sides(text, text.indexOf('=')));
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`defaults names ${twice} twice`);
  return JSON.stringify(Object.fromEntries(pairs));
}

/** Builds the form of the options; throws a one-line Error. */
function formOf(options: {
  key?: string | undefined;
  mode?: string | undefined;
  map?: string[] | undefined;
  defaults?: string[] | undefined;
  values?: string | undefined;
}): ImportForm {
  const { map, defaults, ...given } = options;
  const columns = map?.map((text) => sides(text, text.lastIndexOf('=')));
  const mapping = columns && JSON.stringify(Object.fromEntries(columns));
  const result = importForm.safeParse({
    ...given,
    mapping,
    defaults: defaults && defaultsOf(defaults),
  });
  if (!result.success) {
    const [{ path, message } = { path: [], message: usage }] = result.error.issues;
    throw new Error(faultOf(path.join('.'), message));
  }
  return result.data;
}

/** Opens a file on disk; refuses one that is too large. */
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

/** Returns a line for each error of a row. */
const linesOf = ({ row, errors }: PreviewedApp) =>
  errors.map(({ column, message }) => `  Row ${row}${column ? `, ${column}` : ''}: ${message}`);

/** Returns a line for each field and each value for which rows are refused, and that --defaults and --values can mend. */
function lacksIn({ missing, unknown }: Pick<ImportPreview, 'missing' | 'unknown'>): string[] {
  const shown = unknown.slice(0, mostShown);
  return [
    ...missing.map(
      ({ field, rows }) =>
        `${fieldName('app', field)}: ${counted(rows, 'row')} without it (--defaults '${field}=…')`,
    ),
    ...shown.map(({ field, read, rows, meant }) => {
      const guess = meant === null ? '' : `, probably ${meant}`;
      return `${fieldName('app', field)}: ${read} is not known, ${counted(rows, 'row')}${guess} (--values)`;
    }),
    ...(unknown.length > shown.length
      ? [`… and ${unknown.length - shown.length} more unknown values`]
      : []),
  ];
}

/** Makes the preview and prints what it would do. */
async function preview({ imports, batches }: Features, { actor, session, file, form }: Order) {
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
  for (const line of lacksIn(found)) console.log(line);
  return found;
}

/** Runs the batch to its end, with the servers or without them, and prints the result. */
async function run({ batches, runNext }: Features, { actor, session }: Order, id: string) {
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
      defaults: { type: 'string', multiple: true },
      values: { type: 'string' },
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
    const found = await preview(features, order);
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
  const { message } = error as Error;
  const [fault] = error instanceof AppError ? error.fields : [];
  console.error(fault ? faultOf(fault.field, message) : message);
  process.exitCode = 1;
}
