import type { ChangeEntity } from '@adwarden/contract/changes/changes';
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { type ReadChange, readEntries } from '../../changes/changes.list.store.ts';
import type { BatchTable } from '../../db/schema.batches.ts';
import type { Db, Schema } from '../../db/schema.ts';

/** A time from its first millisecond to its end. */
export type Within = { from: number; end: number };

/** Whose marks: of all apps, of the apps that an owner has now, or of an app with what it belonged to in that time. */
export type Marked =
  | 'all'
  | { ownerId: string }
  | { appID: string; owners: string[]; accounts: string[] };

const ofApps = ['app', 'app-configuration'] as const;

/** The newest entries of apps and their countries that no batch made. */
export function entriesOfApps(
  db: Db,
  marked: Marked,
  within: Within,
  limit: number,
): Promise<ReadChange[]> {
  return newestEntries(db, within, limit, (eb) => {
    const alone = eb('change.batch', 'is', null);
    if (marked !== 'all') return eb.and([alone, ofTheirs(eb, marked)]);
    // Most of the log is about apps: it is read from the end by time, not all of it by its kind.
    return eb.and([alone, eb(sql<string>`(change.entity || '')`, 'in', ofApps)]);
  });
}

/** A batch that changed some apps: who made it, and its first entry of these or its own one. */
export type BatchEntry = {
  batch: string;
  seq: number;
  at: number;
  actorKind: string;
  actorId: string;
  actorName: string;
};

/** The newest batches that changed apps. */
export async function batchesOfApps(
  db: Db,
  marked: Marked,
  within: Within,
  limit: number,
): Promise<BatchEntry[]> {
  if (marked === 'all') {
    const started = await entriesOfKind(db, 'batch', within, limit);
    return started
      .filter(({ action }) => action === 'create')
      .map(({ key, ...entry }) => ({ ...entry, batch: key }));
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

/** Whether an entry is about one of these apps, or its countries. */
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

/** The newest entries of a kind of which there are few; of some things, if keys are given. */
export function entriesOfKind(
  db: Db,
  entity: Extract<ChangeEntity, 'batch' | 'global-config' | 'user'>,
  within: Within,
  limit: number,
  keys?: string[],
): Promise<ReadChange[]> {
  return newestEntries(db, within, limit, (eb) =>
    eb.and([eb('change.entity', '=', entity), ...(keys ? [eb('change.key', 'in', keys)] : [])]),
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

/** To whom and to which accounts an app belonged within a time, as the log has it; '' for none. */
export async function belongingsOf(db: Db, appID: string, { from, end }: Within, limit: number) {
  const entries = db
    .selectFrom('change')
    .select('row')
    .where('entity', '=', 'app')
    .where('key', '=', appID)
    .where('at', '<', end)
    .orderBy('seq', 'desc');
  const [before, within] = await Promise.all([
    entries.where('at', '<', from).limit(1).execute(),
    entries.where('at', '>=', from).limit(limit).execute(),
  ]);
  const states = [...before, ...within].map(
    ({ row }) => JSON.parse(row) as { ownerId?: string | null; accountName?: string },
  );
  return {
    owners: states.map(({ ownerId }) => ownerId ?? ''),
    accounts: states.map(({ accountName = '' }) => accountName),
  };
}

/** Batches that are kept, by their IDs: their titles, whose they are, and how many apps they have changed. */
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

/** The newest pauses that were active within a time, by what they are called now, with the entry that began them. */
export function pausesOf(db: Db, marked: Marked, { from, end }: Within, limit: number) {
  return db
    .selectFrom('pause')
    .leftJoin('app', (join) =>
      join.onRef('app.appID', '=', 'pause.key').on('pause.scope', '=', 'app'),
    )
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.id', '=', 'pause.key').on('pause.scope', '=', 'owner'),
    )
    .leftJoin('pause as origin', 'origin.id', 'pause.continues')
    .selectAll('pause')
    .select(['app.appName', 'app_user.fullName'])
    .select(['origin.scope as originScope', 'origin.key as originKey'])
    .select((eb) =>
      eb
        .selectFrom('change')
        .select(({ fn }) => fn.min('change.seq').as('seq'))
        .where('change.entity', '=', 'pause')
        .whereRef('change.key', '=', 'pause.id')
        .where('change.action', '=', 'create')
        .as('seq'),
    )
    .where('pause.createdAt', '<', end)
    .where((eb) => eb.or([eb('pause.endedAt', 'is', null), eb('pause.endedAt', '>', from)]))
    .where((eb) => eb.or([eb('pause.until', 'is', null), eb('pause.until', '>', from)]))
    .$if(marked !== 'all', (query) => query.where(covers(marked as Exclude<Marked, 'all'>)))
    .orderBy('pause.createdAt', 'desc')
    .orderBy('pause.id')
    .limit(limit)
    .execute();
}

export type ReadPause = Awaited<ReturnType<typeof pausesOf>>[number];

/** Whether a pause covers an app of these. */
function covers(marked: Exclude<Marked, 'all'>): Expression<SqlBool> {
  const { apps, accounts, owners } = 'appID' in marked ? keysOf(marked) : keysOfOwner(marked);
  return sql<SqlBool>`case pause.scope
    when 'all' then true
    when 'app' then pause."key" in (${apps})
    when 'account' then pause."key" in (${accounts})
    else pause."key" in (${owners}) end`;
}

function keysOf({
  appID,
  accounts,
  owners,
}: {
  appID: string;
  accounts: string[];
  owners: string[];
}) {
  const list = (keys: RawBuilder<unknown>[]) => (keys.length > 0 ? sql.join(keys) : sql`null`);
  return {
    apps: sql`${appID}`,
    accounts: list(accounts.map((name) => sql`adwarden_fold(${name})`)),
    owners: list(owners.map((id) => sql`${id}`)),
  };
}

function keysOfOwner({ ownerId }: { ownerId: string }) {
  const own = sql`from app as own where own."ownerId" = ${ownerId}`;
  return {
    apps: sql`select own."appID" ${own}`,
    accounts: sql`select adwarden_fold(own."accountName") ${own}`,
    owners: sql`${ownerId}`,
  };
}

/** The names of accounts as the apps of an owner spell them, by their keys. */
export async function spellingsOf(db: Db, ownerId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('app')
    .select(['accountName', sql<string>`adwarden_fold(app."accountName")`.as('key')])
    .where('ownerId', '=', ownerId)
    .execute();
  return new Map(rows.map(({ key, accountName }) => [key, accountName]));
}
