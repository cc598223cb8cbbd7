import { restoredReason } from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { unclaim } from '../../../db/claim.ts';
import type { Db, Tx } from '../../../db/schema.ts';
import type { LackingSite } from '../rules/app-ads.ts';
import type { SeenEdge } from '../rules/edges.ts';
import type { UnsentMail } from '../rules/mail.ts';
import type { SigningAdmin } from '../rules/second-factors.ts';
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

/** Lists the administrators who are enabled and have a password of their own, the oldest first. */
export async function signingAdmins(db: Db): Promise<SigningAdmin[]> {
  const ofAdmin = (table: 'factor' | 'recovery_code') =>
    sql`from ${sql.table(table)} of_admin where of_admin.kind = 'admin' and of_admin."accountId" = admin.id`;
  const rows = await db
    .selectFrom('admin')
    .select(['id', 'email', 'role'])
    .select(
      sql<number>`(select count(*) ${ofAdmin('factor')} and of_admin."confirmedAt" is not null)`.as(
        'factors',
      ),
    )
    .select(
      sql<number>`(select count(*) ${ofAdmin('recovery_code')} and of_admin."usedAt" is null)`.as(
        'codesLeft',
      ),
    )
    .where('enabled', '=', 'on')
    .where('passwordHash', '!=', '')
    .where('passwordEndsAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ role, factors, codesLeft, ...row }) => ({
    ...row,
    isViewer: role === 'viewer',
    hasFactor: Number(factors) > 0,
    codesLeft: Number(codesLeft),
  }));
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
