import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { Tx } from '../../db/schema.ts';
import type { PastedListTable } from '../../db/schema.views.ts';
import { isInNoView } from '../../sight/pasted-lists.store.ts';

/** Stores a list; returns its id, or that of the person's list with the same terms. */
export async function saveList(
  tx: Tx,
  list: Omit<PastedListTable, 'usedAt'>,
): Promise<{ id: string }> {
  return tx
    .insertInto('pasted_list')
    .values({ ...list, usedAt: nowMs })
    .onConflict((conflict) =>
      conflict
        .columns(['ownerKind', 'ownerId', 'digest'])
        .doUpdateSet((eb) => ({ usedAt: eb.ref('excluded.usedAt') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Deletes the lists of a person that are older than the newest ones, except those that a saved view names. */
export async function deleteOlder(
  tx: Tx,
  { ownerKind, ownerId }: Pick<PastedListTable, 'ownerKind' | 'ownerId'>,
): Promise<void> {
  await sql`delete from pasted_list where "ownerKind" = ${ownerKind} and "ownerId" = ${ownerId}
    and id not in (
      select id from pasted_list where "ownerKind" = ${ownerKind} and "ownerId" = ${ownerId}
      order by "usedAt" desc, id limit ${limits.kept.pastedLists.ofPerson})
    and ${isInNoView}`.execute(tx);
}
