import { spawnSync } from 'node:child_process';
import postgres from 'postgres';

/**
 * Prepares a PostgreSQL server for a measurement, after everything was moved to it.
 *
 * - It vacuums the tables. The server would do that by itself some minutes later, in the middle of the measurement.
 * - It gives the server's processes the priority SCHED_IDLE: they use only processor time that no other program wants,
 *   because in reality the database has a machine of its own. Where the program `chrt` is missing, nothing happens.
 */
export async function settlePostgres(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql`vacuum`;
  const sessions = await sql<{ pid: number }[]>`select pid from pg_stat_activity
    union all select cast(split_part(pg_read_file('postmaster.pid'), chr(10), 1) as integer)`;
  await sql.end();
  for (const { pid } of sessions) spawnSync('chrt', ['--idle', '--pid', '0', String(pid)]);
}
