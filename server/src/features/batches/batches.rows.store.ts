import type { BatchOutcome, PreviewOutcome } from '@adwarden/contract/batches/batches';
import { shorten } from '@adwarden/contract/shorten';
import { sql } from 'kysely';
import type { BatchAppTable } from '../../db/schema.batches.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { insertRows, sentRows } from '../../db/sent-rows.ts';
import { pick } from '../../kit/pick.ts';
import type { Became, StoredApp } from './batches.table.ts';

/** The outcomes of a preview that a batch carries out; the others are only listed. */
const outcomesToDo = ['changed', 'created'] as const;
/** The outcomes of a batch that its undo takes back. */
const outcomesToTakeBack = ['changed', 'requested'] as const;

/** A slice of many rows, in their order. */
export type Slice = { offset: number; count: number };
type Place = Pick<BatchAppTable, 'outcome' | 'place'>;

function storedApp(row: BatchAppTable): StoredApp {
  const { fileRow, version, countryVersion, request, errors, changes, ...columns } = row;
  return {
    ...columns,
    row: fileRow ?? undefined,
    version: version ?? undefined,
    countryVersion: countryVersion ?? undefined,
    request: request ?? undefined,
    errors: errors === '' ? undefined : JSON.parse(errors),
    changes: changes === '' ? undefined : JSON.parse(changes),
  };
}

/** The bytes of a row besides its texts: its numbers, and its keys in the table and in the index. */
const rowBytes = 200;

/** Counts the bytes of a row. */
export function bytesOfRow({ appID, appName, reason, errors, changes }: BatchAppTable): number {
  const texts = [appID, appName, reason, errors, changes];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), rowBytes);
}

/** Returns a row as it is stored. */
export function rowOf(app: StoredApp): BatchAppTable {
  const { row, version, countryVersion, request, errors, changes, ...columns } = app;
  return {
    ...columns,
    fileRow: row ?? null,
    version: version ?? null,
    countryVersion: countryVersion ?? null,
    request: request ?? null,
    errors: errors ? JSON.stringify(errors) : '',
    changes: changes ? JSON.stringify(changes) : '',
  };
}

export const insertApps = (db: Db, rows: BatchAppTable[]): Promise<void> =>
  insertRows(db, 'batch_app', rows);

/** Returns rows with one outcome of the preview, from a place on. */
export async function appsFrom(
  db: Db,
  { batchID, outcome }: { batchID: string; outcome: PreviewOutcome },
  { offset, count }: Slice,
): Promise<StoredApp[]> {
  const rows = await db
    .selectFrom('batch_app')
    .selectAll()
    .where('batchID', '=', batchID)
    .where('outcome', '=', outcome)
    .where('place', '>=', offset)
    .where('place', '<', offset + count)
    .orderBy('place')
    .execute();
  return rows.map(storedApp);
}

/** Returns rows that a batch carries out: all of them, or those with an outcome (`became`). */
export async function appsOfBatch(
  db: Db,
  { batchID, became }: { batchID: string; became?: BatchOutcome | undefined },
  { offset, count }: Slice,
): Promise<StoredApp[]> {
  const rows = await inOrder(db, batchID)
    .where('outcome', 'in', outcomesToDo)
    .$if(became !== undefined, (query) => query.where('became', '=', became ?? 'waiting'))
    .offset(offset)
    .limit(count)
    .execute();
  return rows.map(storedApp);
}

/** Returns the next apps of a batch, all with the same outcome of the preview; none when all are done. */
export async function nextApps(db: Db, batchID: string, most: number): Promise<StoredApp[]> {
  const waiting = { batchID, became: 'waiting' as const };
  return alike(await appsOfBatch(db, waiting, { offset: 0, count: most }));
}

const alike = (apps: StoredApp[]) => apps.filter(({ outcome }) => outcome === apps[0]?.outcome);

/** Returns the place of the last app that an undo has done; undefined at the beginning. */
async function lastPlace(db: Db, batchID: string): Promise<Place | undefined> {
  return db
    .selectFrom('batch_app')
    .select(['outcome', 'place'])
    .where('batchID', '=', batchID)
    .orderBy('outcome', 'desc')
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type Undo = { id: string; undoOf: string };

/** Returns the apps of a batch that its undo has not taken back yet. */
export async function appsToTakeBack(
  db: Db,
  { id, undoOf }: Undo,
  { offset, count }: Slice,
): Promise<StoredApp[]> {
  const last = await lastPlace(db, id);
  const rows = await inOrder(db, undoOf, last)
    .where('became', 'in', outcomesToTakeBack)
    .offset(offset)
    .limit(count)
    .execute();
  return rows.map(storedApp);
}

/** Returns the next apps that an undo takes back, all with the same outcome of the preview. */
export async function nextToTakeBack(
  db: Db,
  { id, undoOf }: Undo,
  most: number,
): Promise<StoredApp[]> {
  const last = await lastPlace(db, id);
  const rows: BatchAppTable[] = [];
  // Each outcome has a query of its own, because the index has the rows in order for one outcome only.
  for (const became of outcomesToTakeBack) {
    const found = inOrder(db, undoOf, last).where('became', '=', became).limit(most);
    rows.push(...(await found.execute()));
  }
  rows.sort((one, other) =>
    one.outcome === other.outcome ? one.place - other.place : one.outcome < other.outcome ? -1 : 1,
  );
  return alike(rows.slice(0, most).map(storedApp));
}

function inOrder(db: Db, batchID: string, after?: Place) {
  return db
    .selectFrom('batch_app')
    .selectAll()
    .where('batchID', '=', batchID)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('outcome', 'place'),
          '>',
          eb.tuple(after?.outcome ?? 'changed', after?.place ?? 0),
        ),
      ),
    )
    .orderBy('outcome')
    .orderBy('place');
}

/**
 * Saves what became of some apps of a batch, and returns the change in the bytes of its rows (negative when they shrink). The
 * wanted values of an app that is done are dropped: its undo reads the log. The rows of an undo are inserted with what became of
 * them.
 */
export async function saveBecame(
  tx: Tx,
  { id, undoOf }: { id: string; undoOf: string | null },
  done: { app: StoredApp; became: Became }[],
): Promise<number> {
  const rows = done.map(({ app, became: { outcome, reason, request } }) => {
    const kept = { ...app, changes: undefined, errors: undefined };
    return rowOf({ ...kept, batchID: id, became: outcome, reason: shortened(reason), request });
  });
  const after = sumOf(rows);
  if (undoOf !== null) {
    await insertApps(tx, rows);
    return after - rows.length * expectedRowBytes;
  }
  const sent = rows.map((row) =>
    pick(row, ['batchID', 'outcome', 'place', 'became', 'reason', 'request', 'errors', 'changes']),
  );
  if (sent.length === 0) return 0;
  await sql`update batch_app set became = sent.became, reason = sent.reason,
      request = sent.request, errors = sent.errors, changes = sent.changes
    from (${sentRows(tx, 'batch_app', sent)}) as sent
    where batch_app."batchID" = sent."batchID" and batch_app.outcome = sent.outcome
      and batch_app.place = sent.place`.execute(tx);
  return after - sumOf(done.map(({ app }) => rowOf(app)));
}

const sumOf = (rows: BatchAppTable[]) => rows.reduce((sum, row) => sum + bytesOfRow(row), 0);

/** The expected bytes of an undo's row before it exists: few have longer names and reasons. */
export const expectedRowBytes = 500;
/** The longest reason that is kept, in UTF-16 code units. */
const longestReason = 500;
const shortened = (reason: string) => shorten(reason, longestReason);
