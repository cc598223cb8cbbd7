import { sql } from 'kysely';
import type { Db, Tx } from '../../db/schema.ts';
import { deleteRows } from '../../db/sent-rows.ts';

/** Counts the events without an entry in the log. */
export async function eventCount(db: Db): Promise<number> {
  const { events } = await db
    .selectFrom('unlogged_event')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow();
  return events;
}

/** Reads the next events after an id, each with the owner of its app or the author of its batch; '' for neither. */
export async function eventsAfter(
  db: Db,
  after: number,
  most: number,
): Promise<{ id: number; person: string }[]> {
  const { rows } = await sql<{ id: number; person: string }>`
    select id, coalesce(case when type = 'batch.done'
      then (select batch."authorId" from batch where batch.id = "key")
      else (select app."ownerId" from app where app."appID" = "key") end, '') as person
    from unlogged_event where id > ${after} order by id limit ${most}`.execute(db);
  return rows;
}

/** Deletes events without an entry in the log. */
export async function deleteEvents(tx: Tx, ids: number[]): Promise<void> {
  await deleteRows(
    tx,
    'unlogged_event',
    ids.map((id) => ({ id })),
  );
}
