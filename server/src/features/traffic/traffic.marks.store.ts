import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { type ReadChange, readEntries } from '../../changes/changes.list.store.ts';
import { bytesOf, changesInParts } from '../../changes/changes.store.ts';
import type { BatchTable } from '../../db/schema.batches.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { inTurns } from '../../http/bounded-page.ts';
import { byScope, coversAppOf, isWhole, pauseRows } from '../../sight/pauses.store.ts';

/** A time range from its first millisecond to its end. */
export type Within = { from: number; end: number };

/** The apps of the marks: all apps, the apps that an owner has now, or an app with its owners and accounts in that time. */
export type Marked =
  | 'all'
  | { ownerId: string }
  | { appID: string; owners: string[]; accounts: string[] };

const ofApps = ['app', 'app-configuration'] as const;

/** Returns the newest entries of apps and their countries that no batch made. */
export function entriesOfApps(
  db: Db,
  marked: Marked,
  within: Within,
  limit: number,
): Promise<ReadChange[]> {
  return newestEntries(db, within, limit, (eb) => {
    const alone = eb('change.batch', 'is', null);
    if (marked !== 'all') return eb.and([alone, ofTheirs(eb, marked)]);
    // Most of the log is about apps: the query reads it from the end by time, and not all of it by its kind.
    return eb.and([alone, eb(sql<string>`(change.entity || '')`, 'in', ofApps)]);
  });
}

/** A batch that changed some apps, with its author and its first entry about them. For all apps: the entry of its start. */
export type BatchEntry = {
  batch: string;
  seq: number;
  at: number;
  actorKind: string;
  actorId: string;
  actorName: string;
};

/** Returns the newest batches that changed apps. */
export async function batchesOfApps(
  db: Db,
  marked: Marked,
  within: Within,
  limit: number,
): Promise<BatchEntry[]> {
  if (marked === 'all') {
    const started = await newestEntries(db, within, limit, (eb) =>
      eb.and([eb('change.entity', '=', 'batch'), eb('change.action', '=', 'create')]),
    );
    return started.map(({ key, ...entry }) => ({ ...entry, batch: key }));
  }
  const rows = await db
    .selectFrom('change')
    .where((eb) => eb.and([eb('change.batch', 'is not', null), ofTheirs(eb, marked)]))
    .where('change.at', '>=', within.from)
    .where('change.at', '<', within.end)
    .select(['change.batch', 'change.actorKind', 'change.actorId', 'change.actorName'])
    .select(({ fn }) => [fn.min('change.seq').as('seq'), fn.min('change.at').as('at')])
    .groupBy(['change.batch', 'change.actorKind', 'change.actorId', 'change.actorName'])
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, batch: row.batch ?? '' }));
}

/** Matches the entries about these apps, or their countries. */
function ofTheirs(
  eb: ExpressionBuilder<Schema, 'change'>,
  marked: Exclude<Marked, 'all'>,
): Expression<SqlBool> {
  const keys =
    'appID' in marked
      ? [marked.appID]
      : eb.selectFrom('app').select('app.appID').where('app.ownerId', '=', marked.ownerId);
  return eb.and([eb('change.entity', 'in', ofApps), eb('change.key', 'in', keys)]);
}

/** Returns the newest entries of the settings by which callers are found. */
export function entriesOfSettings(db: Db, within: Within, limit: number): Promise<ReadChange[]> {
  return newestEntries(db, within, limit, (eb) => eb('change.entity', '=', 'global-config'));
}

/** The actions on the account of a person that explain no traffic. */
const aboutAccounts = ['change-password', 'invite.make', 'invite.accept'] as const;

/** Returns the newest entries of some owners. A change of a password explains no traffic. */
export async function entriesOfOwners(
  db: Db,
  ids: string[],
  within: Within,
  limit: number,
): Promise<ReadChange[]> {
  if (ids.length === 0) return [];
  return newestEntries(db, within, limit, (eb) =>
    eb.and([
      eb('change.entity', '=', 'user'),
      eb('change.key', 'in', ids),
      eb('change.action', 'not in', aboutAccounts),
    ]),
  );
}

