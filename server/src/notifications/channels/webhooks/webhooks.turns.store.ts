import type { Db, Tx } from '../../../db/schema.ts';
import type { Position } from '../../events/events.table.ts';

/** How far a webhook is with the events of people, where that is further than the webhook itself. */
export function positionsOfCausers(
  db: Db,
  webhookId: string,
): Promise<(Position & { causer: string })[]> {
  return db
    .selectFrom('webhook_causer')
    .select(['causer', 'seq', 'unlogged'])
    .where('webhookId', '=', webhookId)
    .execute();
}

/** Stores how far a webhook is with the events of a person. */
export async function savePositionOfCauser(
  tx: Tx,
  webhookId: string,
  causer: string,
  position: Position,
): Promise<void> {
  await tx
    .insertInto('webhook_causer')
    .values({ webhookId, causer, ...position })
    .onConflict((conflict) => conflict.columns(['webhookId', 'causer']).doUpdateSet(position))
    .execute();
}

/** Deletes what is known of people and of alarms, of a webhook that has passed it. */
export async function deletePassed(
  tx: Tx,
  webhookId: string,
  { seq, unlogged }: Position,
): Promise<void> {
  for (const table of ['webhook_causer', 'webhook_alarm'] as const) {
    await tx
      .deleteFrom(table)
      .where('webhookId', '=', webhookId)
      .where('seq', '<=', seq)
      .where('unlogged', '<=', unlogged)
      .execute();
  }
}
