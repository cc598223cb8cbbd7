import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { isPostgres } from '../../../db/which.ts';
import type { Digest, Subscriber } from './mail.table.ts';

/** The most mails that are begun together, and the most errors that a mail lists. */
const most = { subscribers: 20, errors: 50 };

const subscribers = (db: Db) =>
  db
    .selectFrom('mail_subscriber')
    .innerJoin('admin', 'admin.id', 'mail_subscriber.adminId')
    .where('admin.enabled', '=', 'on')
    .where('admin.role', '=', 'admin')
    .selectAll('mail_subscriber')
    .select('admin.email');

/** Returns the subscription of an administrator, if there is one. */
export const findSubscriber = (db: Db, adminId: string): Promise<Subscriber | undefined> =>
  subscribers(db).where('adminId', '=', adminId).executeTakeFirst();

/** Returns the address of an administrator. */
export async function addressOf(db: Db, adminId: string): Promise<string> {
  const { email } = await db
    .selectFrom('admin')
    .select('email')
    .where('id', '=', adminId)
    .executeTakeFirstOrThrow();
  return email;
}

/** Begins to send mails to an administrator, unless that has already begun. */
export async function subscribe(
  db: Db,
  row: Pick<Subscriber, 'adminId' | 'unlogged' | 'dueAt'>,
): Promise<void> {
  await db
    .insertInto('mail_subscriber')
    .values({ ...row, sentAt: null, failingSince: null, lastError: '' })
    .onConflict((conflict) => conflict.column('adminId').doNothing())
    .execute();
}

export async function unsubscribe(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom('mail_subscriber').where('adminId', '=', adminId).execute();
}

/** Returns the subscribers whose mail is due. */
export const dueSubscribers = (db: Db, now: number): Promise<Subscriber[]> =>
  subscribers(db)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('adminId')
    .limit(most.subscribers)
    .execute();

/** Takes a due mail, so that no other node sends it, too: it is due again later. Returns false when another node has taken it. */
export async function take(
  db: Db,
  { adminId, dueAt }: Pick<Subscriber, 'adminId' | 'dueAt'>,
  again: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_subscriber')
    .set({ dueAt: again })
    .where('adminId', '=', adminId)
    .where('dueAt', '=', dueAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function update(
  db: Db,
  adminId: string,
  changes: Partial<Omit<Subscriber, 'adminId' | 'email'>>,
): Promise<void> {
  await db.updateTable('mail_subscriber').set(changes).where('adminId', '=', adminId).execute();
}

/** Forgets that mails were not sent, when nobody sends any. */
export async function forgetFailures(db: Db): Promise<void> {
  const none = { failingSince: null, lastError: '' };
  await db.updateTable('mail_subscriber').set(none).where('lastError', '<>', '').execute();
}

/** Reads the errors that were opened between two events and are still open. */
export async function readDigest(
  db: Db,
  { after, until }: { after: number; until: number },
): Promise<Digest> {
  const facts = isPostgres(db) ? sql`facts::json` : sql`facts`;
  const opened = sql<{ appID: string; rule: string; field: string }>`(
    select distinct "key" as "appID", ${facts} ->> 'rule' as rule, ${facts} ->> 'field' as field
    from unlogged_event where id > ${after} and id <= ${until} and type = 'finding.opened')`;
  const errors = db
    .selectFrom('finding')
    .innerJoin(opened.as('opened'), (join) =>
      join
        .onRef('opened.appID', '=', 'finding.appID')
        .onRef('opened.rule', '=', 'finding.rule')
        .onRef('opened.field', '=', 'finding.field'),
    )
    .where('finding.rank', '=', 0)
    .where('finding.mutedAt', 'is', null);
  const { total, places } = await errors
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(({ fn }) => fn.count<number>('finding.appID').distinct().as('places'))
    .executeTakeFirstOrThrow();
  const listed = await errors
    .leftJoin('app', 'app.appID', 'finding.appID')
    .select(['finding.appID', 'finding.rule', 'finding.detail', 'app.appName'])
    .orderBy('app.appName')
    .orderBy('finding.appID')
    .orderBy('finding.rule')
    .orderBy('finding.field')
    .limit(most.errors)
    .execute();
  return { errors: listed, total, places };
}
