import { sql } from 'kysely';
import type { Db, Tx } from '../../db/schema.ts';
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

const rowsAtOnce = 100;

export async function deleteFindings(tx: Tx, rows: FindingKey[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const keys = rows
      .slice(start, start + rowsAtOnce)
      .map(({ appID, rule, field }) => sql`(${appID}, ${rule}, ${field})`);
    await tx
      .deleteFrom('finding')
      .where(sql<boolean>`("appID", rule, field) in (values ${sql.join(keys)})`)
      .execute();
  }
}

export async function insertFindings(tx: Tx, rows: FindingRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await tx
      .insertInto('finding')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
  }
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
