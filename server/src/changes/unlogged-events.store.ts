import type { FindingRule } from '@adwarden/contract/findings/rules';
import { type RawBuilder, sql } from 'kysely';
import { nowMs } from '../db/now.ts';
import type { BatchTable } from '../db/schema.batches.ts';
import type { Tx } from '../db/schema.ts';
import { sentValues } from '../db/sent-rows.ts';

/** What a batch was when it ended. */
export type EndedBatch = Pick<
  BatchTable,
  | 'title'
  | 'kind'
  | 'state'
  | 'total'
  | 'changed'
  | 'requested'
  | 'skipped'
  | 'failed'
  | 'authorKind'
  | 'authorId'
  | 'authorName'
>;

/**
 * What happened without an entry in the log of changes. `key`: an app ID, '' for the installation; the id of a batch.
 */
export type UnloggedEvent =
  | {
      type: 'finding.opened' | 'finding.closed';
      key: string;
      facts: { rule: FindingRule; field: string; detail: string };
    }
  | { type: 'batch.done'; key: string; facts: EndedBatch };

const atOnce = 500;

/**
 * The statements that store events; notifications/ reads them. Run them in the transaction of what happened, after its
 * entries of the log. The transaction must have the turn of the writers.
 */
export function insertsOfEvents(tx: Tx, events: UnloggedEvent[]): RawBuilder<unknown>[] {
  const inserts: RawBuilder<unknown>[] = [];
  for (let start = 0; start < events.length; start += atOnce) {
    const rows = events
      .slice(start, start + atOnce)
      .map(({ type, key, facts }) => [type, key, JSON.stringify(facts)]);
    inserts.push(sql`insert into unlogged_event (at, type, "key", facts, "afterSeq")
      select ${nowMs}, value ->> 0, value ->> 1, value ->> 2,
        (select coalesce(max(seq), 0) from change) from ${sentValues(tx, rows)} as sent`);
  }
  return inserts;
}

/** Stores that a batch has ended. */
export async function addBatchDone(tx: Tx, key: string, facts: EndedBatch): Promise<void> {
  for (const insert of insertsOfEvents(tx, [{ type: 'batch.done', key, facts }])) {
    await insert.execute(tx);
  }
}
