import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/schema.ts';
import { deleteRows } from '../../../db/sent-rows.ts';
import { foundAtOnce } from '../../../pruning/pruning.store.ts';

/**
 * Finds the ids of some items of bells that can go: items from before a time (epoch ms), and items of a person beyond
 * `ofPerson`. Then everybody who has caused items loses the oldest ones. An item that waits for a decision stays.
 */
export async function spareItems(
  db: Db,
  { before, ofPerson }: { before: number; ofPerson: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, at, row_number() over (
        partition by "accountKind", "accountId" order by turn, at desc, id desc) as place
      from (
        select *, row_number() over (
          partition by "accountKind", "accountId", causer order by at desc, id desc) as turn
        from bell_item where kind <> 'approval-waits') as item) as item
    where at < ${before} or place > ${ofPerson}
    union all
    select id from bell_item where kind = 'approval-waits' and not exists (
      select 1 from change_request where id = bell_item."key" and state = 'in-review')
    limit ${foundAtOnce}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes items of bells. */
export async function deleteItems(tx: Tx, ids: number[]): Promise<void> {
  await deleteRows(
    tx,
    'bell_item',
    ids.map((id) => ({ id })),
  );
}
