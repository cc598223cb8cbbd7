import type { Db } from '../db/schema.ts';
import { readWithEarlier } from './changes.store.ts';

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
  const rows = await readWithEarlier(
    db,
    db
      .selectFrom('change')
      .where('change.batch', '=', batch)
      .where('change.key', 'in', appIDs)
      .where('change.entity', 'in', ['app', 'app-configuration'])
      .orderBy('change.seq'),
  );
  return rows.map(({ seq, entity, key, action, row, earlier }) => ({
    ...{ seq, entity, key, action },
    row: JSON.parse(row),
    earlier: earlier && { action: earlier.action, row: JSON.parse(earlier.row) },
  }));
}
