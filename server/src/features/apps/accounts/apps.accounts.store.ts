import { accountKey } from '@adwarden/contract/app-ads/accounts';
import { limits } from '@adwarden/contract/limits';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { accountHolds, anywhere, isAboutAsLong, partsOfNear } from '../../../db/text-search.ts';

/** The apps that count: those of one owner, or all. */
type Scope = { ownerId?: string };

const { offered, compared } = limits.accountNames;

/** Selects the accounts of apps, as findings store them: with each save; those of a large batch soon after it. */
const factsOf = (db: Db, { ownerId }: Scope) =>
  db
    .selectFrom('app_fact')
    .where('app_fact.kind', '=', 'account')
    .$if(ownerId !== undefined, (query) =>
      query.where('app_fact.appID', 'in', (eb) =>
        eb
          .selectFrom('app_list')
          .select('app_list.appID')
          .where('app_list.ownerId', '=', ownerId ?? ''),
      ),
    );

/** Returns some accounts with the number of their apps, those with most apps first. The name is one of its spellings. */
async function accounts(db: Db, scope: Scope, which: Expression<SqlBool>, most: number) {
  const rows = await factsOf(db, scope)
    .select((eb) => [
      eb.fn.min('app_fact.detail').as('detail'),
      eb.fn.countAll<number>().as('apps'),
    ])
    .where(which)
    .groupBy('app_fact.value')
    .orderBy('apps', 'desc')
    .orderBy('app_fact.value')
    .limit(most)
    .execute();
  return rows.map(({ detail, apps }) => ({ accountName: detail.split('\n', 1)[0] ?? '', apps }));
}

const holds = (text: string): Expression<SqlBool> =>
  sql<boolean>`app_fact.value like ${anywhere(text)} escape '\\'`;

/** Returns the accounts whose name contains a text. */
export const accountsHolding = (db: Db, scope: Scope, text: string) =>
  accounts(db, scope, accountHolds(db, text), offered);

/** Returns all accounts that differ from a key by at most `most` letters, and some others: the caller compares them. */
export function accountsNear(db: Db, scope: Scope, key: string, most: number) {
  const isAbout = isAboutAsLong('app_fact.value', key, most);
  const some = sql.join(partsOfNear(key, most).map(holds), sql` or `);
  return accounts(db, scope, sql<boolean>`(${isAbout} and (${some}))`, compared);
}

/** Tells whether an app has exactly this account name. */
export async function isInUse(db: Db, scope: Scope, accountName: string): Promise<boolean> {
  const row = await factsOf(db, scope)
    .select('app_fact.appID')
    .where('app_fact.value', '=', accountKey(accountName))
    .where(({ eb, or }) =>
      or([
        eb('app_fact.detail', '=', accountName),
        sql<boolean>`substr(app_fact.detail, 1, ${[...accountName].length + 1}) = ${`${accountName}\n`}`,
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
