import { sql } from 'kysely';
import { joinedIds } from '../db/joined-ids.ts';
import type { Db } from '../db/schema.ts';
import { matchingIds, scopeOf } from './apps.list.ids.store.ts';
import type { AppListQuestion, AppListScope } from './apps.list.table.ts';

/**
 * Returns the IDs of all matching apps, oldest first, in one text (`splitIds`). `total` is at most `most` + 1, which means that
 * there are more than `most`.
 */
export async function everyAppID(
  db: Db,
  question: Pick<AppListQuestion, 'search' | 'filters'>,
  scope: AppListScope,
  most: number,
): Promise<{ total: number; appIDs: string }> {
  const matching = await matchingIds(db, question, scope);
  const found = await db
    .selectFrom(
      db
        .selectFrom('app_list')
        .select(['app_list.id', 'app_list.appID'])
        .where((eb) => eb.and(scopeOf(db, eb, scope)))
        .$if(matching !== null, (query) =>
          query.where(sql<boolean>`app_list.id in ${matching?.ids}`),
        )
        .orderBy('app_list.id')
        .limit(most + 1)
        .as('found'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      joinedIds(db, sql.ref('found.appID'), sql.ref('found.id')).as('appIDs'),
    ])
    .executeTakeFirstOrThrow();
  return { total: found.total, appIDs: found.appIDs ?? '' };
}
