import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { notifyOthers, takeWriteTurn } from '../../../db/commit-order.ts';
import { nowMs } from '../../../db/now.ts';
import type { Db, Schema } from '../../../db/schema.ts';
import type { Person } from '../../../quotas/quotas.store.ts';

export type AppWatch = Schema['app_watch'];

/** The last answer to a phone of a watched app, as it is written. */
export type WrittenAnswer = { appID: string; answeredAt: number; answer: string };

const { minutes, apps: mostApps, appsOfOwner } = limits.connect;
const lastsMs = minutes * 60_000;

/**
 * Starts to watch an app. When it is watched already, the watch only ends later: its last answer stays. When too many
 * apps of the owner who asks are watched, or of all, those that end first are deleted.
 */
export function watchApp(db: Db, person: Person, appID: string): Promise<AppWatch> {
  return db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    await tx.deleteFrom('app_watch').where('until', '<=', nowMs).execute();
    const until = sql<number>`${nowMs} + ${sql.lit(lastsMs)}`;
    const watch = await tx
      .insertInto('app_watch')
      .values({ appID, until, answeredAt: null, answer: '' })
      .onConflict((conflict) => conflict.column('appID').doUpdateSet({ until }))
      .returningAll()
      .executeTakeFirstOrThrow();
    const latest = tx.selectFrom('app_watch').select('appID').orderBy('until', 'desc');
    if (person.kind === 'user') {
      const own = tx.selectFrom('app').select('appID').where('ownerId', '=', person.id);
      const kept = latest.where('appID', 'in', own).limit(appsOfOwner);
      await tx
        .deleteFrom('app_watch')
        .where('appID', 'in', own)
        .where('appID', 'not in', kept)
        .execute();
    }
    const kept = latest.orderBy('appID').limit(mostApps);
    await tx.deleteFrom('app_watch').where('appID', 'not in', kept).execute();
    await notifyOthers(tx);
    return watch;
  });
}

/** The watch of an app; undefined if it is not watched. */
export function findWatch(db: Db, appID: string): Promise<AppWatch | undefined> {
  return db
    .selectFrom('app_watch')
    .selectAll()
    .where('appID', '=', appID)
    .where('until', '>', nowMs)
    .executeTakeFirst();
}

/** All watches. In a transaction, because transactions have a connection of their own: slow reads do not block it. */
export function readWatches(db: Db): Promise<AppWatch[]> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) =>
      tx.selectFrom('app_watch').selectAll().where('until', '>', nowMs).orderBy('appID').execute(),
    );
}

/** Stores answers that are newer than the stored ones. A watch that has ended meanwhile stays ended. */
export async function storeAnswers(db: Db, answers: WrittenAnswer[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    await tx
      .insertInto('app_watch')
      .values(answers.map((answer) => ({ ...answer, until: 0 })))
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
