import { limits } from '@adwarden/contract/limits';
import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import { type Selectable, sql } from 'kysely';
import { databaseNow, nowMs } from '../../../db/now.ts';
import type { WebhookTable } from '../../../db/schema.notifications.ts';
import type { Db, Tx } from '../../../db/schema.ts';
import type { Outcome, StoredDelivery, StoredWebhook } from './webhooks.table.ts';

const stored = (row: Selectable<WebhookTable>): StoredWebhook => ({
  ...row,
  events: JSON.parse(row.events),
});
const columnsOf = <Row extends Partial<StoredWebhook>>({ events, ...columns }: Row) => ({
  ...columns,
  ...(events && { events: JSON.stringify(events) }),
});

type Page = { page: number; pageSize: number };

/** Returns a page of the webhooks, the oldest first. */
export async function pageOfWebhooks(db: Db, { page, pageSize }: Page) {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .orderBy('createdAt')
    .orderBy('id')
    .limit(pageSize)
    .offset(page * pageSize)
    .execute();
  return { rows: rows.map(stored), total: await countWebhooks(db) };
}

export async function countWebhooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findWebhook(db: Db, id: string): Promise<StoredWebhook | undefined> {
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
  return row && stored(row);
}

export async function insertWebhook(tx: Tx, webhook: StoredWebhook): Promise<void> {
  const { events, ...columns } = webhook;
  await tx
    .insertInto('webhook')
    .values({ ...columns, events: JSON.stringify(events) })
    .execute();
}

/** Changes some columns of a webhook. */
export async function updateWebhook(
  tx: Tx,
  id: string,
  changes: Partial<StoredWebhook>,
): Promise<void> {
  await tx.updateTable('webhook').set(columnsOf(changes)).where('id', '=', id).execute();
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhook').where('id', '=', id).execute();
}

