import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/schema.ts';
import { insertRows, sentValues } from '../../../db/sent-rows.ts';
import { isPostgres } from '../../../db/which.ts';
import type { Fact, FactKind } from '../findings.table.ts';
import { type AccountMember, accountSample } from '../rules/facts.ts';

export type FactOfApp = Fact & { appID: string };

/** The stored facts of some apps, deleted ones included. */
export function factsOfApps(db: Db, appIDs: string[]): Promise<FactOfApp[]> {
  return db
    .selectFrom('app_fact')
    .select(['appID', 'kind', 'value', 'detail'])
    .where('appID', 'in', appIDs)
    .execute();
}

export const insertFacts = (tx: Tx, facts: FactOfApp[]) => insertRows(tx, 'app_fact', facts);

export async function deleteFacts(tx: Tx, facts: FactOfApp[]): Promise<void> {
  if (facts.length === 0) return;
  const keys = sentValues(
    tx,
    facts.map(({ kind, value, appID }) => [kind, value, appID]),
  );
  await sql`delete from app_fact where (kind, value, "appID") in
    (select value ->> 0, value ->> 1, value ->> 2 from ${keys} as gone)`.execute(tx);
}

type WantedFact = { kind: FactKind; value: string };

/** The first `most` apps with each fact, in the order of app IDs; only facts that `least` apps have, 1 or 2. */
export async function appsWith(
  db: Db,
  facts: WantedFact[],
  most: number,
  least: 1 | 2,
): Promise<{ kind: FactKind; value: string; appIDs: string[] }[]> {
  if (facts.length === 0) return [];
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
  const { rows } = await sql<{ kind: FactKind; value: string; apps: string }>`
    select * from (
      select wanted.value ->> 0 as kind, wanted.value ->> 1 as value, ${joined} as apps
      from ${wanted} as wanted) as found
    where apps like ${least === 2 ? '% %' : '%'}`.execute(db);
  return rows.map(({ kind, value, apps }) => ({ kind, value, appIDs: apps.split(' ') }));
}

/** The first apps of an account in the order of app IDs, except some; as many as are looked at. */
export function membersOfAccount(
  db: Db,
  account: string,
  except: string[] = [],
): Promise<AccountMember[]> {
  return db
    .selectFrom('app_fact')
    .select(['appID', 'detail'])
    .where('kind', '=', 'account')
    .where('value', '=', account)
    .$if(except.length > 0, (query) => query.where('appID', 'not in', except))
    .orderBy('appID')
    .limit(accountSample)
    .execute();
}

/** Some apps of an account. */
export async function someAppsOfAccount(db: Db, account: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('app_fact')
    .select('appID')
    .where('kind', '=', 'account')
    .where('value', '=', account)
    .orderBy('appID')
    .limit(most)
    .execute();
  return rows.map(({ appID }) => appID);
}
