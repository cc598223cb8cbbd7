import { type AliasableExpression, sql } from 'kysely';
import type { Db } from './schema.ts';
import { type AppText, appsHolding } from './text-search.ts';
import { isPostgres } from './which.ts';

/** The apps that a word finds. SQLite's text index is asked only once, because each question holds up others. */
export type FoundApps = {
  /** A query for `app_list` ids without duplicates. */
  ids: AliasableExpression<{ id: number }>;
  /** The number of these apps; null when it was not counted. */
  total: number | null;
};

/** The range of ids that one statement searches. A word that all apps have takes 30 ms, and one of thirty letters 100. */
const idsPerStatement = 50_000;

/**
 * Finds the apps that hold the word in one column, or in any, ad-unit ids included. SQLite's index takes 60 ms for a word that
 * 100,000 apps have, and each statement would ask it again. So it is asked range by range, and later statements get the ids as a
 * JSON text.
 */
export async function findApps(db: Db, word: string, column?: AppText): Promise<FoundApps> {
  if (isPostgres(db)) return { ids: appsHolding(db, word, column), total: null };
  const { last } = await db
    .selectFrom('app_list')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const texts: string[] = [];
  let total = 0;
  for (let after = 0; after < (last ?? 0); after += idsPerStatement) {
    const part = await db
      .selectFrom(
        appsHolding(db, word, column)
          .where(sql<boolean>`app_search.rowid > ${after}`)
          .where(sql<boolean>`app_search.rowid <= ${after + idsPerStatement}`)
          .as('found'),
      )
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        sql<string | null>`group_concat(found.id)`.as('ids'),
      ])
      .executeTakeFirstOrThrow();
    total += part.total;
    if (part.ids) texts.push(part.ids);
  }
  return { ids: sql`(select value as id from json_each(${`[${texts}]`}))`, total };
}
