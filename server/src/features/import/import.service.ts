import type { BatchPreview } from '@adwarden/contract/batches/batches';
import { requiredText } from '@adwarden/contract/fields';
import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import { guessMapping } from '@adwarden/contract/spreadsheets/guess';
import {
  type ImportColumns,
  type ImportForm,
  type ImportPreview,
  importForm,
} from '@adwarden/contract/spreadsheets/imports';
import type { Db } from '../../db/schema.ts';
import type { NewValues } from '../../edits/edits.table.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField } from '../../kit/app-error.ts';
import { seenApps } from '../../sight/apps.policy.ts';
import { readColumns } from './import.columns.policy.ts';
import { createOwners } from './import.owners.service.ts';
import { createRowReader } from './import.rows.service.ts';
import * as store from './import.store.ts';
import type { FileRow, FileTable, ImportedRow, KnownApp } from './import.table.ts';
import { readTable } from './reading/import.file.service.ts';

/** A file to import. */
export type ImportFile = { name: string; chunks(): AsyncIterable<Buffer> };

export type ImportParts = {
  db: Db;
  appsPerOwner: number;
  /** Applications by their IDs; those that do not exist are left out. */
  readApps: (db: Db, appIDs: string[]) => Promise<Map<string, Omit<KnownApp, 'appID'>>>;
  /** Stores what the rows of a file would do as the preview of a batch. It belongs to the session. */
  previewRows: (
    actor: Actor,
    session: string,
    title: string,
    rows: AsyncIterable<ImportedRow[]>,
  ) => Promise<BatchPreview>;
};

export type Imports = ReturnType<typeof createImports>;

const { batches, import: bounds } = limits;
/** The examples of a column: how many, from how many rows, and how long. */
const examples = { count: 3, rows: 20, length: 60 };

const fileName = requiredText('A file needs a name', { label: 'Name', max: 80, name: true });

/** What the import is called in the list of batches. */
function titleOf(name: string, copied: Copied | null): string {
  if (copied) return `Copies of ${copied.appName}`;
  const read = fileName.safeParse(name.slice(-80).toWellFormed());
  return read.success ? `Import of ${read.data}` : 'Import of a file';
}

/** The application that new ones are copies of: its name, and what they have of it. */
type Copied = { appName: string; values: NewValues };

/** Builds the import of applications from files (ADR 38). */
export function createImports({ db, appsPerOwner, readApps, previewRows }: ImportParts) {
  /** The rows of a file in the parts of a batch; a part of long rows is shorter. */
  async function* inParts(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
    let part: FileRow[] = [];
    let length = 0;
    for await (const row of rows) {
      part.push(row);
      length += row.cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
      if (part.length < batches.partApps && length < bounds.rowLength) continue;
      yield part;
      part = [];
      length = 0;
    }
    if (part.length > 0) yield part;
  }

  async function findApps(actor: Actor, { key }: ImportForm, texts: string[]) {
    const found = await store.findByKey(db, key, texts, seenApps(actor).ownerId);
    const apps = await readApps(
      db,
      [...found.values()].map(({ appID }) => appID),
    );
    return new Map(
      [...found].flatMap(([text, { appID, apps: count }]) => {
        const app = apps.get(appID);
        return app ? [[text, { app: { ...app, appID }, apps: count }] as const] : [];
      }),
    );
  }

  /** Refuses (400) an application that the actor does not see. Its names, and an owner's IP rules, are not copied. */
  async function copiedFrom(actor: Actor, appID: string): Promise<Copied> {
    const found = await findApps(actor, importForm.parse({}), [appID]);
    const app = found.get(appID)?.app;
    if (!app) throw invalidField('copyOf', 'Application not found');
    const { appName, packageName: _, ...values } = app.values;
    const iconHash = await store.iconOf(db, appID);
    if (actor.kind === 'admin') return { appName, values: { ...values, iconHash } };
    return { appName, values: { ...values, country: '', iconHash } };
  }

  async function* imported(
    actor: Actor,
    { form, copied }: { form: ImportForm; copied: Copied | null },
    table: FileTable,
    signal: AbortSignal,
  ): AsyncGenerator<ImportedRow[]> {
    const owners = createOwners((keys) => store.findOwners(db, keys), appsPerOwner);
    if (actor.kind === 'user') await owners.learn([actor.login]);
    const read = createRowReader({
      actor,
      form,
      columns: readColumns(table.columns, form),
      isCsv: table.format === 'csv',
      findApps: (texts) => findApps(actor, form, texts),
      owners,
      appsPerOwner,
      categories: await store.categoryNames(db),
      ...(copied && { copied: copied.values }),
    });
    let isEmpty = true;
    for await (const part of inParts(table.rows)) {
      signal.throwIfAborted();
      isEmpty = false;
      yield await read(part);
    }
    if (isEmpty) throw noRows();
  }

  return {
    /** What a file is, which fields its columns seem to be, and some of its first values. */
    async columns(file: ImportFile): Promise<ImportColumns> {
      const { format, columns, rows } = await readTable(file.chunks());
      const guess = guessMapping(columns);
      const read = columns.map((column) => ({
        column,
        field: guess[column] ?? null,
        examples: [] as string[],
      }));
      let count = 0;
      for await (const { cells } of rows) {
        count += 1;
        for (const [index, column] of read.entries()) {
          const cell = shorten(cells[index]?.trim() ?? '', examples.length);
          if (cell && column.examples.length < examples.count) column.examples.push(cell);
        }
        if (count >= examples.rows) break;
      }
      if (count === 0) throw noRows();
      return { format, columns: read.filter(({ column }) => column !== '') };
    },

    /** Reads a file and stores what it would do. Nothing changes before the batch of the preview is started. */
    async preview(
      actor: Actor,
      session: string,
      file: ImportFile,
      form: ImportForm,
      signal: AbortSignal,
    ): Promise<ImportPreview> {
      const table = await readTable(file.chunks());
      const columns = readColumns(table.columns, form);
      const copied = form.copyOf ? await copiedFrom(actor, form.copyOf) : null;
      const rows = imported(actor, { form, copied }, table, signal);
      const preview = await previewRows(actor, session, titleOf(file.name, copied), rows);
      return { ...preview, columns: columns.filter(({ column }) => column !== '') };
    },
  };
}

const noRows = () => {
  const message = 'The file has no rows below its headings';
  return new AppError('invalid', message, { fields: [{ field: 'file', message }] });
};
