import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { mostToFollow } from '../changes/changes.store.ts';
import type { Db, Schema } from '../db/schema.ts';

/** What an entry counts for: its JSON. SQLite reads it from an index (migration 0020), PostgreSQL without reading the text. */
const bytesOf = (entry: 'change' | 'old') => sql<number>`octet_length(${sql.ref(`${entry}.row`)})`;

export type OfPerson = { actorId: string; rows: number; bytes: number };

/** How many entries each person has made, and their bytes; the system is a person without an id. */
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

/** Whether the same thing has a later entry. */
const hasLater = ({ exists, selectFrom }: Entry) =>
  exists(
    selectFrom('change as later')
      .select('later.seq')
      .whereRef('later.entity', '=', 'old.entity')
      .whereRef('later.key', '=', 'old.key')
      .whereRef('later.seq', '>', 'old.seq'),
  );

/** Whether the thing was pruned itself. The entry of a batch stays beside those of its apps, which are shown below it. */
const isPruned = sql<SqlBool>`case old.entity
  when 'pause' then not exists (select 1 from pause where id = old."key")
  when 'change-request' then not exists (select 1 from change_request where id = old."key")
  when 'batch' then not exists (select 1 from batch where id = old."key")
    and not exists (select 1 from change where batch = old."key")
  else false end`;

/** Whether it is about an app that is gone, and a follower that has not read it loads all apps again anyway. */
const isOfDeletedApp = sql<SqlBool>`(old.entity in ('app', 'app-configuration', 'finding')
  and not exists (select 1 from app where "appID" = old."key")
  and old.seq < (select max(seq) from change) - ${sql.lit(mostToFollow)})`;

export type SpareEntry = { seq: number; at: number; bytes: number };

/**
 * The next entries that may be deleted, the oldest first. The last entry of a thing stays as long as the thing exists. A
 * deleted app is restored from its last entry, so this one is deleted only when its person has too many.
 */
export function spareEntries(
  db: Db,
  which: Which,
  { after, limit }: { after: Pick<SpareEntry, 'seq' | 'at'>; limit: number },
): Promise<SpareEntry[]> {
  const entries = db
    .selectFrom('change as old')
    .select(['old.seq', 'old.at', bytesOf('old').as('bytes')])
    .limit(limit);
  if ('actorId' in which) {
    return entries
      .where('old.actorId', '=', which.actorId)
      .where('old.seq', '>', after.seq)
      .where((eb) => eb.or([hasLater(eb as never), isPruned, isOfDeletedApp]))
      .orderBy('old.seq')
      .execute();
  }
  // By time and not by seq: otherwise SQLite reads the whole log to find that nothing in it is old.
  return entries
    .where('old.at', '<', which.before)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('old.at', 'old.seq'), '>', tuple(after.at, after.seq)),
    )
    .where((eb) => eb.or([hasLater(eb as never), isPruned]))
    .orderBy('old.at')
    .orderBy('old.seq')
    .execute();
}

export async function deleteEntries(db: Db, seqs: number[]): Promise<void> {
  await db.deleteFrom('change').where('seq', 'in', seqs).execute();
}
