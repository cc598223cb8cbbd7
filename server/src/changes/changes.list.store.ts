import {
  type ChangeAction,
  type ChangeEntity,
  changeEntities,
} from '@adwarden/contract/changes/changes';
import { limits } from '@adwarden/contract/limits';
import {
  type Expression,
  type ExpressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { joinedIds, splitIds } from '../db/joined-ids.ts';
import type { Db, Schema } from '../db/schema.ts';
import {
  appBegins,
  changesHolding,
  isSearchable,
  textBegins,
  textHolds,
} from '../db/text-search.ts';
import { isPostgres } from '../db/which.ts';
import { sizesOfBatches } from './changes.batch.store.ts';
import { readWithEarlier, type WithEarlier } from './changes.store.ts';

/** The filters of a list of entries. */
export type ChangeFilter = {
  /** A part of the person's name, of the thing's name or id, or of a changed value. */
  search?: string | undefined;
  entity?: ChangeEntity | undefined;
  key?: string | undefined;
  /** Only entries of this batch. */
  batch?: string | undefined;
  /** Only deletes after which the thing has no further entry. */
  gone?: 'true' | undefined;
  action?: ChangeAction | undefined;
  actorKind?: string | undefined;
  /** An id, or a part of a name. */
  actor?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Only entries of the apps that this user owns now, of their configurations and findings. */
  ownerId?: string | undefined;
};

/**
 * An entry as it is read: with the entry before it of the same thing, and the name of its app. `ownerId`: the owner of the app
 * after the entry. `batchApps`: how many of the apps that the question is about its batch has changed.
 */
export type ReadChange = WithEarlier & {
  appName: string | null;
  ownerId: string | null;
  batchApps?: number | undefined;
};

/** The most entries that one statement looks at: others wait for it (ADR 65). */
const entriesAtOnce = 100_000;

/** Entries with numbers after the first one, up to the second one. */
type Range = { after: number; upTo: number };

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

/**
 * Finds the newest entries with a word. Counting all of a common one takes half a second at 1,000,000 entries; the newest
 * 10,000 take 10 ms, because the text index is read from its end (ADR 74).
 */
async function searched(db: Db, filter: ChangeFilter, { first, pageSize }: Place): Promise<Found> {
  const { found: most } = limits.changes;
  const whole = await wholeLog(db);
  const search = filter.search ?? '';
  const isAlone = Object.entries(filter).every(([name, value]) => name === 'search' || !value);
  // A common word with a filter that few entries pass may need a search of the whole log, and so may a short word.
  const isLong =
    !isSearchable(search) ||
    (!isAlone && !isPostgres(db) && (await newest(db, { search }, whole, most + 1)).length > most);
  const found: number[] = [];
  for (const range of isLong ? rangesOf(whole) : [whole]) {
    found.push(...(await newest(db, filter, range, most + 1 - found.length)));
    if (found.length > most) break;
  }
  const counted = found.slice(0, most);
  const hasMore = found.length > most;
  return { seqs: counted.slice(first, first + pageSize), total: counted.length, hasMore };
}

/** Finds the numbers of the newest entries with a word, in a range of the log. */
async function newest(db: Db, filter: ChangeFilter, range: Range, most: number): Promise<number[]> {
  const { search = '' } = filter;
  const matching = isSearchable(search)
    ? db
        .selectFrom(changesHolding(db, search, range).as('found'))
        // SQLite reads the tables of a cross join in this order: the text index first, only as far as needed.
        .crossJoin('change')
        .whereRef('change.seq', '=', 'found.seq')
        .where((eb) => eb.and(conditionsOf(db, eb, filter)))
        .select('found.seq')
        .orderBy('found.seq', 'desc')
    : db
        .selectFrom('change')
        .where((eb) =>
          eb.and([
            ...within(eb, range),
            ...conditionsOf(db, eb, filter),
            beginningWith(db, eb, search),
          ]),
        )
        .select('change.seq')
        .orderBy('change.seq', 'desc');
  const { seqs } = await db
    .selectFrom(matching.limit(most).as('entries'))
    .select(joinedIds(db, sql`cast(seq as text)`, sql`seq desc`).as('seqs'))
    .executeTakeFirstOrThrow();
  return splitIds(seqs).map(Number);
}

/** Returns the range of all entries. */
async function wholeLog(db: Db): Promise<Range> {
  const { oldest, newest } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('change')
        .select(({ fn }) => fn.min('seq').as('seq'))
        .as('oldest'),
      eb
        .selectFrom('change')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .as('newest'),
    ])
    .executeTakeFirstOrThrow();
  return { after: (oldest ?? 1) - 1, upTo: newest ?? 0 };
}

