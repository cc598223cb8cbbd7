import { limits } from '@adwarden/contract/limits';
import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import { type ExpressionBuilder, sql } from 'kysely';
import { notifyOthers, takeWriteTurn } from '../../../db/commit-order.ts';
import { nowMs } from '../../../db/now.ts';
import type { Db, Schema, Tx } from '../../../db/schema.ts';

export type AppWatch = Schema['app_watch'];

/** A watch and the owner of its app: each answer is checked for who may follow it, without a query. */
export type KnownWatch = AppWatch & { ownerId: string | null };

/** The last answer to a phone of a watched app. `answer` is JSON: the phone's country, the status, and why ads were off. */
export type WrittenAnswer = { appID: string; answeredAt: number; answer: string };

const { minutes, apps: mostApps, appsOf } = limits.connect;
const lastsMs = minutes * 60_000;

/**
 * Starts to watch an app. When it is watched already, only its end moves: the last answer stays. When a person has too many
 * watches, those of the person that end first are deleted; when all people together have too many, those of whoever has the most.
 */
export function watchApp(db: Db, person: Person, appID: string): Promise<AppWatch> {
  return db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    await tx.deleteFrom('app_watch').where('until', '<=', nowMs).execute();
    const until = sql<number>`${nowMs} + ${sql.lit(lastsMs)}`;
    // When an administrator watches an owner's app, too, the watch stays the owner's. Otherwise it would end with the
    // administrator's.
    const isOfOwner = (eb: ExpressionBuilder<Schema, 'app_watch'>) =>
      eb.exists(
        eb.selectFrom('app_user').select('id').whereRef('app_user.id', '=', 'app_watch.watchedBy'),
      );
    const watchedBy = (eb: ExpressionBuilder<Schema, 'app_watch'>) =>
      eb.case().when(isOfOwner(eb)).then(eb.ref('app_watch.watchedBy')).else(person.id).end();
    const watch = await tx
      .insertInto('app_watch')
      .values({ appID, until, answeredAt: null, answer: '', watchedBy: person.id })
      .onConflict((conflict) =>
        conflict.column('appID').doUpdateSet((eb) => ({
          until,
          watchedBy: can(person, 'own-apps') ? person.id : watchedBy(eb),
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    const own = tx
      .selectFrom('app_watch')
      .select('appID')
      .where('watchedBy', '=', person.id)
      .orderBy('until', 'desc')
      .orderBy('appID')
      .limit(appsOf[person.kind]);
    await tx
      .deleteFrom('app_watch')
      .where('watchedBy', '=', person.id)
      .where('appID', 'not in', own)
      .execute();
    // The newest watch of each person comes first, then the second newest of each.
    const fairly = tx
      .selectFrom(numbered(tx).as('numbered'))
      .select('appID')
      .orderBy('nth')
      .orderBy('until', 'desc')
      .orderBy('appID')
      .limit(mostApps);
    await tx.deleteFrom('app_watch').where('appID', 'not in', fairly).execute();
    await notifyOthers(tx);
    return watch;
  });
}

/** Selects all watches. `nth` is the place of a watch among those of its person: 1 is the one that ends last. */
function numbered(tx: Tx) {
  return tx.selectFrom('app_watch').select(({ fn }) => [
    'appID',
    'until',
    fn
      .agg<number>('row_number')
      .over((of) => of.partitionBy('watchedBy').orderBy('until', 'desc').orderBy('appID'))
      .as('nth'),
  ]);
}

/** Returns the watch of an app; undefined if it is not watched. */
export function findWatch(db: Db, appID: string): Promise<AppWatch | undefined> {
  return db
    .selectFrom('app_watch')
    .selectAll()
    .where('appID', '=', appID)
    .where('until', '>', nowMs)
    .executeTakeFirst();
}

/** Reads all watches of existing apps, in a transaction with a connection of its own, so that slow reads do not block it. */
export function readWatches(db: Db): Promise<KnownWatch[]> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) =>
      tx
        .selectFrom('app_watch')
        .innerJoin('app', 'app.appID', 'app_watch.appID')
        .selectAll('app_watch')
        .select('app.ownerId')
        .where('until', '>', nowMs)
        .orderBy('app_watch.appID')
        .execute(),
    );
}

/** Stores answers that are newer than the stored ones. A watch that has ended in the meantime stays ended. */
export async function storeAnswers(db: Db, answers: WrittenAnswer[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    await tx
      .insertInto('app_watch')
      .values(answers.map((answer) => ({ ...answer, until: 0, watchedBy: '' })))
      .onConflict((conflict) =>
        conflict
          .column('appID')
          .doUpdateSet(({ ref }) => ({
            answeredAt: ref('excluded.answeredAt'),
            answer: ref('excluded.answer'),
          }))
          .where(({ eb, ref, or }) =>
            or([
              eb('app_watch.answeredAt', 'is', null),
              eb('app_watch.answeredAt', '<', ref('excluded.answeredAt')),
            ]),
          ),
      )
      .execute();
    await notifyOthers(tx);
  });
}
