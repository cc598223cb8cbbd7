import type { Db, Tx } from '../../../db/schema.ts';
import type { Position } from '../../events/events.table.ts';

/** Returns the positions of a webhook in the events of people, where they are further than the webhook itself. */
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

/** Stores the position of a webhook in the events of a person. */
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

/** Deletes positions of people and alarms that the webhook has passed. */
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