/** Returns a page of the deliveries of a webhook, the newest first; without the events themselves. */
export async function pageOfDeliveries(db: Db, webhookId: string, { page, pageSize }: Page) {
  const all = db.selectFrom('webhook_delivery').where('webhookId', '=', webhookId);
  const [rows, { total }] = await Promise.all([
    all
      .select(['id', 'kind', 'eventId', 'type', 'text', 'state', 'status', 'error'])
      .select(['tries', 'ms', 'firstAt', 'lastAt', 'urgent'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export async function findDelivery(
  db: Db,
  webhookId: string,
  id: number,
): Promise<StoredDelivery | undefined> {
  const row = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, event: JSON.parse(row.event) };
}

/** Stores a try of an event: in its delivery that waits for another try, or in a new one. */
export async function saveTry(
  tx: Tx,
  webhookId: string,
  event: SentEvent,
  { status, error, ms, state }: Outcome & Pick<StoredDelivery, 'state'>,
): Promise<void> {
  const lastAt = await databaseNow(tx);
  const urgent = event.urgent ? 'on' : 'off';
  const waiting = await tx
    .selectFrom('webhook_delivery')
    .select(['id', 'tries'])
    .where('webhookId', '=', webhookId)
    .where('eventId', '=', event.id)
    .where('urgent', '=', urgent)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  const tried = { state, status, error, ms, lastAt, tries: (waiting?.tries ?? 0) + 1 };
  if (waiting) await updateDelivery(tx, waiting.id, tried);
  else {
    const { id: eventId, type, text } = event;
    const about = {
      webhookId,
      kind: 'event' as const,
      eventId,
      type,
      text,
      event,
      urgent,
    } as const;
    await insertDelivery(tx, { ...about, ...tried, firstAt: lastAt });
  }
}

/** Deletes the deliveries of an event that wait for another try, because it has arrived in another delivery. */
export async function deleteWaiting(tx: Tx, webhookId: string, eventId: string): Promise<void> {
  await tx
    .deleteFrom('webhook_delivery')
    .where('webhookId', '=', webhookId)
    .where('eventId', '=', eventId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Stores a delivery, and deletes the webhook's deliveries that are too many. Returns its number. */
export async function insertDelivery(
  tx: Tx,
  { event, ...columns }: Omit<StoredDelivery, 'id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('webhook_delivery')
    .values({ ...columns, event: JSON.stringify(event) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { webhookId } = columns;
  await tx
    .deleteFrom('webhook_delivery')
    .where('webhookId', '=', webhookId)
    .where('id', '<=', (old) =>
      old
        .selectFrom('webhook_delivery as kept')
        .select('kept.id')
        .where('kept.webhookId', '=', webhookId)
        .orderBy('kept.id', 'desc')
        .limit(1)
        .offset(limits.webhooks.deliveries),
    )
    .execute();
  return id;
}

async function updateDelivery(
  tx: Tx,
  id: number,
  changes: Partial<Omit<StoredDelivery, 'id' | 'event'>>,
): Promise<void> {
  await tx.updateTable('webhook_delivery').set(changes).where('id', '=', id).execute();
}

/** Returns the webhooks that are on, each with whether it may be tried now. */
export async function enabledWebhooks(db: Db): Promise<(StoredWebhook & { isDue: boolean })[]> {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .select(sql<number>`case when "nextAt" <= ${nowMs} then 1 else 0 end`.as('due'))
    .where('enabled', '=', 'on')
    .orderBy('nextAt')
    .execute();
  return rows.map(({ due: isDue, ...row }) => ({ ...stored(row), isDue: isDue === 1 }));
}

/** Returns a webhook, if it may be tried now. */
export async function findDue(db: Db, id: string): Promise<StoredWebhook | undefined> {
  const row = await due(db).where('id', '=', id).executeTakeFirst();
  return row && stored(row);
}

const due = (db: Db) =>
  db.selectFrom('webhook').selectAll().where('enabled', '=', 'on').where('nextAt', '<=', nowMs);

/** Changes columns of a webhook. Returns false when somebody has changed it since it was read, or has delivered meanwhile. */
export async function updateUnchanged(
  tx: Tx,
  { id, changedAt, seq, unlogged, steps }: StoredWebhook,
  changes: Partial<StoredWebhook>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook')
    .set({ ...columnsOf(changes), steps: steps + 1 })
    .where('id', '=', id)
    .where('enabled', '=', 'on')
    .where('steps', '=', steps)
    .where('changedAt', '=', changedAt)
    .where('seq', '=', seq)
    .where('unlogged', '=', unlogged)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Counts the webhooks in each state. */
export async function countByState(db: Db) {
  const rows = await db
    .selectFrom('webhook')
    .select(['enabled', ({ fn }) => fn.count<number>('failingSince').as('failing')])
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select(sql<number>`count(case when ${sql.ref('offReason')} <> '' then 1 end)`.as('stopped'))
    .groupBy('enabled')
    .execute();
  const on = rows.find(({ enabled }) => enabled === 'on');
  const failing = on?.failing ?? 0;
  const off = rows.find(({ enabled }) => enabled === 'off');
  const stopped = off?.stopped ?? 0;
  return { on: (on?.all ?? 0) - failing, failing, off: (off?.all ?? 0) - stopped, stopped };
}

/** Returns the sealed parts of each webhook; they are few enough for one answer. */
export function sealedWebhooks(db: Db): Promise<Pick<WebhookTable, 'id' | 'sealed'>[]> {
  return db.selectFrom('webhook').select(['id', 'sealed']).execute();
}

/** Replaces the sealed parts of a webhook, unless they were changed meanwhile. */
export async function replaceSealed(
  db: Db,
  { id, sealed }: Pick<WebhookTable, 'id' | 'sealed'>,
  renewed: string,
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ sealed: renewed })
    .where('id', '=', id)
    .where('sealed', '=', sealed)
    .execute();
}
