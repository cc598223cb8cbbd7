import { sql } from 'kysely';
import type { Db, Tx } from '../../db/schema.ts';
import { insertRows, sentValues } from '../../db/sent-rows.ts';
import type { FindingKey, FindingRow } from './findings.table.ts';

/** The stored findings of some apps. */
export function findingsOf(db: Db, appIDs: string[]): Promise<FindingRow[]> {
  return db.selectFrom('finding').selectAll().where('appID', 'in', appIDs).execute();
}

export function findFinding(db: Db, { appID, rule, field }: FindingKey) {
  return db
    .selectFrom('finding')
    .selectAll()
    .where('appID', '=', appID)
    .where('rule', '=', rule)
    .where('field', '=', field)
    .executeTakeFirst();
}

export async function deleteFindings(tx: Tx, rows: FindingKey[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = sentValues(
    tx,
    rows.map(({ appID, rule, field }) => [appID, rule, field]),
  );
  await sql`delete from finding where ("appID", rule, field) in
    (select value ->> 0, value ->> 1, value ->> 2 from ${keys} as gone)`.execute(tx);
}

export const insertFindings = (tx: Tx, rows: FindingRow[]) => insertRows(tx, 'finding', rows);

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
