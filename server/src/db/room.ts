import { sql } from 'kysely';
import type { Tx } from './schema.ts';
import { isPostgres } from './which.ts';

/** The share of pages that may stay empty, as room for the next writes. */
const keptShare = 0.05;

/**
 * Gives up to `most` empty pages of the embedded database back to the disk; returns how many. A file that was made before 0.4.0
 * gives none (ADR 114), nor does PostgreSQL, which does it by itself.
 */
export async function giveRoomBack(tx: Tx, most: number): Promise<number> {
  if (isPostgres(tx)) return 0;
  const { rows } = await sql<{ pages: number; empty: number; mode: number }>`
    select page_count as pages, freelist_count as empty, auto_vacuum as mode
    from pragma_page_count, pragma_freelist_count, pragma_auto_vacuum`.execute(tx);
  const [{ pages, empty, mode } = { pages: 0, empty: 0, mode: 0 }] = rows;
  const incremental = 2;
  const given = Math.min(most, Math.floor(empty - keptShare * pages));
  if (mode !== incremental || given <= 0) return 0;
  await sql`pragma incremental_vacuum(${sql.lit(given)})`.execute(tx);
  return given;
}
