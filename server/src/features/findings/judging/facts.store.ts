import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/schema.ts';
import { insertsOf, sentValues } from '../../../db/sent-rows.ts';
import { isPostgres } from '../../../db/which.ts';
import type { Fact, FactKind } from '../findings.table.ts';
import { accountSample, keyOfFact } from '../rules/facts.ts';

export type FactOfApp = Fact & { appID: string };

/** Builds the query for the stored facts of some apps, also of deleted ones. */
export const factsOfApps = (db: Db, appIDs: string[]) =>
  db
    .selectFrom('app_fact')
    .select(['appID', 'kind', 'value', 'detail'])
    .where('appID', 'in', appIDs);

/** Builds the statements that insert facts. */
export const insertFacts = (tx: Tx, facts: FactOfApp[]) => insertsOf(tx, 'app_fact', facts);

/** Builds the statements that delete facts: one, or none. */
export function deleteFacts(tx: Tx, facts: FactOfApp[]): RawBuilder<unknown>[] {
  if (facts.length === 0) return [];
  const keys = sentValues(
    tx,
    facts.map(({ kind, value, appID }) => [kind, value, appID]),
  );
  const statement = sql`delete from app_fact where (kind, value, "appID") in
    (select value ->> 0, value ->> 1, value ->> 2 from ${keys} as gone)`;
  return [statement];
}

type WantedFact = { kind: FactKind; value: string };

/** A fact that `appsWith` has found: the app IDs are joined by spaces. */
type FoundFact = WantedFact & { apps: string };

/**
 * Builds the query for the apps that have these facts: for each fact the first `most` apps in the order of app IDs. With `least`
 * 2, a fact that only one app has is left out.
 */
export function appsWith(db: Db, facts: WantedFact[], most: number, least: 1 | 2) {
  const same = sql`select f."appID" from app_fact f
    where f.kind = wanted.value ->> 0 and f.value = wanted.value ->> 1
    order by f."appID" limit ${sql.lit(most)}`;
  const joined = isPostgres(db)
    ? sql`(select string_agg(s."appID", ' ') from (${same}) s)`
    : sql`(select group_concat(s."appID", ' ') from (${same}) s)`;
  const wanted = sentValues(
    db,
    facts.map(({ kind, value }) => [kind, value]),
  );
  return sql<FoundFact>`
    select * from (
      select wanted.value ->> 0 as kind, wanted.value ->> 1 as value, ${joined} as apps
      from ${wanted} as wanted) as found
    where apps like ${least === 2 ? '% %' : '%'}`;
}

/** Returns the apps of each found fact, by the key of the fact. */
export const appsByFact = (found: FoundFact[]): Map<string, string[]> =>
  new Map(found.map((fact) => [keyOfFact(fact), fact.apps.split(' ')]));

/** Builds the query for the first apps of an account, in the order of app IDs. Apps in `except` are left out. */
export const membersOfAccount = (db: Db, account: string, except: string[] = []) =>
  db
    .selectFrom('app_fact')
    .select(['appID', 'detail'])
    .where('kind', '=', 'account')
    .where('value', '=', account)
    .$if(except.length > 0, (query) => query.where('appID', 'not in', except))
    .orderBy('appID')
    .limit(accountSample);
