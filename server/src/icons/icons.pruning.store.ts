import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';
import { sentRows } from '../db/sent-rows.ts';
import { isPostgres } from '../db/which.ts';
import { deleteSome, type EndedBytes, foundAtOnce, mostOf } from '../pruning/pruning.store.ts';

/** Tells whether an app of somebody shows an icon. */
const isShown = (hash: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from owner_icon as other where other.hash = ${hash} and other.apps > 0)`;

/** Tells whether no app and no entry of the log refers to an icon. */
function isUnused(db: Db): RawBuilder<boolean> {
  // Must be the same expression as in the index (migration 0005); otherwise SQLite reads every entry.
  const hashOfEntry = isPostgres(db)
    ? sql`("change"."row"::json ->> 'iconHash')`
    : sql`cast(json_extract("change"."row", '$.iconHash') as text)`;
  return sql<boolean>`(not ${isShown(sql`icon.hash`)}
    and not exists (select 1 from change where ${hashOfEntry} = icon.hash))`;
}

/** Reads the next icons after a hash, and whether each can go. */
export async function iconsAfter(
  db: Db,
  after: string,
  most: number,
): Promise<{ hash: string; isSpare: boolean }[]> {
  const { rows } = await sql<{ hash: string; isSpare: number }>`
    select hash, case when ${isUnused(db)} then 1 else 0 end as "isSpare"
    from icon where hash > ${after} order by hash limit ${most}`.execute(db);
  return rows.map(({ hash, isSpare }) => ({ hash, isSpare: isSpare === 1 }));
}

/**
 * Deletes the icons of the list that still can go; returns how many. It has the writers' turn, so an app that gets such an icon
 * at the same time either commits first and keeps it, or commits later and stores it again.
 */
export function deleteUnusedIcons(tx: Tx, hashes: string[]): Promise<number> {
  return deleteIcons(tx, hashes, isUnused(tx));
}

async function deleteIcons(tx: Tx, hashes: string[], where: RawBuilder<unknown>): Promise<number> {
  const sent = sentRows(
    tx,
    'icon',
    hashes.map((hash) => ({ hash })),
  );
  const { numAffectedRows } = await sql`
    delete from icon where hash in (${sent}) and ${where}`.execute(tx);
  return Number(numAffectedRows);
}

/** Stops counting some icons for their former owners, because somebody else's app shows them; returns how many. */
export function forgetShownIcons(tx: Tx, most: number): Promise<number> {
  const where = sql`apps = 0 and ${isShown(sql`owner_icon.hash`)}`;
  return deleteSome(tx, { table: 'owner_icon', key: ['ownerId', 'hash'], where }, most);
}

/** The icons that somebody's apps had and that no app shows any more, the newest first, with the bytes up to each. */
const unshownIcons = sql`
  select own."ownerId", own.hash, sum(own.bytes) over (
    partition by own."ownerId" order by icon."createdAt" desc, own.hash rows unbounded preceding) as bytes
  from owner_icon as own join icon on icon.hash = own.hash
  where own.apps = 0 and not ${isShown(sql`own.hash`)}`;

/**
 * Finds the oldest icons that no app shows, although the log refers to them, of people who have more than so many bytes of them.
 */
export async function spareUnshownIcons(db: Db, most: EndedBytes): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select hash from (${unshownIcons}) as unshown
    where bytes > ${mostOf(sql`"ownerId" <> ''`, most)} limit ${foundAtOnce}`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Deletes the icons of the list that still no app shows; returns how many. */
export function deleteUnshownIcons(tx: Tx, hashes: string[]): Promise<number> {
  return deleteIcons(tx, hashes, sql`not ${isShown(sql`icon.hash`)}`);
}
