import type { Db } from '../db/schema.ts';
import { changeColumns, changesBySeq } from './changes.store.ts';

/** An entry that a batch made, and the state and action of the entry before it of the same thing. */
export type BatchEntry = {
  seq: number;
  entity: string;
  key: string;
  action: string;
  row: Record<string, unknown>;
  earlier: { action: string; row: Record<string, unknown> } | null;
};

/** What a batch wrote of some apps and of their configurations, in the order of the log. */
export async function entriesOfBatch(
  db: Db,
  batch: string,
  appIDs: string[],
): Promise<BatchEntry[]> {
  if (appIDs.length === 0) return [];
  const rows = await db
    .selectFrom('change')
    .select(changeColumns)
    .select((eb) =>
      eb
        .selectFrom('change as earlier')
        .select('earlier.seq')
        .whereRef('earlier.entity', '=', 'change.entity')
        .whereRef('earlier.key', '=', 'change.key')
        .whereRef('earlier.seq', '<', 'change.seq')
        .orderBy('earlier.seq', 'desc')
        .limit(1)
        .as('earlierSeq'),
    )
    .where('change.batch', '=', batch)
    .where('change.key', 'in', appIDs)
    .where('change.entity', 'in', ['app', 'app-configuration'])
    .orderBy('change.seq')
    .execute();
  const seqs = rows.flatMap(({ earlierSeq }) => (earlierSeq === null ? [] : [earlierSeq]));
  const earlier = new Map((await changesBySeq(db, seqs)).map((row) => [row.seq, row]));
  return rows.map(({ seq, entity, key, action, row, earlierSeq }) => {
    const before = earlier.get(earlierSeq ?? -1);
    return {
      ...{ seq, entity, key, action },
      row: JSON.parse(row),
      earlier: before ? { action: before.action, row: JSON.parse(before.row) } : null,
    };
  });
}
