import { sql } from 'kysely';
import { insertsOfEvents } from '../../changes/unlogged-events.store.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { insertsOf, sentValues } from '../../db/sent-rows.ts';
import { together } from '../../db/together.ts';
import type { FindingRow } from './findings.table.ts';
import { type Differences, eventsOf } from './rules/compare.ts';

/** Builds the query for the stored findings of some apps. */
export const findingsOf = (db: Db, appIDs: string[]) =>
  db.selectFrom('finding').selectAll().where('appID', 'in', appIDs);

/**
 * Deletes the `gone` findings and stores the `fresh` ones. Also stores an event for each finding that opens or closes, so `tx`
 * must hold the writers' turn.
 */
export async function replaceFindings(tx: Tx, { gone, fresh }: Differences): Promise<void> {
  const keys = sentValues(
    tx,
    gone.map(({ appID, rule, field }) => [appID, rule, field]),
  );
  const deletion = sql`delete from finding where ("appID", rule, field) in
    (select value ->> 0, value ->> 1, value ->> 2 from ${keys} as gone)`;
  const writes = [
    ...(gone.length > 0 ? [deletion] : []),
    ...insertsOf(tx, 'finding', fresh),
    ...insertsOfEvents(tx, eventsOf({ gone, fresh })),
  ];
  await together(tx, (send) => Promise.all(writes.map((write) => send(write.compile(tx)))));
}

type Mute = Pick<FindingRow, 'mutedAt' | 'mutedByKind' | 'mutedById' | 'mutedBy' | 'muteReason'>;

/** Mutes a finding, or opens it again. */
export async function setMute(tx: Tx, row: FindingRow & Mute): Promise<void> {
  const { appID, rule, field, mutedAt, mutedByKind, mutedById, mutedBy, muteReason } = row;
  await tx
    .updateTable('finding')
    .set({ mutedAt, mutedByKind, mutedById, mutedBy, muteReason })
    .where('appID', '=', appID)
    .where('rule', '=', rule)
    .where('field', '=', field)
    .execute();
}
