import { type RawBuilder, sql } from 'kysely';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { deleteRows } from '../db/sent-rows.ts';

/*
 * How rows that nobody needs any more are found and deleted (ADR 53); their rooms say which (ADR 143). Long searches for such rows
 * run before the writers' turn; a step with the turn takes `most` rows (ADR 113).
 */

/** The most deletable things that one query finds. */
export const foundAtOnce = 10_000;

/** Deletes some rows of a table; returns how many. */
export async function deleteSome(
  tx: Tx,
  {
    table,
    key,
    where,
  }: { table: keyof Schema; key: readonly string[]; where: RawBuilder<unknown> },
  most: number,
): Promise<number> {
  const names = sql.join(key.map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${names}) in (
      select ${names} from ${sql.table(table)} where ${where} limit ${most})`.execute(tx);
  return Number(numAffectedRows);
}

/** Things that end at some time. */
export type EndedThings = {
  table: 'pause' | 'change_request' | 'batch';
  /** The column with the time of the end. */
  at: string;
  /** The columns with the owner's kind and id. */
  person: readonly [string, string];
  /** The bytes of a row, where somebody chooses its size. */
  bytes?: RawBuilder<number>;
  hasEnded: RawBuilder<boolean>;
  /** Tells whether a row stays although it has ended. */
  isNeeded?: RawBuilder<boolean>;
};

/** The bytes that are kept: of each owner (`user`) and of each administrator. */
export type EndedBytes = { user: number; admin: number };

/** Returns the bytes that are kept of a person. */
export const mostOf = (isOwner: RawBuilder<unknown>, { user, admin }: EndedBytes) =>
  sql`cast(case when ${isOwner} then ${user} else ${admin} end as bigint)`;

/**
 * Finds the ids of things that ended before a time (epoch ms), or that are older than the newest `ofPerson` of their person, or
 * than the newest that have so many bytes; the oldest first.
 */
export async function endedIds(
  db: Db,
  things: EndedThings,
  { before, ofPerson, bytes: most }: { before: number; ofPerson: number; bytes: EndedBytes },
): Promise<string[]> {
  const { table, at, person, hasEnded } = things;
  const { bytes = sql<number>`0`, isNeeded = sql<boolean>`false` } = things;
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

/** Deletes things that have ended; batches only when the rows of their apps are gone. */
export async function deleteEnded(
  tx: Tx,
  table: EndedThings['table'],
  ids: string[],
): Promise<void> {
  await deleteRows(
    tx,
    table,
    ids.map((id) => ({ id })),
  );
}

/** A table of counts, and the columns of its key; the first one is the time. */
export type Counts = { table: keyof Schema; key: readonly [string, ...string[]] };

/** Deletes some counts from before a time (epoch ms); returns how many rows. */
export function deleteCounts(
  tx: Tx,
  { table, key }: Counts,
  { before, most }: { before: number; most: number },
): Promise<number> {
  const where = sql`${sql.ref(key[0])} < ${before}`;
  return deleteSome(tx, { table, key, where }, most);
}

/** A table whose rows have a time of their own: the columns of its key, that time, and which rows may go; all by default. */
export type AgingRows = {
  table: keyof Schema;
  key: readonly string[];
  at: string;
  mayGo?: RawBuilder<boolean>;
};

/** Deletes some rows that are older than a time (epoch ms); returns how many. */
export function deleteOlder(
  tx: Tx,
  { table, key, at, mayGo = sql`true` }: AgingRows,
  { before, most }: { before: number; most: number },
): Promise<number> {
  const where = sql`${sql.ref(at)} < ${before} and ${mayGo}`;
  return deleteSome(tx, { table, key, where }, most);
}
