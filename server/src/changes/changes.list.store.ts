import { limits } from '@adwarden/contract/limits';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from '../db/schema.ts';
import { isPostgres } from '../db/which.ts';
import { sizesOfBatches } from './changes.batch.store.ts';
import {
  type Builder,
  type ChangeFilter,
  conditionsOf,
  isBy,
  rangesOf,
  wholeLog,
  within,
} from './changes.filter.store.ts';
import { newestWithWord } from './changes.search.store.ts';
import { readWithEarlier, type WithEarlier } from './changes.store.ts';

/**
 * An entry as it is read: with the entry before it of the same thing, and the name of its app. `ownerId`: the owner of the app
 * after the entry. `batchApps`: how many of the apps that the question is about its batch has changed.
 */
export type ReadChange = WithEarlier & {
  appName: string | null;
  ownerId: string | null;
  batchApps?: number | undefined;
};

/** The entries of a page by their numbers. `hasMore`: there are more than `total`. */
type Found = { seqs: number[]; total: number; hasMore: boolean };
type Place = { first: number; pageSize: number };

/**
 * Reads a page of the log, newest first, and the number of entries; with a word only the newest `limits.changes.found` that
 * contain it.
 */
export async function pageOfChanges(
  db: Db,
  filter: ChangeFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Omit<Found, 'seqs'> & { rows: ReadChange[] }> {
  const place = { first: page * pageSize, pageSize };
  const { seqs, ...totals } = await (filter.search ? searched : listed)(db, filter, place);
  if (seqs.length === 0) return { ...totals, rows: [] };
  const shown = db.selectFrom('change').where('change.seq', 'in', seqs);
  const rows = await readEntries(db, shown.orderBy('change.seq', 'desc'));
  const batches = rows.flatMap(({ batch }) => batch ?? []);
  const sizes = await sizesOfBatches(db, batches, filter.ownerId);
  return {
    ...totals,
    rows: rows.map((row) => ({ ...row, batchApps: sizes.get(row.batch ?? '') })),
  };
}

/** Counts all entries of a question without a word. */
async function listed(db: Db, filter: ChangeFilter, { first, pageSize }: Place): Promise<Found> {
  const seqs: number[] = [];
  let total = 0;
  for (const range of rangesOf(await wholeLog(db))) {
    const matching = db
      .selectFrom('change')
      .where((eb) =>
        eb.and([
          ...within(eb, range),
          ...conditionsOf(db, eb, filter),
          ...(isFolded(filter) ? [notFolded(eb, filter.ownerId)] : []),
        ]),
      );
    const { count } = await matching
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const skipped = Math.max(0, first - total);
    if (count > skipped && seqs.length < pageSize) {
      const rows = await matching
        .select('change.seq')
        .orderBy('change.seq', 'desc')
        .limit(pageSize - seqs.length)
        .offset(skipped)
        .execute();
      seqs.push(...rows.map(({ seq }) => seq));
    }
    total += count;
  }
  return { seqs, total, hasMore: false };
}

/** Lists the newest entries with a word, `limits.changes.found` of them at the most. */
async function searched(db: Db, filter: ChangeFilter, { first, pageSize }: Place): Promise<Found> {
  const { found: most } = limits.changes;
  const found = await newestWithWord(db, filter, most + 1);
  const counted = found.slice(0, most);
  const hasMore = found.length > most;
  return { seqs: counted.slice(first, first + pageSize), total: counted.length, hasMore };
}

/** Reads the entries of a query of the log in its order. */
export async function readEntries(
  db: Db,
  entries: SelectQueryBuilder<Schema, 'change', object>,
): Promise<ReadChange[]> {
  // The row of a configuration contains neither the app's name nor its owner.
  const withApp = entries.select((eb) => [
    eb
      .selectFrom('app')
      .select('app.appName')
      .whereRef('app.appID', '=', 'change.key')
      .as('appName'),
    eb
      .selectFrom('change as owned')
      .select(ownerIn(db, 'owned.row').as('ownerId'))
      .where('owned.entity', '=', 'app')
      .whereRef('owned.key', '=', 'change.key')
      .whereRef('owned.seq', '<=', 'change.seq')
      .orderBy('owned.seq', 'desc')
      .limit(1)
      .as('ownerId'),
  ]);
  const rows = await readWithEarlier(db, withApp);
  const deleted = await namesOfDeleted(
    db,
    rows.flatMap(({ entity, key, appName }) =>
      appName === null && aboutApps.includes(entity) ? key : [],
    ),
  );
  return rows.map((row) => ({ ...row, appName: row.appName ?? deleted.get(row.key) ?? null }));
}

/** Reads the owner from the state of an app. */
function ownerIn(db: Db, column: string) {
  const row = isPostgres(db) ? sql`${sql.ref(column)}::json` : sql.ref(column);
  return sql<string | null>`${row} ->> 'ownerId'`;
}

/** Kinds of entries about an app that do not contain its name. */
const aboutApps = ['app-configuration', 'finding'];

/** Reads the last names of deleted apps by app ID; without those whose entries are not kept any more. */
async function namesOfDeleted(db: Db, appIDs: string[]): Promise<Map<string, string>> {
  if (appIDs.length === 0) return new Map();
  const deletes = await db
    .selectFrom('change')
    .select(['change.key', 'change.row'])
    .where('change.entity', '=', 'app')
    .where('change.key', 'in', [...new Set(appIDs)])
    .where('change.action', '=', 'delete')
    .orderBy('change.seq')
    .execute();
  return new Map(deletes.map(({ key, row }) => [key, JSON.parse(row).appName]));
}

/**
 * Tells whether the entry of a batch stands for all entries that the batch has made: only in a list by person and time. The
 * batch's entry has neither the names nor the values of their things.
 */
const isFolded = ({ search, entity, key, batch, gone, action }: ChangeFilter): boolean =>
  ![search, entity, key, batch, gone, action].some(Boolean);

/**
 * Selects entries that belong to no batch. An owner also sees those of other people's batches, because they do not see the
 * batch.
 */
function notFolded(eb: Builder, ownerId: string | undefined): Expression<SqlBool> {
  const alone = eb('change.batch', 'is', null);
  if (ownerId === undefined) return alone;
  return eb.or([alone, eb.not(isBy(eb, ownerId))]);
}
