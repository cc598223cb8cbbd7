import { limits } from '@adwarden/contract/limits';
import type { Db } from '../db/schema.ts';
import { changesHolding, isSearchable } from '../db/text-search.ts';
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

/** Reads the entries that a batch wrote for some apps and their configurations, in the order of the log. */
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
    seq,
    entity,
    key,
    action,
    row: JSON.parse(row),
    earlier: earlier && { action: earlier.action, row: JSON.parse(earlier.row) },
  }));
}

/** Counts the things that each of these batches has changed. With `ownerId` it counts only apps that this user owns now. */
export async function sizesOfBatches(
  db: Db,
  batches: string[],
  ownerId: string | undefined,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  // A statement for each: a batch may have 200,000 entries (ADR 65).
  for (const batch of new Set(batches)) {
    const things = db
      .selectFrom('change')
      .select('change.key')
      .distinct()
      .where('change.batch', '=', batch)
      .$if(ownerId !== undefined, (query) =>
        query.where('change.key', 'in', (eb) =>
          eb
            .selectFrom('app')
            .select('app.appID')
            .where('app.ownerId', '=', ownerId ?? ''),
        ),
      );
    const { size } = await db
      .selectFrom(things.as('things'))
      .select(({ fn }) => fn.countAll<number>().as('size'))
      .executeTakeFirstOrThrow();
    sizes.set(batch, size);
  }
  return sizes;
}

const wholeLog = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

/** Finds the batches whose entries contain a word, among the newest of these entries (`limits.changes.found`, ADR 74). */
export async function batchesHolding(db: Db, word: string): Promise<string[]> {
  if (!isSearchable(word)) return [];
  const entries = db
    .selectFrom(changesHolding(db, [word], wholeLog).as('holding'))
    .select('holding.seq')
    .orderBy('holding.seq', 'desc')
    .limit(limits.changes.found);
  const rows = await db
    .selectFrom(entries.as('found'))
    .innerJoin('change', 'change.seq', 'found.seq')
    .select('change.batch')
    .distinct()
    .where('change.batch', 'is not', null)
    .execute();
  return rows.flatMap(({ batch }) => batch ?? []);
}
