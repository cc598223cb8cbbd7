import type { PreviewOutcome } from '@adwarden/contract/batches/batches';
import { openStates } from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import { inWriteTurn } from '../db/commit-order.ts';
import type { Db } from '../db/schema.ts';
import { isPostgres } from '../db/which.ts';
import { hourMs } from '../kit/clock.ts';
import { isInNoView } from '../sight/pasted-lists.store.ts';

/* The one store that deletes rows of tables of others: those that nobody needs any more (ADR 53). */

const rowsAtOnce = 500;
const batchesAtOnce = 50;
const iconsAtOnce = 50;

/**
 * What ends at some time: when that was, whose it is, how many bytes it has where its size is chosen, and what stays
 * although it has ended.
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

/** How much of something is kept: of each owner (`user`) and of each administrator. */
export type EndedBytes = { user: number; admin: number };

const mostOf = (isOwner: RawBuilder<unknown>, { user, admin }: EndedBytes) =>
  sql`cast(case when ${isOwner} then ${user} else ${admin} end as bigint)`;

/**
 * Deletes some things that ended before a time (epoch ms), or that are older than the newest `ofPerson` of their person, or
 * than the newest that have so many bytes; returns how many.
 */
export async function pruneEnded(
  db: Db,
  kind: EndedKind,
  { before, ofPerson, bytes: most }: { before: number; ofPerson: number; bytes: EndedBytes },
): Promise<number> {
  const { table, at, person, bytes, hasEnded, isNeeded } = endedThings[kind];
  const [personKind] = person;
  const newest = sql`over (partition by ${sql.join(person.map((name) => sql.ref(name)))}
    order by ${sql.ref(at)} desc, id rows unbounded preceding)`;
  const limit = kind === 'batches' ? batchesAtOnce : rowsAtOnce;
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, ${sql.ref(at)} as at, count(*) ${newest} as place, sum(${bytes}) ${newest} as bytes,
        ${sql.ref(personKind)} as "personKind"
      from ${sql.table(table)} where ${hasEnded}) as ended
    where (at <= ${before} or place > ${ofPerson}
        or bytes > ${mostOf(sql`"personKind" = 'user'`, most)})
      and not (${isNeeded})
    order by at, id limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  if (kind === 'batches') await deleteBatches(db, ids);
  else await inWriteTurn(db, (tx) => tx.deleteFrom(table).where('id', 'in', ids).execute());
  return ids.length;
}

/** Deletes batches or previews: first the rows of their apps, some at a time, so that no write waits long. */
export async function deleteBatches(db: Db, ids: string[]): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('batch_app')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('batchID', 'outcome', 'place'),
          'in',
          selectFrom('batch_app as old')
            .select(['old.batchID', 'old.outcome', 'old.place'])
            .where('old.batchID', 'in', ids)
            .limit(2 * rowsAtOnce)
            .$asTuple('batchID', 'outcome', 'place'),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) break;
  }
  // Triggers take them from the sums of their people, which a write that has the turn may hold.
  await inWriteTurn(db, (tx) => tx.deleteFrom('batch').where('id', 'in', ids).execute());
}

/**
 * Trims an ended batch: from then on its rows hold only what its undo needs and its page shows. Returns how many batches
 * were trimmed, 1 or 0.
 */
export async function trimBatch(db: Db): Promise<number> {
  const batch = await db
    .selectFrom('batch')
    .select('id')
    .where('state', 'in', ['done', 'cancelled'])
    .where('trimmed', '=', 'off')
    .limit(1)
    .executeTakeFirst();
  if (!batch) return 0;
  const { id } = batch;
  let bytes = 0;
  for (const outcome of ['changed', 'created', 'unchanged', 'refused'] as const) {
    for (let place = 0; ; place += 2 * rowsAtOnce) {
      const some = await trimRows(db, { id, outcome, place });
      if (some === null) break;
      bytes += some;
    }
  }
  await inWriteTurn(db, (tx) =>
    tx.updateTable('batch').set({ bytes, trimmed: 'on' }).where('id', '=', id).execute(),
  );
  return 1;
}

/** Trims some rows of a batch from a place on. Returns how many bytes they have then; null without such rows. */
async function trimRows(
  db: Db,
  { id, outcome, place }: { id: string; outcome: PreviewOutcome; place: number },
): Promise<number | null> {
  const some = sql`"batchID" = ${id} and outcome = ${outcome}
    and place >= ${place} and place < ${place + 2 * rowsAtOnce}`;
  const { rows } = await sql<{ count: number; bytes: number | null }>`
    select count(*) as count, sum(octet_length("appID") + octet_length("appName")
      + octet_length(reason) + 200) as bytes from batch_app where ${some}`.execute(db);
  const [{ count, bytes } = { count: 0, bytes: null }] = rows;
  if (count === 0) return null;
  if (outcome === 'unchanged' || outcome === 'refused') {
    await sql`delete from batch_app where ${some}`.execute(db);
    return 0;
  }
  await sql`update batch_app set errors = '', changes = ''
    where ${some} and (errors <> '' or changes <> '')`.execute(db);
  return bytes ?? 0;
}

