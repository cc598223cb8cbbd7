import type { PreviewOutcome } from '@adwarden/contract/batches/batches';
import { openStates } from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { deleteRows, sentRows } from '../db/sent-rows.ts';
import { isPostgres } from '../db/which.ts';
import { hourMs } from '../kit/clock.ts';
import { isInNoView } from '../sight/pasted-lists.store.ts';

/*
 * The one store that deletes rows of other rooms' tables: rows that nobody needs any more (ADR 53). Long searches for such rows
 * run before the writers' turn; a step with the turn takes `most` rows (ADR 113).
 */

/** The most deletable things that one query finds. */
const foundAtOnce = 10_000;

/** Deletes some rows of a table; returns how many. */
async function deleteSome(
  tx: Tx,
  { table, key, where }: { table: keyof Schema; key: string[]; where: RawBuilder<unknown> },
  most: number,
): Promise<number> {
  const names = sql.join(key.map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${names}) in (
      select ${names} from ${sql.table(table)} where ${where} limit ${most})`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Things that end at some time: the time of the end, the owner, the bytes where their size is chosen, and the rows that stay
 * although they have ended.
 */
const endedThings = {
  pauses: {
    table: 'pause',
    at: 'endedAt',
    person: ['createdByKind', 'createdById'],
    bytes: sql<number>`0`,
    hasEnded: sql<boolean>`"endedAt" is not null`,
    isNeeded: sql<boolean>`false`,
  },
  changeRequests: {
    table: 'change_request',
    at: 'changedAt',
    person: ['authorKind', 'authorId'],
    bytes: sql<number>`octet_length(changes) + octet_length("before") + octet_length(note) + octet_length(reason)`,
    hasEnded: sql<boolean>`state not in (${sql.join(openStates.map((state) => sql.lit(state)))})`,
    isNeeded: sql<boolean>`false`,
  },
  batches: {
    table: 'batch',
    at: 'endedAt',
    person: ['authorKind', 'authorId'],
    bytes: sql<number>`bytes + octet_length(change)`,
    hasEnded: sql<boolean>`state in ('done', 'cancelled')`,
    // An undo goes before the batch that it took back, because its list of apps is that batch's.
    isNeeded: sql<boolean>`id in (select "undoOf" from batch where "undoOf" is not null)`,
  },
} as const;

export type EndedKind = keyof typeof endedThings;

/** The bytes that are kept: of each owner (`user`) and of each administrator. */
export type EndedBytes = { user: number; admin: number };

const mostOf = (isOwner: RawBuilder<unknown>, { user, admin }: EndedBytes) =>
  sql`cast(case when ${isOwner} then ${user} else ${admin} end as bigint)`;

/**
 * Finds the ids of things that ended before a time (epoch ms), or that are older than the newest `ofPerson` of their person, or
 * than the newest that have so many bytes; the oldest first.
 */
export async function endedIds(
  db: Db,
  kind: EndedKind,
  { before, ofPerson, bytes: most }: { before: number; ofPerson: number; bytes: EndedBytes },
): Promise<string[]> {
  const { table, at, person, bytes, hasEnded, isNeeded } = endedThings[kind];
  const [personKind] = person;
  const newest = sql`over (partition by ${sql.join(person.map((name) => sql.ref(name)))}
    order by ${sql.ref(at)} desc, id rows unbounded preceding)`;
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, ${sql.ref(at)} as at, count(*) ${newest} as place, sum(${bytes}) ${newest} as bytes,
        ${sql.ref(personKind)} as "personKind"
      from ${sql.table(table)} where ${hasEnded}) as ended
    where (at <= ${before} or place > ${ofPerson}
        or bytes > ${mostOf(sql`"personKind" = 'user'`, most)})
      and not (${isNeeded})
    order by at, id limit ${foundAtOnce}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes things of a kind; batches only when the rows of their apps are gone (`deleteBatchApps`). */
export async function deleteEnded(tx: Tx, kind: EndedKind, ids: string[]): Promise<void> {
  await deleteRows(
    tx,
    endedThings[kind].table,
    ids.map((id) => ({ id })),
  );
}

/** Deletes some rows of the apps of a batch; returns how many. */
export const deleteBatchApps = (tx: Tx, batchID: string, most: number): Promise<number> =>
  deleteSome(
    tx,
    {
      table: 'batch_app',
      key: ['batchID', 'outcome', 'place'],
      where: sql`"batchID" = ${batchID}`,
    },
    most,
  );

/** Finds the id of an ended batch that is not trimmed; null without one. */
export async function untrimmedBatch(db: Db): Promise<string | null> {
  const batch = await db
    .selectFrom('batch')
    .select('id')
    .where('state', 'in', ['done', 'cancelled'])
    .where('trimmed', '=', 'off')
    .limit(1)
    .executeTakeFirst();
  return batch?.id ?? null;
}

/** The rows of a batch that have one outcome. */
export type BatchRows = { id: string; outcome: PreviewOutcome };

/** Finds the first place of a batch's rows from one on; null without any. */
export async function placeFrom(
  db: Db,
  { id, outcome }: BatchRows,
  from: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('batch_app')
    .select('place')
    .where('batchID', '=', id)
    .where('outcome', '=', outcome)
    .where('place', '>=', from)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst();
  return row?.place ?? null;
}

/**
 * Trims a batch's rows from a place up to another: they keep only what its undo needs and its page shows. Returns how many bytes
 * they have then.
 */
export async function trimRows(
  tx: Tx,
  { id, outcome }: BatchRows,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const some = sql`"batchID" = ${id} and outcome = ${outcome} and place >= ${from} and place < ${to}`;
  if (outcome === 'unchanged' || outcome === 'refused') {
    await sql`delete from batch_app where ${some}`.execute(tx);
    return 0;
  }
  await sql`update batch_app set errors = '', changes = ''
    where ${some} and (errors <> '' or changes <> '')`.execute(tx);
  const { rows } = await sql<{ bytes: number | null }>`
    select sum(octet_length("appID") + octet_length("appName")
      + octet_length(reason) + 200) as bytes from batch_app where ${some}`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/** Notes that a batch is trimmed, and how many bytes its rows have. */
export async function noteTrimmed(tx: Tx, id: string, bytes: number): Promise<void> {
  await tx.updateTable('batch').set({ bytes, trimmed: 'on' }).where('id', '=', id).execute();
}

/** Finds the ids of previews that have expired, and of some that were never finished. */
export async function expiredPreviews(db: Db, now: number): Promise<string[]> {
  const expired = now - 2 * limits.batches.previewMinutes * 60_000;
  const rows = await db
    .selectFrom('batch')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'dropped'),
        eb.and([eb('state', '=', 'making'), eb('createdAt', '<', now - hourMs)]),
        eb.and([eb('state', '=', 'preview'), eb('createdAt', '<', expired)]),
      ]),
    )
    .limit(foundAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

/** Tables about requests, with the columns of their keys; the first one is the time. */
const countTables = {
  app_usage: ['day', 'appID', 'country'],
  app_usage_hour: ['hour', 'appID', 'country', 'outcome'],
  app_token_usage: ['day', 'appID', 'token', 'country'],
  traffic_total: ['time', 'step'],
  traffic_comparison: ['day', 'days', 'by', 'of'],
} as const;

export type CountTable = keyof typeof countTables;

/** Deletes some counts from before a time (epoch ms); returns how many rows. */
export function pruneCounts(
  tx: Tx,
  table: CountTable,
  { before, most }: { before: number; most: number },
): Promise<number> {
  const key = countTables[table];
  const where = sql`${sql.ref(key[0])} < ${before}`;
  return deleteSome(tx, { table, key: [...key], where }, most);
}

/** Tables whose rows have a time of their own: the columns of their keys, that time, and the condition for deletion. */
const agingTables = {
  /** Processes that have handed on no usage since then. */
  usage_sender: { key: ['sender'], at: 'at', mayGo: sql`true` },
  /** Facts about replaced tokens that ended before. */
  replaced_token: { key: ['appID', 'digest'], at: 'until', mayGo: sql`true` },
  /** Lists that nobody has pasted since then, except those that a saved view names. */
  pasted_list: { key: ['id'], at: 'usedAt', mayGo: isInNoView },
  /** Keys of calls that were sent before. */
  idempotency_key: { key: ['kind', 'accountId', 'key'], at: 'at', mayGo: sql`true` },
  /** API keys that ended before. */
  api_key: { key: ['id'], at: 'endsAt', mayGo: sql`true` },
  /** Processes of edges that no office has heard of since then. */
  edge: { key: ['name', 'process'], at: 'lastSeenAt', mayGo: sql`true` },
  /** Events without an entry in the log. */
  unlogged_event: { key: ['id'], at: 'at', mayGo: sql`true` },
} as const;

export type AgingTable = keyof typeof agingTables;

/** Deletes some rows that are older than a time (epoch ms); returns how many. */
export function pruneOlder(
  tx: Tx,
  table: AgingTable,
  { before, most }: { before: number; most: number },
): Promise<number> {
  const { key, at, mayGo } = agingTables[table];
  const where = sql`${sql.ref(at)} < ${before} and ${mayGo}`;
  return deleteSome(tx, { table, key: [...key], where }, most);
}

/** Counts the events without an entry in the log. */
export async function eventCount(db: Db): Promise<number> {
  const { events } = await db
    .selectFrom('unlogged_event')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow();
  return events;
}

/** Reads the next events after an id, each with the owner of its app or the author of its batch; '' for neither. */
export async function eventsAfter(
  db: Db,
  after: number,
  most: number,
): Promise<{ id: number; person: string }[]> {
  const { rows } = await sql<{ id: number; person: string }>`
    select id, coalesce(case when type = 'batch.done'
      then (select batch."authorId" from batch where batch.id = "key")
      else (select app."ownerId" from app where app."appID" = "key") end, '') as person
    from unlogged_event where id > ${after} order by id limit ${most}`.execute(db);
  return rows;
}

/** Deletes events without an entry in the log. */
export async function deleteEvents(tx: Tx, ids: number[]): Promise<void> {
  await deleteRows(
    tx,
    'unlogged_event',
    ids.map((id) => ({ id })),
  );
}

/**
 * Finds the ids of some items of bells that can go: items from before a time (epoch ms), and items of a person beyond
 * `ofPerson`. Then everybody who has caused items loses the oldest ones. An item that waits for a decision stays.
 */
export async function spareItems(
  db: Db,
  { before, ofPerson }: { before: number; ofPerson: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, at, row_number() over (
        partition by "accountKind", "accountId" order by turn, at desc, id desc) as place
      from (
        select *, row_number() over (
          partition by "accountKind", "accountId", causer order by at desc, id desc) as turn
        from bell_item where kind <> 'approval-waits') as item) as item
    where at < ${before} or place > ${ofPerson}
    union all
    select id from bell_item where kind = 'approval-waits' and not exists (
      select 1 from change_request where id = bell_item."key" and state = 'in-review')
    limit ${foundAtOnce}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes items of bells. */
export async function deleteItems(tx: Tx, ids: number[]): Promise<void> {
  await deleteRows(
    tx,
    'bell_item',
    ids.map((id) => ({ id })),
  );
}

/** Tells whether an app of somebody shows an icon. */
const isShown = (hash: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from owner_icon as other where other.hash = ${hash} and other.apps > 0)`;

/** Tells whether no app and no entry of the log refers to an icon. */
function isUnused(db: Db): RawBuilder<boolean> {
  // Must be the same expression as in the index (migration 0005); otherwise SQLite reads every entry.
  const named = isPostgres(db)
    ? sql`("change"."row"::json ->> 'iconHash')`
    : sql`cast(json_extract("change"."row", '$.iconHash') as text)`;
  return sql<boolean>`(not ${isShown(sql`icon.hash`)}
    and not exists (select 1 from change where ${named} = icon.hash))`;
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
