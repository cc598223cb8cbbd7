import { restoredReason } from '@adwarden/contract/change-requests/change-requests';
import { forgetKeptMinute } from './kept-time.ts';
import { databaseNow } from './now.ts';
import type { Db, Tx } from './schema.ts';

/** The row of `meta` that says: the database was restored, and no server has started on it since. */
export const restoredName = 'restored';

/**
 * Stops all work of the day of the backup after a restore: scheduled changes wait for an administrator, batches that ran are
 * cancelled, and webhooks are off, because the restored database may be a copy to try something. Invitations end, and so do
 * links for a new second factor, and API keys are off until an administrator turns each on.
 */
export async function holdRestoredWork(tx: Tx): Promise<void> {
  const now = await databaseNow(tx);
  await tx
    .updateTable('change_request')
    .set({ state: 'in-review', reason: restoredReason, changedAt: now })
    .where('state', '=', 'scheduled')
    .execute();
  await tx
    .updateTable('batch')
    .set({ state: 'cancelled', endedAt: now })
    .where('state', '=', 'running')
    .execute();
  await tx
    .updateTable('webhook')
    .set({ enabled: 'off', offReason: 'The database was restored from a backup' })
    .where('enabled', '=', 'on')
    .execute();
  // An invitation that was used or ended after the backup must not be valid again.
  await tx.deleteFrom('invitation').execute();
  // A link that was used after the backup must not work again. Its account waits for a newer one, not for the password alone.
  await tx
    .updateTable('factor_link')
    .set({ tokenHash: 'restored' })
    .where('usedAt', 'is', null)
    .execute();
  // A sign-in that was finished after the backup must not be finished again.
  await tx.deleteFrom('oidc_flow').execute();
  // A refresh token that was used after the backup would end the sign-in at the provider.
  await tx.deleteFrom('oidc_grant').execute();
  // A key that was ended after the backup must not work again.
  await tx.updateTable('api_key').set({ enabled: 'off' }).where('enabled', '=', 'on').execute();
  await forgetKeptMinute(tx);
  await tx.deleteFrom('meta').where('name', '=', restoredName).execute();
}

/** Holds the work of a database whose file was restored since the last start. */
export async function holdIfRestored(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('meta')
      .select('name')
      .where('name', '=', restoredName)
      .executeTakeFirst();
    if (row) await holdRestoredWork(tx);
  });
}