/** Splits a range into parts for one statement each, the newest first. */
function rangesOf({ after, upTo }: Range): Range[] {
  const ranges: Range[] = [];
  for (let end = upTo; end > after; end -= entriesAtOnce) {
    ranges.push({ after: Math.max(after, end - entriesAtOnce), upTo: end });
  }
  return ranges;
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

type Builder = ExpressionBuilder<Schema, 'change'>;

const within = (eb: Builder, { after, upTo }: Range) => [
  eb('change.seq', '>', after),
  eb('change.seq', '<=', upTo),
];

function conditionsOf(db: Db, eb: Builder, filter: ChangeFilter): Expression<SqlBool>[] {
  const { entity, key, batch, gone, action, actorKind, actor, from, to, ownerId } = filter;
  const conditions: Expression<SqlBool>[] = [];
  if (ownerId !== undefined) conditions.push(ofOwnApps(eb, ownerId));
  if (key) {
    // With the kinds as well, an index finds the entries of a thing.
    conditions.push(eb('change.key', '=', key));
    conditions.push(eb('change.entity', 'in', entity ? [entity] : [...changeEntities]));
  } else if (entity) {
    // This must not use the index of things: it would read all entries of a kind for each range.
    conditions.push(eb(sql<string>`(change.entity || '')`, '=', entity));
  }
  if (batch) conditions.push(eb('change.batch', '=', batch));
  if (gone) conditions.push(eb('change.action', '=', 'delete'), isLast(eb));
  if (action) conditions.push(eb('change.action', '=', action));
  if (actorKind) conditions.push(eb('change.actorKind', '=', actorKind));
  if (actor) {
    conditions.push(
      eb.or([eb('change.actorId', '=', actor), textHolds(db, eb.ref('change.actorName'), actor)]),
    );
  }
  if (from !== undefined) conditions.push(eb('change.at', '>=', from));
  if (to !== undefined) conditions.push(eb('change.at', '<=', to));
  return conditions;
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

const isBy = (eb: Builder, userId: string): Expression<SqlBool> =>
  eb.and([eb('change.actorKind', '=', 'user'), eb('change.actorId', '=', userId)]);

/** Selects entries of an owner's apps, and of the batches that the owner has started. */
function ofOwnApps(eb: Builder, ownerId: string): Expression<SqlBool> {
  const own = eb.selectFrom('app').select('app.appID').where('app.ownerId', '=', ownerId);
  return eb.or([
    eb.and([
      eb('change.entity', 'in', ['app', 'app-configuration', 'finding']),
      eb('change.key', 'in', own),
    ]),
    eb.and([eb('change.entity', '=', 'batch'), isBy(eb, ownerId)]),
  ]);
}

/** Selects entries by a word of one or two characters, which must be the beginning of the name of a person or an app. */
function beginningWith(db: Db, eb: Builder, word: string): Expression<SqlBool> {
  const apps = eb
    .selectFrom('app_list')
    .select('app_list.appID')
    .where(appBegins(db, word, { orID: false }));
  return eb.or([textBegins(db, eb.ref('change.actorName'), word), eb('change.key', 'in', apps)]);
}

function isLast(eb: Builder): Expression<SqlBool> {
  return eb.not(
    eb.exists(
      eb
        .selectFrom('change as newer')
        .select('newer.seq')
        .whereRef('newer.entity', '=', 'change.entity')
        .whereRef('newer.key', '=', 'change.key')
        .whereRef('newer.seq', '>', 'change.seq'),
    ),
  );
}
