import { limits } from '@adwarden/contract/limits';
import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { nowMs } from '../../../db/now.ts';
import type { Db, Tx } from '../../../db/schema.ts';
import { accountTables } from '../../../people/account-tables.ts';
import {
  coveredApps,
  coversAppOf,
  type PausedThing,
  pauseRows,
} from '../../../sight/pauses.store.ts';
import type { Ring, StoredItem } from './bell.table.ts';

/** Rings for people: an item of the same kind about the same thing becomes new and unread. */
async function ring(
  tx: Tx,
  { kind, key, facts, causer }: Ring,
  people: Expression<unknown>,
): Promise<void> {
  await sql`insert into bell_item
      ("accountKind", "accountId", kind, "key", at, facts, "readAt", causer)
    select person.kind, person.id, ${kind}, ${key}, ${nowMs}, ${JSON.stringify(facts)}, null, ${causer}
    from ${people} as person where true
    on conflict ("accountKind", "accountId", kind, "key")
      do update set at = excluded.at, facts = excluded.facts, causer = excluded.causer,
        "readAt" = null`.execute(tx);
}

/** Rings for all administrators but one. */
export const ringAdmins = (tx: Tx, item: Ring, except: string): Promise<void> =>
  ring(
    tx,
    item,
    tx
      .selectFrom('admin')
      .select([sql`'admin'`.as('kind'), 'admin.id'])
      .where('id', '<>', except),
  );

/** Rings for the owners whose apps a pause covers, except one owner. */
export const ringCovered = (
  tx: Tx,
  item: Ring,
  pause: PausedThing,
  except: string,
): Promise<void> => {
  const owners = coveredApps(tx, pause).select('app.ownerId');
  return ring(
    tx,
    item,
    tx
      .selectFrom('app_user')
      .select([sql`'user'`.as('kind'), 'app_user.id'])
      .where('app_user.id', 'in', owners as never)
      .where('app_user.id', '<>', except),
  );
};

/** Rings for the owner of an app, if it has one. */
export const ringOwner = (tx: Tx, item: Ring, appID: string): Promise<void> =>
  ring(
    tx,
    item,
    tx
      .selectFrom('app')
      .select([sql`'user'`.as('kind'), 'app.ownerId as id'])
      .where('app.appID', '=', appID)
      .where('app.ownerId', 'is not', null),
  );

/** Rings for one person, unless the account is gone. */
export const ringPerson = (tx: Tx, item: Ring, { kind, id }: Person): Promise<void> => {
  const table = accountTables[kind];
  return ring(
    tx,
    item,
    tx
      .selectFrom(table)
      .select([sql`${sql.lit(kind)}`.as('kind'), `${table}.id` as 'admin.id'])
      .where(`${table}.id` as 'admin.id', '=', id),
  );
};

/** Removes an item about a thing from every bell. */
export async function unring(tx: Tx, { kind, key }: Pick<Ring, 'kind' | 'key'>): Promise<void> {
  await tx.deleteFrom('bell_item').where('kind', '=', kind).where('key', '=', key).execute();
}

/**
 * Returns the items of a person, the newest first: those that wait for a decision, and some others. When there are too many, each
 * person who caused some loses their oldest ones, until all of them have equally many.
 */
export async function itemsOf(db: Db, person: Person): Promise<StoredItem[]> {
  const [waiting, others] = await Promise.all([
    someItems(db, person, sql`kind = 'approval-waits' and ${isUndecided}`, limits.bell.decisions),
    someItems(db, person, sql`kind <> 'approval-waits'`, limits.bell.shown),
  ]);
  return [...waiting, ...others].toSorted((one, other) => other.at - one.at || other.id - one.id);
}

const isUndecided = sql`exists (
  select 1 from change_request where id = bell_item."key" and state = 'in-review')`;

async function someItems(
  db: Db,
  { kind, id }: Person,
  which: RawBuilder<unknown>,
  most: number,
): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem & { facts: string }>`
    select id, kind, "key", at, "readAt", facts from (
      select *, row_number() over (partition by causer order by at desc, id desc) as place
      from bell_item where "accountKind" = ${kind} and "accountId" = ${id} and ${which}) as item
    order by place, at desc, id desc limit ${most}`.execute(db);
  return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) }));
}

/** Marks items of a person as read: the ones with these ids, or all. */
export async function markRead(
  db: Db,
  { kind, id }: Person,
  ids: number[] | undefined,
): Promise<void> {
  if (ids?.length === 0) return;
  await db
    .updateTable('bell_item')
    .set({ readAt: nowMs })
    .where('accountKind', '=', kind)
    .where('accountId', '=', id)
    .where('readAt', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute();
}

/** Returns change requests by their ids. */
export function requestsByID(db: Db, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('change_request')
    .select(['id', 'appID', 'appName', 'state', 'approval'])
    .select(['authorKind', 'authorId', 'authorName'])
    .where('id', 'in', ids)
    .execute();
}

/** Returns apps by their ids, each with the number of its open errors; '' is the installation, which nobody owns. */
export async function appsWithErrors(db: Db, appIDs: string[]) {
  if (appIDs.length === 0) return [];
  const rows = await db
    .selectFrom('finding')
    .leftJoin('app', 'app.appID', 'finding.appID')
    .select(['finding.appID', 'app.appName', 'app.ownerId'])
    .select(({ fn }) => fn.countAll<number>().as('errors'))
    .where('finding.appID', 'in', appIDs)
    .where('finding.rank', '=', 0)
    .where('finding.mutedAt', 'is', null)
    .groupBy(['finding.appID', 'app.appName', 'app.ownerId'])
    .execute();
  return rows;
}

/** Returns the pauses that a person sees, with the names of what they stop. */
export function pausesSeen(db: Db, person: Person, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return pauseRows(db)
    .where('pause.id', 'in', ids)
    .where(
      (eb): Expression<SqlBool> =>
        can(person, 'see-all') ? eb.lit(true) : coversAppOf(db, eb, { ownerId: person.id }),
    )
    .execute();
}

/** Returns the thing that a pause stops. */
export function pausedThing(db: Db, id: string): Promise<PausedThing | undefined> {
  return db
    .selectFrom('pause')
    .select(['id', 'scope', 'key', 'endedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}
