import type { AccountListQuery } from '@adwarden/contract/app-ads/app-ads';
import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import type { AppAccountTable } from '../../db/schema.app-ads.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { accountHolds } from '../../db/text-search.ts';
import { isoTimeOrNull } from '../../kit/clock.ts';

export type AccountRow = AppAccountTable;

/** The settings of an account that administrators make. */
export type SetAccount = Omit<AccountRow, keyof typeof unchecked>;

/** The check columns of an account whose site was just set: nothing is known yet. */
const unchecked = { checkedAt: null, missing: null, checked: '' };

/** Returns the name and the publishers in the detail of an app's fact (`AppFactTable`). */
function partsOf(detail: string): { name: string; publishers: string[] } {
  const [name = '', ...publishers] = detail.split('\n');
  return { name, publishers };
}

const linesIn = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** Selects the accounts of apps, as findings store them: with each save; those of a large batch soon after it. */
const factsOfAccounts = (db: Db) =>
  db.selectFrom('app_fact').where('app_fact.kind', '=', 'account');

/** Returns an account in its apps' spelling, and the number of these apps; undefined when no app has it. */
export async function appsOfAccount(db: Db, key: string) {
  const row = await factsOfAccounts(db)
    .innerJoin('app_list', 'app_list.appID', 'app_fact.appID')
    .select((eb) => [
      eb.fn.min('app_fact.detail').as('detail'),
      eb.fn.countAll<number>().as('apps'),
      eb.fn.countAll<number>().filterWhere('app_list.appStatus', '=', 'live').as('liveApps'),
    ])
    .where('app_fact.value', '=', key)
    .executeTakeFirstOrThrow();
  const { detail, apps, liveApps } = row;
  return apps === 0 ? undefined : { name: partsOf(detail).name, apps, liveApps };
}

/** Lists the AdMob publishers in the ad units of an account's live apps, in the order of their ids. */
export async function publishersOfAccount(db: Db, key: string): Promise<string[]> {
  const rows = await factsOfAccounts(db)
    .select('app_fact.detail')
    .distinct()
    .where('app_fact.value', '=', key)
    // Not a join: SQLite would go through all live apps first.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('app_list')
          .select('app_list.id')
          .whereRef('app_list.appID', '=', 'app_fact.appID')
          .where('app_list.appStatus', '=', 'live'),
      ),
    )
    .execute();
  const publishers = rows.flatMap(({ detail }) => partsOf(detail).publishers);
  return [...new Set(publishers)].sort().slice(0, limits.appAds.publishers);
}

/** The last check has a text in `blocked`. Quotes within JSON texts are escaped, so only the field is found. */
const isBlocked = sql<
  boolean | number
>`checked like '%"blocked":"%' and checked not like '%"blocked":""%'`;

/** Returns a page of the accounts of all apps by name, with the settings of each, and the number of all. */
export async function pageOfAccounts(db: Db, { search = '', page, pageSize }: AccountListQuery) {
  const facts = factsOfAccounts(db).$if(search.trim() !== '', (query) =>
    query.where(accountHolds(db, search)),
  );
  const [accounts, { total }] = await Promise.all([
    facts
      .select((eb) => [
        'app_fact.value as key',
        eb.fn.min('app_fact.detail').as('detail'),
        eb.fn.countAll<number>().as('apps'),
      ])
      .groupBy('app_fact.value')
      .orderBy('app_fact.value')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    facts
      .select((eb) => eb.fn.count<number>('app_fact.value').distinct().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const keys = accounts.map(({ key }) => key);
  const rows =
    keys.length === 0
      ? []
      : await db
          .selectFrom('app_account')
          .select(['accountKey', 'site', 'checkedAt', 'missing', isBlocked.as('isBlocked')])
          .where('accountKey', 'in', keys)
          .execute();
  const set = new Map(rows.map((row) => [row.accountKey, row]));
  const items = accounts.map(({ key, detail, apps }) => {
    const { site = '', checkedAt = null, missing = null, isBlocked = false } = set.get(key) ?? {};
    return {
      account: partsOf(detail).name,
      apps,
      site,
      checkedAt: isoTimeOrNull(checkedAt),
      missing: missing === null ? null : linesIn(missing).length,
      isBlocked: Boolean(isBlocked),
    };
  });
  return { items, total };
}

export function findAccount(db: Db, key: string): Promise<AccountRow | undefined> {
  return db.selectFrom('app_account').selectAll().where('accountKey', '=', key).executeTakeFirst();
}

/** Inserts or replaces the settings of an account; its last check is forgotten. */
export async function saveAccount(tx: Tx, set: SetAccount): Promise<void> {
  const row = { ...set, ...unchecked };
  const { accountKey: _, ...rest } = row;
  await tx
    .insertInto('app_account')
    .values(row)
    .onConflict((conflict) => conflict.column('accountKey').doUpdateSet(rest))
    .execute();
}

/** Lists some accounts whose app-ads.txt is published at a site. */
export function accountsOfSite(db: Db, site: string): Promise<AccountRow[]> {
  return db
    .selectFrom('app_account')
    .selectAll()
    .where('site', '=', site)
    .orderBy(longestUnchecked)
    .orderBy('accountKey')
    .limit(limits.appAds.sharing)
    .execute();
}

const longestUnchecked = sql`coalesce("checkedAt", 0)`;

/** Lists some sites that were not checked since a time (epoch ms), those that wait longest first. */
export async function sitesToCheck(db: Db, before: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('app_account')
    .select('site')
    .where('site', '<>', '')
    .where((eb) => eb.or([eb('checkedAt', 'is', null), eb('checkedAt', '<=', before)]))
    .orderBy(longestUnchecked)
    .orderBy('accountKey')
    .limit(most)
    .execute();
  return [...new Set(rows.map(({ site }) => site))];
}

/**
 * Stores the result of a check, unless the account was set anew since its row was read. `missing` is null when the file could not
 * be read: then the earlier missing lines stay.
 */
export async function storeCheck(
  db: Db,
  { accountKey, version }: Pick<AccountRow, 'accountKey' | 'version'>,
  { checkedAt, checked, missing }: { checkedAt: number; checked: string; missing: string[] | null },
): Promise<void> {
  await db
    .updateTable('app_account')
    .set({ checkedAt, checked, ...(missing && { missing: missing.join('\n') }) })
    .where('accountKey', '=', accountKey)
    .where('version', '=', version)
    .execute();
}
