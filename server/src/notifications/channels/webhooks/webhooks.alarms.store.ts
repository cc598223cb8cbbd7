import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { nowMs } from '../../../db/now.ts';
import type { WebhookAlarmTable } from '../../../db/schema.notifications.ts';
import type { Db, Tx } from '../../../db/schema.ts';
import type { Position } from '../../events/events.table.ts';

export type StoredAlarm = Selectable<WebhookAlarmTable>;

/** Builds the condition that names an alarm of a webhook. */
const oneOf = (webhookId: string, { seq, unlogged }: Position) =>
  sql<boolean>`"webhookId" = ${webhookId} and seq = ${seq} and unlogged = ${unlogged}`;

/** Counts the alarms of a webhook by the person who caused them and by rank: all, and those that have arrived. */
export function countAlarms(db: Db, webhookId: string) {
  return db
    .selectFrom('webhook_alarm')
    .select(['causer', 'rank'])
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('arrivedAt').as('arrived'),
    ])
    .where('webhookId', '=', webhookId)
    .groupBy(['causer', 'rank'])
    .execute();
}

/** Stores alarms that are not stored yet. */
export async function insertAlarms(
  tx: Tx,
  rows: readonly Omit<Insertable<WebhookAlarmTable>, 'at' | 'tries' | 'nextAt'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('webhook_alarm')
    .values(rows.map((row) => ({ ...row, at: nowMs, tries: 0, nextAt: 0 })))
    .onConflict((conflict) => conflict.columns(['webhookId', 'seq', 'unlogged']).doNothing())
    .execute();
}

/** Stores the position up to which the events of a webhook were searched for alarms. */
export async function saveExamined(
  tx: Tx,
  webhookId: string,
  { seq, unlogged }: Position,
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ alarmSeq: seq, alarmUnlogged: unlogged })
    .where('id', '=', webhookId)
    .execute();
}

/**
 * Returns the next alarms of a webhook that have not arrived: first those that may be tried now, then those that no owner has
 * caused; people take turns. With `inOrder`, an alarm waits for an earlier one about the same thing.
 */
export async function nextAlarms(
  db: Db,
  webhookId: string,
  { most, inOrder }: { most: number; inOrder: boolean },
): Promise<(StoredAlarm & { isDue: boolean })[]> {
  const { rows } = await sql<StoredAlarm & { due: number }>`
    select *, case when "nextAt" <= ${nowMs} then 1 else 0 end as due from (
      select *, row_number() over (
        partition by "nextAt" <= ${nowMs}, rank, causer order by at, seq, unlogged) as place
      from webhook_alarm as alarm where "webhookId" = ${webhookId} and "arrivedAt" is null
        and not (${inOrder ? sql`true` : sql`false`} and exists (
          select 1 from webhook_alarm as earlier
          where earlier."webhookId" = alarm."webhookId" and earlier.thing = alarm.thing
            and earlier."arrivedAt" is null and earlier.seq < alarm.seq))) as alarms
    order by due desc, rank, place, at, seq, unlogged limit ${most}`.execute(db);
  return rows.map(({ due, ...row }) => ({ ...row, isDue: due === 1 }));
}

/** Tells whether a receiver has taken an alarm ahead of its turn. */
export async function hasArrived(db: Db, webhookId: string, number: Position): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_alarm')
    .select('arrivedAt')
    .where(oneOf(webhookId, number))
    .executeTakeFirst();
  return (row?.arrivedAt ?? null) !== null;
}

/** Changes some columns of an alarm; returns false when its turn has come meanwhile. */
export async function updateAlarm(
  tx: Tx,
  webhookId: string,
  number: Position,
  changes: Partial<Pick<StoredAlarm, 'tries' | 'nextAt' | 'arrivedAt'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_alarm')
    .set(changes)
    .where(oneOf(webhookId, number))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteAlarm(tx: Tx, webhookId: string, number: Position): Promise<void> {
  await tx.deleteFrom('webhook_alarm').where(oneOf(webhookId, number)).execute();
}

/** Lets the alarms of a webhook be tried at once. */
export async function wakeAlarms(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_alarm')
    .set({ nextAt: 0 })
    .where('webhookId', '=', webhookId)
    .execute();
}
