import { spawnSync } from 'node:child_process';
import postgres from 'postgres';

/**
 * Vacuums a PostgreSQL server's tables, after everything was moved to it. The server would do that by itself some minutes
 * later, in the middle of the measurement.
 */
export async function vacuumPostgres(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql`vacuum analyze`;
  await sql.end();
}

/**
 * Vacuums a PostgreSQL server, and gives its processes the priority SCHED_IDLE: they use only processor time that no other
 * program wants, because in reality the database has a machine of its own. Where the program `chrt` is missing, they keep
 * their priority.
 */
export async function settlePostgres(url: string): Promise<void> {
  await vacuumPostgres(url);
  const sql = postgres(url, { max: 1 });
  const sessions = await sql<{ pid: number }[]>`select pid from pg_stat_activity
    union all select cast(split_part(pg_read_file('postmaster.pid'), chr(10), 1) as integer)`;
  await sql.end();
  for (const { pid } of sessions) spawnSync('chrt', ['--idle', '--pid', '0', String(pid)]);
}
