import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { EdgeTable } from '../../db/schema.requests.ts';
import type { Db } from '../../db/schema.ts';

const silentMs = limits.edges.silentSeconds * 1000;

/** The report of an edge's process. */
export type EdgeReport = Pick<EdgeTable, 'name' | 'process' | 'version' | 'lagMs'>;

/** Stores the report of an edge's process, in one statement. A new process beyond `limits.edges.processes` is left out. */
export async function storeReport(db: Db, report: EdgeReport): Promise<void> {
  const { name, process, version, lagMs } = report;
  // PostgreSQL needs the types of values that are selected.
  await sql`
    insert into edge (name, process, version, "firstSeenAt", "lastSeenAt", "lagMs")
    select cast(${name} as text), cast(${process} as bigint), cast(${version} as text), ${nowMs}, ${nowMs},
      cast(${lagMs} as bigint)
    where (select count(*) from edge) < ${sql.lit(limits.edges.processes)}
      or exists (select 1 from edge where name = ${name} and process = ${process})
    on conflict (name, process) do update set
      version = excluded.version, "lastSeenAt" = excluded."lastSeenAt", "lagMs" = excluded."lagMs"
  `.execute(db);
}

/** Reads all processes of edges, or those of one edge, with the time by the database's clock. */
export async function readProcesses(
  db: Db,
  name?: string,
): Promise<{ processes: EdgeTable[]; now: number }> {
  const rows = await db
    .selectFrom('edge')
    .selectAll()
    .select(nowMs.as('now'))
    .$if(name !== undefined, (query) => query.where('name', '=', String(name)))
    .orderBy('name')
    .orderBy('process')
    .execute();
  return {
    processes: rows.map(({ now: _, ...process }) => process),
    now: rows[0]?.now ?? 0,
  };
}

/** Deletes a process of an edge, and the processes that ended before, from when the edge had more of them. */
export async function deleteProcess(
  db: Db,
  { name, process }: Pick<EdgeTable, 'name' | 'process'>,
): Promise<void> {
  await db
    .deleteFrom('edge')
    .where('name', '=', name)
    .where(({ eb, or }) =>
      or([
        eb('process', '=', process),
        eb('lastSeenAt', '<', sql<number>`${nowMs} - ${sql.lit(silentMs)}`),
      ]),
    )
    .execute();
}

/** Deletes the processes of an edge. */
export async function deleteEdge(db: Db, name: string): Promise<void> {
  await db.deleteFrom('edge').where('name', '=', name).execute();
}