/** Deletes some expired previews, and some that were never finished; returns how many. */
export async function prunePreviews(db: Db, now: number): Promise<number> {
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
    .limit(batchesAtOnce)
    .execute();
  if (rows.length > 0) {
    await deleteBatches(
      db,
      rows.map(({ id }) => id),
    );
  }
  return rows.length;
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

/** Deletes some counts of times before one (epoch ms); returns how many rows. */
export async function pruneCounts(db: Db, table: CountTable, before: number): Promise<number> {
  const key = sql.join(countTables[table].map((name) => sql.ref(name)));
  const time = sql.ref(countTables[table][0]);
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${key}) in (
      select ${key} from ${sql.table(table)} where ${time} < ${before}
      order by ${time} limit ${2 * rowsAtOnce})`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes the processes that have handed on no usage since a time (epoch ms); returns how many. */
export async function pruneUsageSenders(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('usage_sender')
    .where('at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes what is known of replaced tokens that ended before a time (epoch ms); returns how many. */
export async function pruneReplacedTokens(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('replaced_token')
    .where('until', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes the pasted lists that nobody has pasted since a time (epoch ms), except those that a saved view names. */
export async function prunePastedLists(db: Db, before: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pasted_list where "usedAt" < ${before} and ${isInNoView}`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes some keys of calls that were sent before a time (epoch ms); returns how many. */
export async function pruneIdempotencyKeys(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_key')
    .where((eb) =>
      eb(
        eb.refTuple('kind', 'accountId', 'key'),
        'in',
        eb
          .selectFrom('idempotency_key')
          .select(['kind', 'accountId', 'key'])
          .where('at', '<', before)
          .limit(rowsAtOnce)
          .$asTuple('kind', 'accountId', 'key'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes the processes of edges that no office has heard of since a time (epoch ms); returns how many. */
export async function pruneEdges(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('edge')
    .where('lastSeenAt', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The events without an entry in the log, each with the owner of its app or the author of its batch; '' for neither. */
const eventsWithPerson = sql`(
  select id, coalesce(case when type = 'batch.done'
    then (select batch."authorId" from batch where batch.id = "key")
    else (select app."ownerId" from app where app."appID" = "key") end, '') as person
  from unlogged_event) as event`;

/** How many events each person has. Empty while there are at most `rows` in all. */
export async function eventsOfPeople(
  db: Db,
  rows: number,
): Promise<{ person: string; events: number }[]> {
  const { events } = await db
    .selectFrom('unlogged_event')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow();
  if (events <= rows) return [];
  const people = await sql<{ person: string; events: number }>`
    select person, count(*) as events from ${eventsWithPerson} group by person`.execute(db);
  return people.rows;
}

/** Deletes some events before a time (epoch ms); returns how many. */
export async function pruneOldEvents(db: Db, before: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from unlogged_event where id in (
      select id from unlogged_event where at < ${before} order by id limit ${2 * rowsAtOnce})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Deletes the oldest events of a person, at most `most` and some at once; returns how many. */
export async function pruneEventsOf(db: Db, person: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from unlogged_event where id in (
      select id from ${eventsWithPerson} where person = ${person}
      order by id limit ${Math.min(most, 2 * rowsAtOnce)})`.execute(db);
  return Number(numAffectedRows);
}

/**
 * Deletes some items of bells: those before a time (epoch ms), and what a person has more than `ofPerson`; everybody who has
 * caused items loses the oldest ones then. What waits for a decision stays.
 */
export async function pruneBells(
  db: Db,
  { before, ofPerson }: { before: number; ofPerson: number },
): Promise<number> {
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
    limit ${2 * rowsAtOnce}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('bell_item').where('id', 'in', ids).execute();
  return ids.length;
}

/**
 * Deletes some icons that no app and no entry of the log refers to; returns how many. It takes the writers' lock, so an
 * app that gets such an icon at the same time either commits first and keeps it, or commits later and stores it again.
 */
export function pruneIcons(db: Db): Promise<number> {
  // Must be the same expression as in the index (migration 0005); otherwise SQLite reads every entry.
  const named = isPostgres(db)
    ? sql`("change"."row"::json ->> 'iconHash')`
    : sql`cast(json_extract("change"."row", '$.iconHash') as text)`;
  return inWriteTurn(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('icon')
      .where('hash', 'in', (icons) =>
        icons
          .selectFrom('icon as old')
          .select('old.hash')
          .where('old.hash', 'not in', (apps) => apps.selectFrom('app').select('iconHash'))
          .where(({ not, exists, selectFrom, ref }) =>
            not(
              exists(
                selectFrom('change')
                  .select('change.seq')
                  .where(sql<boolean>`${named} = ${ref('old.hash')}`),
              ),
            ),
          )
          .limit(iconsAtOnce),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}

/** The icons that somebody's apps had and that no app shows any more, the newest first, with the bytes up to each. */
const unshownIcons = sql`
  select own."ownerId", own.hash, sum(own.bytes) over (
    partition by own."ownerId" order by icon."createdAt" desc, own.hash rows unbounded preceding) as bytes
  from owner_icon as own join icon on icon.hash = own.hash
  where own.apps = 0 and not exists (
    select 1 from owner_icon as other where other.hash = own.hash and other.apps > 0)`;

/**
 * Deletes some icons that no app shows, although the log refers to them: those of people who have more than so many bytes of
 * them, the oldest first. An icon that somebody else's app shows no longer counts for who had it before. Returns how many.
 */
export function pruneUnshownIcons(db: Db, most: EndedBytes): Promise<number> {
  return inWriteTurn(db, async (tx) => {
    await sql`delete from owner_icon where apps = 0 and hash in (
      select hash from owner_icon where apps > 0)`.execute(tx);
    const { numAffectedRows } = await sql`delete from icon where hash in (
      select hash from (${unshownIcons}) as unshown
      where bytes > ${mostOf(sql`"ownerId" <> ''`, most)}
      limit ${iconsAtOnce})`.execute(tx);
    return Number(numAffectedRows);
  });
}