function newestEntries(
  db: Db,
  { from, end }: Within,
  limit: number,
  condition: (eb: ExpressionBuilder<Schema, 'change'>) => Expression<SqlBool>,
): Promise<ReadChange[]> {
  const newest = db
    .selectFrom('change')
    .where(condition)
    .where('change.at', '>=', from)
    .where('change.at', '<', end)
    .orderBy('change.at', 'desc')
    .orderBy('change.seq', 'desc')
    .limit(limit);
  return readEntries(db, newest);
}

/** Returns the owners and accounts of an app within a time, as the log has them; '' for none. */
export async function belongingsOf(db: Db, appID: string, { from, end }: Within, limit: number) {
  const entries = db
    .selectFrom('change')
    .where('entity', '=', 'app')
    .where('key', '=', appID)
    .where('at', '<', end)
    .select(['seq', bytesOf])
    .orderBy('seq', 'desc');
  const [before, within] = await Promise.all([
    entries.where('at', '<', from).limit(1).execute(),
    entries.where('at', '>=', from).limit(limit).execute(),
  ]);
  const found = await changesInParts(db, [...before, ...within]);
  const states = await inTurns(
    [...found.values()],
    ({ row }) => JSON.parse(row) as { ownerId?: string | null; accountName?: string },
  );
  return {
    owners: states.map(({ ownerId }) => ownerId ?? ''),
    accounts: states.map(({ accountName = '' }) => accountName),
  };
}

/** Returns the stored batches by their IDs: their titles and authors, and how many apps they have changed. */
export async function batchesOf(db: Db, ids: string[]): Promise<Map<string, KeptBatch>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('batch')
    .select(['id', 'title', 'changed', 'authorKind', 'authorId'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type KeptBatch = Pick<BatchTable, 'title' | 'changed' | 'authorKind' | 'authorId'>;

/** Returns the newest pauses that were active within a time, by their present names, with the entry that began them. */
export function pausesOf(db: Db, marked: Marked, { from, end }: Within, limit: number) {
  return (
    pauseRows(db)
      .select((eb) =>
        eb
          .selectFrom('change')
          .select(({ fn }) => fn.min('change.seq').as('seq'))
          .where('change.entity', '=', 'pause')
          .where((of) =>
            of(
              'change.key',
              '=',
              sql<string>`case when origin.scope = 'app' then origin.id else pause.id end`,
            ),
          )
          .where('change.action', '=', 'create')
          .as('seq'),
      )
      .where('pause.createdAt', '<', end)
      .where((eb) => eb.or([eb('pause.endedAt', 'is', null), eb('pause.endedAt', '>', from)]))
      .where((eb) => eb.or([eb('pause.until', 'is', null), eb('pause.until', '>', from)]))
      .where((eb) => covers(db, eb, marked))
      // For one app, its own part of a pause of some apps counts: it may have ended before the other parts.
      .where((eb) =>
        isOneApp(marked)
          ? eb.or([eb('pause.scope', '<>', 'app'), eb('pause.key', '<>', '')])
          : isWhole(eb),
      )
      .orderBy('pause.createdAt', 'desc')
      .orderBy('pause.id')
      .limit(limit)
      .execute()
  );
}

export type ReadPause = Awaited<ReturnType<typeof pausesOf>>[number];

const isOneApp = (marked: Marked) => marked !== 'all' && 'accounts' in marked;

/** Matches the pauses that cover one of these apps. For one app, also pauses of its earlier accounts and owners. */
function covers(
  db: Db,
  eb: ExpressionBuilder<Schema, 'pause'>,
  marked: Marked,
): Expression<SqlBool> {
  if (marked === 'all') return eb.lit(true);
  if ('ownerId' in marked) return coversAppOf(db, eb, marked);
  const { appID, accounts, owners } = marked;
  const isOneOf = (keys: RawBuilder<string>[]) =>
    keys.length > 0 ? eb('pause.key', 'in', keys) : eb.lit(false);
  return byScope(eb, {
    all: eb.lit(true),
    account: isOneOf(accounts.map((name) => sql<string>`adwarden_fold(${name})`)),
    owner: isOneOf(owners.map((id) => sql<string>`${id}`)),
    app: eb('pause.key', '=', appID),
  });
}
