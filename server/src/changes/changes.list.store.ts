import {
  type ChangeAction,
  type ChangeEntity,
  changeEntities,
} from '@adwarden/contract/changes/changes';
import {
  type Expression,
  type ExpressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Db, Schema } from '../db/schema.ts';
import { anywhere, beginning, changesHolding, isSearchable, spellings } from '../db/text-search.ts';
import { readWithEarlier, type WithEarlier } from './changes.store.ts';

/** Which entries to return. */
export type ChangeFilter = {
  /** A part of the person's name, of the thing's name or id, or of a changed value. */
  search?: string | undefined;
  entity?: ChangeEntity | undefined;
  key?: string | undefined;
  /** Only of this batch. */
  batch?: string | undefined;
  /** Only deletes after which the thing has no further entry. */
  gone?: 'true' | undefined;
  action?: ChangeAction | undefined;
  actorKind?: string | undefined;
  /** An id, or a part of a name. */
  actor?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Only of the apps that this user owns now, of their configurations and findings. */
  ownerId?: string | undefined;
};

/** An entry as it is read: with the entry before it of the same thing, and the name of its app. */
export type ReadChange = WithEarlier & { appName: string | null };

/** A statement looks at so many entries: others wait for it (ADR 65). */
const entriesAtOnce = 100_000;

/** Entries with numbers after the first one, up to the second one. */
type Range = { after: number; upTo: number };

/** A page of the log, newest first, and the number of entries. */
export async function pageOfChanges(
  db: Db,
  filter: ChangeFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ total: number; rows: ReadChange[] }> {
  const first = page * pageSize;
  const seqs: number[] = [];
  let total = 0;
  for (const range of await rangesOfLog(db)) {
    const matching = db
      .selectFrom('change')
      .where((eb) => eb.and(conditionsOf(db, eb, filter, range)));
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
  if (seqs.length === 0) return { total, rows: [] };
  const shown = db.selectFrom('change').where('change.seq', 'in', seqs);
  return { total, rows: await readEntries(db, shown.orderBy('change.seq', 'desc')) };
}

/** The numbers of the log, the newest first. */
async function rangesOfLog(db: Db): Promise<Range[]> {
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
  const ranges: Range[] = [];
  for (let upTo = newest ?? 0; upTo >= (oldest ?? 1); upTo -= entriesAtOnce) {
    ranges.push({ after: upTo - entriesAtOnce, upTo });
  }
  return ranges;
}

/** Reads the entries of a query of the log in its order. */
export function readEntries(
  db: Db,
  entries: SelectQueryBuilder<Schema, 'change', object>,
): Promise<ReadChange[]> {
  // The row of a configuration does not contain the app's name.
  const withName = entries.select((eb) =>
    eb
      .selectFrom('app')
      .select('app.appName')
      .whereRef('app.appID', '=', 'change.key')
      .as('appName'),
  );
  return readWithEarlier(db, withName);
}

type Builder = ExpressionBuilder<Schema, 'change'>;

function conditionsOf(
  db: Db,
  eb: Builder,
  filter: ChangeFilter,
  range: Range,
): Expression<SqlBool>[] {
  const { search, entity, key, batch, gone, action, actorKind, actor, from, to, ownerId } = filter;
  const { after, upTo } = range;
  const conditions: Expression<SqlBool>[] = [
    eb('change.seq', '>', after),
    eb('change.seq', '<=', upTo),
  ];
  if (ownerId !== undefined) conditions.push(ofOwnApps(eb, ownerId));
  if (search) conditions.push(holding(db, eb, search, range));
  if (key) {
    // With their kinds, an index finds the entries of a thing.
    conditions.push(eb('change.key', '=', key));
    conditions.push(eb('change.entity', 'in', entity ? [entity] : [...changeEntities]));
  } else if (entity) {
    // Not by the index of things: it would read all entries of a kind for each range.
    conditions.push(eb(sql<string>`(change.entity || '')`, '=', entity));
  }
  if (batch) conditions.push(eb('change.batch', '=', batch));
  // The list of deleted apps and the history of a thing have all entries.
  if (!batch && !key && !gone) conditions.push(notFolded(eb, ownerId));
  if (gone) conditions.push(eb('change.action', '=', 'delete'), isLast(eb));
  if (action) conditions.push(eb('change.action', '=', action));
  if (actorKind) conditions.push(eb('change.actorKind', '=', actorKind));
  if (actor) {
    conditions.push(eb.or([eb('change.actorId', '=', actor), actorLike(eb, anywhere(actor))]));
  }
  if (from !== undefined) conditions.push(eb('change.at', '>=', from));
  if (to !== undefined) conditions.push(eb('change.at', '<=', to));
  return conditions;
}

/** Entries that belong to no batch. An owner also sees those of other people's batches, because they do not see the batch. */
function notFolded(eb: Builder, ownerId: string | undefined): Expression<SqlBool> {
  const alone = eb('change.batch', 'is', null);
  if (ownerId === undefined) return alone;
  return eb.or([alone, eb.not(isBy(eb, ownerId))]);
}

const isBy = (eb: Builder, userId: string): Expression<SqlBool> =>
  eb.and([eb('change.actorKind', '=', 'user'), eb('change.actorId', '=', userId)]);

/** Entries of an owner's apps, and of the batches that the owner has started. */
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

/** A word of one or two characters must be the beginning of the name of a person or an app. */
function holding(db: Db, eb: Builder, word: string, range: Range): Expression<SqlBool> {
  if (isSearchable(word)) return eb('change.seq', 'in', changesHolding(db, word, range));
  const last = '\u{10ffff}';
  const apps = eb
    .selectFrom('app_list')
    .select('app_list.appID')
    .where((app) =>
      app.or(spellings(word).map((text) => app.between('app_list.nameKey', text, text + last))),
    );
  return eb.or([actorLike(eb, beginning(word)), eb('change.key', 'in', apps)]);
}

/** The database turns both sides to lower case: JavaScript may do it differently. */
function actorLike(eb: Builder, pattern: string): Expression<SqlBool> {
  const name = eb.ref('change.actorName');
  return sql<boolean>`adwarden_fold(${name}) like adwarden_fold(${pattern}) escape '\\'`;
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
