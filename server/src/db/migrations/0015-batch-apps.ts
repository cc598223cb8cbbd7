import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('');

/** The most apps of a part; every part but the last one of an outcome had exactly so many. */
const partApps = 200;
const partsAtOnce = 20;
/** The longest reason that is kept, in UTF-16 code units. */
const longestReason = 500;

type Key = { batchID: string; outcome: string; place: number };
type Part = Key & { undoOf: string | null; apps: string; outcomes: string };
type App = {
  appID: string;
  appName: string;
  version?: number;
  countryVersion?: number;
  row?: number;
  changes?: object;
};
type Became = { outcome: string; reason: string; request?: string };
type Row = Key & {
  appID: string;
  appName: string;
  fileRow: number | null;
  version: number | null;
  countryVersion: number | null;
  changes: string;
  became: string;
  reason: string;
  request: string | null;
};
type Tables = { batch: { id: string; state: string; undoOf: string | null }; batch_app: Row };

/**
 * Gives each app of a batch a row of its own (schema.batches.ts) instead of a place in the JSON of a part, so that a page is read
 * without parsing hundreds of apps. Running batches continue, and ended ones can still be undone. Previews are deleted: they
 * would expire within 15 minutes, and people make them again.
 */
export const batchApps: Migration = {
  async up(db: Kysely<unknown>) {
    const { postgres, text, whole } = dialectOf(db);
    await db.schema
      .createTable('batch_app')
      .addColumn('batchID', text, (column) =>
        column.notNull().references('batch.id').onDelete('cascade'),
      )
      .addColumn('outcome', text, required)
      .addColumn('place', whole, required)
      .addColumn('appID', text, required)
      .addColumn('appName', text, required)
      .addColumn('fileRow', whole)
      .addColumn('version', whole)
      .addColumn('countryVersion', whole)
      .addColumn('became', text, required)
      .addColumn('reason', text, empty)
      .addColumn('request', text)
      .addColumn('errors', text, empty)
      .addColumn('changes', text, empty)
      .addPrimaryKeyConstraint('batch_app_key', ['batchID', 'outcome', 'place'])
      .modifyEnd(postgres ? sql`` : sql`strict, without rowid`)
      .execute();
    await db.schema
      .createIndex('batch_app_became')
      .on('batch_app')
      .columns(['batchID', 'became', 'outcome', 'place'])
      .execute();
    await db.schema
      .alterTable('batch')
      .addColumn('bytes', whole, (column) => column.notNull().defaultTo(0))
      .execute();
    const tables = db as Kysely<Tables>;
    await sql`delete from batch_part where "batchID" in
      (select id from batch where state in ('making', 'preview', 'dropped'))`.execute(db);
    await tables
      .deleteFrom('batch')
      .where('state', 'in', ['making', 'preview', 'dropped'])
      .execute();
    // The undos come second: an undo takes its apps from the rows of the batch that it takes back.
    await convert(tables, false);
    await convert(tables, true);
    await db.schema.dropTable('batch_part').execute();
  },
};

/** Converts the parts of all batches, or of all undos, into rows. */
async function convert(db: Kysely<Tables>, areUndos: boolean): Promise<void> {
  let last: Key = { batchID: '', outcome: '', place: -1 };
  for (;;) {
    const { rows: parts } = await sql<Part>`
      select part."batchID", part.outcome, part.place, batch."undoOf", part.apps, part.outcomes
      from batch_part as part join batch on batch.id = part."batchID"
      where batch."undoOf" is ${areUndos ? sql`not null` : sql`null`}
        and part.outcome in ('changed', 'created')
        and (part."batchID", part.outcome, part.place)
          > (${last.batchID}, ${last.outcome}, cast(${last.place} as ${sql.raw('bigint')}))
      order by part."batchID", part.outcome, part.place
      limit ${partsAtOnce}`.execute(db);
    for (const part of parts) {
      const rows = areUndos ? await rowsOfUndo(db, part) : rowsOf(part);
      if (rows.length > 0) await db.insertInto('batch_app').values(rows).execute();
    }
    const end = parts.at(-1);
    if (!end) return;
    last = end;
  }
}

const became = ({ outcome, reason, request }: Became) => ({
  became: outcome,
  reason: reason.slice(0, longestReason).toWellFormed(),
  request: request ?? null,
});

function rowsOf({ batchID, outcome, place, apps, outcomes }: Part): Row[] {
  const done: Became[] = JSON.parse(outcomes);
  return (JSON.parse(apps) as App[]).map((app, index) => ({
    batchID,
    outcome,
    place: place * partApps + index,
    appID: app.appID,
    appName: app.appName,
    fileRow: app.row ?? null,
    version: app.version ?? null,
    countryVersion: app.countryVersion ?? null,
    changes: app.changes ? JSON.stringify(app.changes) : '',
    ...became(done[index] ?? { outcome: 'waiting', reason: '' }),
  }));
}

/** Returns the apps of an undo that are done. They are the first ones that its batch has changed. */
async function rowsOfUndo(db: Kysely<Tables>, part: Part): Promise<Row[]> {
  const { batchID, outcome, place, undoOf, outcomes } = part;
  const done: Became[] = JSON.parse(outcomes);
  if (done.length === 0) return [];
  const changed = await db
    .selectFrom('batch_app')
    .selectAll()
    .where('batchID', '=', undoOf ?? '')
    .where('outcome', '=', outcome)
    .where('place', '>=', place * partApps)
    .where('place', '<', (place + 1) * partApps)
    .where('became', 'in', ['changed', 'requested'])
    .orderBy('place')
    .limit(done.length)
    .execute();
  return changed.map((row, index) => ({ ...row, batchID, ...became(done[index] as Became) }));
}
