import { spawnSync } from 'node:child_process';
import postgres from 'postgres';

/**
 * Prepares a PostgreSQL server, to which everything was just moved, for a measurement. Its tables are vacuumed, as it
 * does by itself in the minutes after a move. Its processes get only processor time that nothing else uses, if `chrt` is
 * installed: in reality the database runs on another machine than the ads.
 */
export async function settlePostgres(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql`vacuum`;
  const sessions = await sql<{ pid: number }[]>`select pid from pg_stat_activity
    union all select cast(split_part(pg_read_file('postmaster.pid'), chr(10), 1) as integer)`;
  await sql.end();
  for (const { pid } of sessions) spawnSync('chrt', ['--idle', '--pid', '0', String(pid)]);
}
