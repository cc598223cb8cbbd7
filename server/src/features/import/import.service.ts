import type { AccountInUse } from '@adwarden/contract/account-names';
import type { BatchPreview } from '@adwarden/contract/batches/batches';
import { requiredText } from '@adwarden/contract/fields';
import { limits } from '@adwarden/contract/limits';
import { can } from '@adwarden/contract/people/abilities';
import { onlySettable } from '@adwarden/contract/people/app-fields';
import { shorten } from '@adwarden/contract/shorten';
import type {
  ImportColumns,
  ImportColumnsForm,
  ImportForm,
  ImportKey,
  ImportPreview,
} from '@adwarden/contract/spreadsheets/imports';
import type { Db } from '../../db/schema.ts';
import type { NewValues } from '../../edits/edits.table.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField } from '../../kit/app-error.ts';
import { seenApps } from '../../sight/apps.policy.ts';
import { createAccountNotes } from './import.accounts.policy.ts';
import { createCategories } from './import.categories.policy.ts';
import {
  checkColumns,
  checkMapping,
  fieldsOf,
  type IDsInColumn,
  idsIn,
  keyOf,
  type ReadColumn,
  reportNote,
} from './import.columns.policy.ts';
import { createOwners } from './import.owners.service.ts';
import { createRowReader } from './import.rows.service.ts';
import * as store from './import.store.ts';
import { createSummary, type Summary } from './import.summary.policy.ts';
import type { FileBytes, FileRow, FileTable, ImportedRow, KnownApp } from './import.table.ts';
import { readTable } from './reading/import.file.service.ts';

/** A file to import. */
export type ImportFile = FileBytes & { name: string };

export type ImportDeps = {
  db: Db;
  appsPerOwner: number;
  /** Reads applications by their IDs; those that do not exist are left out. */
  readApps: (db: Db, appIDs: string[]) => Promise<Map<string, Omit<KnownApp, 'appID'>>>;
  /** Stores what the rows of a file would do, as the preview of a batch. It belongs to the session. */
  previewRows: (
    actor: Actor,
    session: string,
    title: string,
    rows: AsyncIterable<ImportedRow[]>,
  ) => Promise<BatchPreview>;
  /** Returns the accounts in use that a new name is probably a misspelling of; null for a name in use. */
  accountsCloseTo: (actor: Actor, name: string) => Promise<AccountInUse[] | null>;
};

export type Imports = ReturnType<typeof createImports>;

const { batches, import: bounds } = limits;
/** The examples of a column: their number, the number of rows that they are from, and their length. */
const examples = { count: 3, rows: 20, length: 60 };
/** The number of rows that are read to learn what a file contains. */
const mostAhead = 200;

const fileName = requiredText('A file needs a name', { label: 'Name', max: 80, name: true });

/** Returns the title of the import in the list of batches. */
function titleOf(name: string, copied: Copied | null): string {
  if (copied) return `Copies of ${copied.appName}`;
  const read = fileName.safeParse(name.slice(-80).toWellFormed());
  return read.success ? `Import of ${read.data}` : 'Import of a file';
}

/** A file with its first rows, the fields of its columns, and the key that finds the application of a row. */
type OpenedFile = {
  format: FileTable['format'];
  columns: ReadColumn[];
  key: ImportKey;
  first: FileRow[];
  rows: AsyncIterable<FileRow>;
  notes: () => string[];
};

const formatNames: Record<FileTable['format'], string> = {
  csv: 'a CSV file',
  xlsx: 'a workbook',
  json: 'a JSON file',
};
const endings: Record<string, FileTable['format']> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  xlsx: 'xlsx',
  xls: 'xlsx',
};

/** Returns a note when a file's content differs from what its name says. */
function nameNote(name: string, format: FileTable['format']): string[] {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const byEnding = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  if (byEnding === undefined || byEnding === format) return [];
  return [
    `The name ends with .${ending}, but the file is ${formatNames[format]}. It is read as that`,
  ];
}

/** Reads the first rows ahead; `rows` has all of them. */
async function readAhead({ rows }: FileTable) {
  const first: FileRow[] = [];
  while (first.length < mostAhead) {
    const next = await rows.next();
    if (next.done) break;
    first.push(next.value);
  }
  if (first.length === 0) throw noRows();
  async function* all() {
    yield* first;
    yield* rows;
  }
  return { first, rows: all() };
}

/** Returns the content of the column of App IDs, also when it is blank at the beginning of a long file. */
async function idsInFile(
  file: ImportFile,
  first: readonly FileRow[],
  index: number,
): Promise<IDsInColumn> {
  const found = idsIn(first, index);
  if (found !== 'blank' || first.length < mostAhead) return found;
  const { rows } = await readTable(file);
  for await (const row of rows) {
    const here = idsIn([row], index);
    if (here !== 'blank') return here;
  }
  return 'blank';
}

async function openFile(
  file: ImportFile,
  form: Pick<ImportForm, 'key' | 'mapping'>,
): Promise<OpenedFile> {
  const table = await readTable(file);
  checkMapping(table.columns, form);
  const { first, rows } = await readAhead(table);
  const columns = fieldsOf(table.columns, form, (index) => idsIn(first, index));
  const index = columns.findIndex(({ field }) => field === 'appID');
  const key = form.key ?? keyOf(index === -1 ? undefined : await idsInFile(file, first, index));
  const { format } = table;
  return {
    format,
    columns,
    key,
    first,
    rows,
    notes: () => [
      ...nameNote(file.name, format),
      ...reportNote(columns, key, first),
      ...table.notes(),
    ],
  };
}

