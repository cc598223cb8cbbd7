import { restoredReason } from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { unclaim } from '../../../db/claim.ts';
import type { Db, Tx } from '../../../db/schema.ts';
import type { LackingSite } from '../rules/app-ads.ts';
import type { SeenEdge } from '../rules/edges.ts';
import type { UnsentMail } from '../rules/mail.ts';
import type { OffWebhook } from '../rules/webhooks.ts';

/** Counts the changes that were scheduled before a restore of the database, and have waited for an administrator since. */
export async function countRestoredChanges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('change_request')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'in-review')
    .where('reason', '=', restoredReason)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists all edges by name, each with the time of its last report. */
export function seenEdges(db: Db): Promise<SeenEdge[]> {
  return db
    .selectFrom('edge')
    .select(['name', ({ fn }) => fn.max<number>('lastSeenAt').as('lastSeenAt')])
    .groupBy('name')
    .orderBy('name')
    .execute();
}

/** Lists the webhooks that Adwarden has turned off, by name. */
export function offWebhooks(db: Db): Promise<OffWebhook[]> {
  return db
    .selectFrom('webhook')
    .select(['id', 'name', 'offReason'])
    .where('enabled', '=', 'off')
    .where('offReason', '!=', '')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Lists the people to whom no mail was sent since a time, by address. */
export function unsentMail(db: Db, since: number): Promise<UnsentMail[]> {
  return db
    .selectFrom('mail_subscriber')
    .innerJoin('admin', 'admin.id', 'mail_subscriber.adminId')
    .select(['admin.id', 'admin.email', 'mail_subscriber.lastError'])
    .where('mail_subscriber.failingSince', '<=', since)
    .orderBy('admin.email')
    .execute();
}

/** Lists the first accounts whose sites lacked lines when they were last read. */
export async function lackingSites(db: Db): Promise<LackingSite[]> {
  const rows = await db
    .selectFrom('app_account')
    .select(['accountName', 'site', 'missing'])
    .where('missing', '<>', '')
    .orderBy('accountKey')
    .limit(limits.appAds.findings)
    .execute();
  return rows.map(({ missing, ...row }) => ({ ...row, missing: missing ?? '' }));
}

/** Requests a run soon: the next look of any node begins it. */
export const askForRun = (tx: Tx): Promise<void> => unclaim(tx, 'findingsRunAt');

/** Tells whether a batch of so many apps runs, on any node, that its apps are judged with all others after its end. */
export async function isLargeBatchRunning(db: Db): Promise<boolean> {
  const large = await db
    .selectFrom('batch')
    .select('id')
    .where('state', '=', 'running')
    .where('total', '>', limits.batches.compared)
    .limit(1)
    .executeTakeFirst();
  return large !== undefined;
}
