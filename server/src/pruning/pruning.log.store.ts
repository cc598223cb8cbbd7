import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { mostToFollow } from '../changes/changes.store.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { withoutMerges } from '../db/search-merges.ts';
import { deleteRows } from '../db/sent-rows.ts';

/**
 * Returns the size of an entry: the bytes of its JSON. SQLite reads it from an index (migration 0020), PostgreSQL without
 * reading the text.
 */
const bytesOf = (entry: 'change' | 'old') => sql<number>`octet_length(${sql.ref(`${entry}.row`)})`;

export type OfPerson = { actorId: string; rows: number; bytes: number };

/** Counts the entries of each person, and their bytes; the system is a person without an id. */
export function logOfPeople(db: Db): Promise<OfPerson[]> {
  return db
    .selectFrom('change')
    .select(({ fn }) => [
      'actorId',
      fn.countAll<number>().as('rows'),
      fn.sum<number>(bytesOf('change')).as('bytes'),
    ])
    .groupBy('actorId')
    .execute();
}

/** Entries older than a time (epoch ms), or those of a person. */
export type Which = { before: number } | { actorId: string };

type Entry = ExpressionBuilder<Schema & { old: Schema['change'] }, 'old'>;

/** Tells whether the same thing has a later entry. */
const hasLater = ({ exists, selectFrom }: Entry) =>
  exists(
    selectFrom('change as later')
      .select('later.seq')
      .whereRef('later.entity', '=', 'old.entity')
      .whereRef('later.key', '=', 'old.key')
      .whereRef('later.seq', '>', 'old.seq'),
  );

/** The thing was pruned itself. The entry of a batch stays as long as those of its apps, which are shown below it. */
const isPruned = sql<SqlBool>`case old.entity
  when 'pause' then not exists (select 1 from pause where id = old."key")
  when 'change-request' then not exists (select 1 from change_request where id = old."key")
  when 'batch' then not exists (select 1 from batch where id = old."key")
    and not exists (select 1 from change where batch = old."key")
  when 'session' then not exists (select 1 from session where id = old."key")
  else false end`;

/** The entry is about an app that is gone, and a follower that has not read it loads all apps again anyway. */
const isOfDeletedApp = sql<SqlBool>`(old.entity in ('app', 'app-configuration', 'finding')
  and not exists (select 1 from app where "appID" = old."key")
  and old.seq < (select max(seq) from change) - ${sql.lit(mostToFollow)})`;

/** The entry says who got or lost a way in: nobody can push it out of the log with many other writes (ADR 53). */
const isAboutWaysIn = sql<SqlBool>`(old.entity in ('admin', 'factor', 'single-sign-on', 'api-key', 'session')
  or old.action in ('invite.make', 'invite.accept'))`;

/** An entry, and whether it may be deleted. */
export type OldEntry = { seq: number; at: number; bytes: number; isSpare: boolean };

/**
 * Reads the next of these entries, the oldest first, each with whether it may be deleted. The last entry of a thing stays as
 * long as the thing exists. A deleted app is restored from its last entry, so this one is deleted only when its person has too
 * many. Entries about ways in are deleted only by their age.
 */
export async function entriesAfter(
  db: Db,
  which: Which,
  { after, most }: { after: Pick<OldEntry, 'seq' | 'at'>; most: number },
): Promise<OldEntry[]> {
  const isOfPerson = 'actorId' in which;
  const isSpare = (eb: Entry) => {
    const isDone = [hasLater(eb), isPruned];
    return isOfPerson
      ? eb.and([eb.or([...isDone, isOfDeletedApp]), eb.not(isAboutWaysIn)])
      : eb.or(isDone);
  };
  const entries = db
    .selectFrom('change as old')
    .select((eb) => [
      'old.seq',
      'old.at',
      bytesOf('old').as('bytes'),
      sql<number>`case when ${isSpare(eb as never)} then 1 else 0 end`.as('spare'),
    ])
    .limit(most);
  // It reads by time and not by seq: otherwise SQLite reads the whole log to find that nothing in it is old.
  const some = isOfPerson
    ? entries
        .where('old.actorId', '=', which.actorId)
        .where('old.seq', '>', after.seq)
        .orderBy('old.seq')
    : entries
        .where('old.at', '<', which.before)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('old.at', 'old.seq'), '>', tuple(after.at, after.seq)),
        )
        .orderBy('old.at')
        .orderBy('old.seq');
  const rows = await some.execute();
  return rows.map(({ spare, ...entry }) => ({ ...entry, isSpare: spare === 1 }));
}

/** Deletes entries. Their texts leave the search index later (`db/search-merges`). */
export async function deleteEntries(tx: Tx, seqs: number[]): Promise<void> {
  const keys = seqs.map((seq) => ({ seq }));
  await withoutMerges(tx, async () => void (await deleteRows(tx, 'change', keys)));
}