/** Returns the columns with some of their first values. */
const withExamples = (columns: ReadColumn[], first: readonly FileRow[]) =>
  columns
    .map((column, index) => {
      const texts = first
        .slice(0, examples.rows)
        .map(({ cells }) => shorten(cells[index]?.trim() ?? '', examples.length));
      return { ...column, examples: texts.filter((text) => text !== '').slice(0, examples.count) };
    })
    .filter(({ column }) => column !== '');

/** The application that new ones copy: its name, and the values that they take from it. */
type Copied = { appName: string; values: NewValues };

/** Builds the import of applications from files (ADR 38). */
export function createImports(deps: ImportDeps) {
  const { db, appsPerOwner, readApps, previewRows, accountsCloseTo } = deps;

  /** Yields the rows of a file in the parts of a batch; a part of long rows has fewer. */
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

  async function findApps(actor: Actor, key: ImportKey, texts: string[]) {
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

  /**
   * Returns the application to copy; refuses (400) one that the actor does not see. Its names, and fields that the actor may not
   * set, are not copied.
   */
  async function copiedFrom(actor: Actor, appID: string): Promise<Copied> {
    const found = await findApps(actor, 'appID', [appID]);
    const app = found.get(appID)?.app;
    if (!app) throw invalidField('copyOf', 'Application not found');
    const { appName, packageName: _, ...values } = app.values;
    const iconHash = await store.iconOf(db, appID);
    return { appName, values: { ...onlySettable(actor, values), iconHash } };
  }

  async function* imported(
    actor: Actor,
    { form, copied }: { form: Omit<ImportForm, 'key'>; copied: Copied | null },
    { format, columns, key, rows }: OpenedFile,
    { understood }: Pick<Summary, 'understood'>,
    signal: AbortSignal,
  ): AsyncGenerator<ImportedRow[]> {
    const owners = createOwners(
      {
        byLogin: (keys) => store.findOwners(db, keys),
        byName: (fullName) => store.findOwnersByName(db, fullName),
        near: (text, most) => store.findOwnersNear(db, text, most),
      },
      appsPerOwner,
    );
    if (can(actor, 'own-apps')) await owners.learn([actor.login]);
    const read = await createRowReader({
      actor,
      form: { ...form, key },
      columns,
      isCsv: format === 'csv',
      findApps: (texts) => findApps(actor, key, texts),
      owners,
      appsPerOwner,
      categories: createCategories(await store.categoryNames(db)),
      understood,
      ...(copied && { copied: copied.values }),
    });
    for await (const part of inParts(rows)) {
      signal.throwIfAborted();
      yield await read(part);
    }
  }

  return {
    /**
     * Describes a file: its format, the fields that its columns seem to be, and what its rows lack to be imported. Columns that
     * cannot be imported yet are included, too, because a person can still say what they are.
     */
    async columns(
      actor: Actor,
      file: ImportFile,
      form: ImportColumnsForm,
      signal: AbortSignal,
    ): Promise<ImportColumns> {
      const opened = await openFile(file, form);
      const { format, key, notes } = opened;
      const summary = createSummary();
      let count = 0;
      if (canBeRead(opened.columns, { ...form, key })) {
        for await (const rows of imported(actor, { form, copied: null }, opened, summary, signal)) {
          summary.add(rows);
          count += rows.length;
        }
      } else {
        for await (const _ of opened.rows) count += 1;
      }
      const columns = withExamples(opened.columns, opened.first);
      return {
        format,
        notes: [...notes(), ...summary.notes()],
        columns,
        rows: count,
        key,
        ...(await summary.result()),
      };
    },

    /** Reads a file and stores what it would do. Nothing changes until the batch of the preview is started. */
    async preview(
      actor: Actor,
      session: string,
      file: ImportFile,
      form: ImportForm,
      signal: AbortSignal,
    ): Promise<ImportPreview> {
      const opened = await openFile(file, form);
      const { columns, key, notes } = opened;
      checkColumns(columns, { ...form, key });
      const copied = form.copyOf ? await copiedFrom(actor, form.copyOf) : null;
      const summary = createSummary();
      const accounts = createAccountNotes((name) => accountsCloseTo(actor, name));
      async function* rows() {
        for await (const part of imported(actor, { form, copied }, opened, summary, signal)) {
          summary.add(part);
          accounts.add(part);
          yield part;
        }
      }
      const preview = await previewRows(actor, session, titleOf(file.name, copied), rows());
      return {
        ...preview,
        columns: columns.filter(({ column }) => column !== ''),
        key,
        notes: [...notes(), ...summary.notes(), ...(await accounts.notes())],
        ...(await summary.result()),
      };
    },
  };
}

function canBeRead(...of: Parameters<typeof checkColumns>): boolean {
  try {
    checkColumns(...of);
    return true;
  } catch {
    return false;
  }
}

const noRows = () => {
  const message = 'The file has no rows below its headings';
  return new AppError('invalid', message, { fields: [{ field: 'file', message }] });
};
