import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './schema.ts';
import { isPostgres } from './which.ts';

/*
 * SQLite's text index of the log (FTS5) marks deleted entries, and merges remove them from its pages. By itself it merges within
 * the transactions that delete, as many pages as entries, which blocked all writers for seconds. Pruning merges in slices instead
 * (ADR 113).
 */

/** FTS5's own default: it merges by itself when a level has so many segments. */
const usualMerges = 4;
/**
 * The deleted percentage at which a level is merged. A merge does not end before it finds an entry that is left, so a level must
 * not become all deleted before. It rewrites what is left, so it must not run too often.
 */
const deadShare = 50;

const command = (name: RawBuilder<unknown>, value: number) =>
  sql`insert into change_search (change_search, rank) values (${name}, ${value})`;
const setMerges = (segments: number) => command(sql`'automerge'`, segments);
const setDeadShare = command(sql`'deletemerge'`, deadShare);
const flush = sql`insert into change_search (change_search) values ('flush')`;

/**
 * Deletes entries of the log in `work`, without a merge of the text index. If the server is killed meanwhile, the index stays as
 * it was, because its options are rows of the same transaction.
 */
export async function withoutMerges(tx: Tx, work: () => Promise<void>): Promise<void> {
  if (isPostgres(tx)) return work();
  await setMerges(0).execute(tx);
  await work();
  // The flush runs here, because the commit would run it with merges.
  await flush.execute(tx);
  await setMerges(usualMerges).execute(tx);
  // This option stays: with the default, 10, FTS5 would merge in the next save what pruning leaves.
  await setDeadShare.execute(tx);
}

async function totalChanges(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Merges levels of the text index that have too many deleted entries, until `pages` pages are written. FTS5 stops only between
 * two trigrams. Returns whether there was something to do.
 */
export async function mergeSome(tx: Tx, pages: number): Promise<boolean> {
  if (isPostgres(tx)) return false;
  const before = await totalChanges(tx);
  await command(sql`'merge'`, pages).execute(tx);
  // A merge without work counts as one change.
  return (await totalChanges(tx)) - before > 1;
}
