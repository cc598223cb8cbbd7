import { type AdUnits, forEachAdUnit } from '@adwarden/contract/ad-units';
import { codesNow } from '@adwarden/contract/countries';
import { limits } from '@adwarden/contract/limits';
import { type InferResult, sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { isPostgres } from '../../../db/which.ts';
import { dayMs } from '../../../kit/clock.ts';

/** An app with everything that rules read, except other apps and traffic. */
export type JudgedApp = AdUnits & {
  appID: string;
  packageName: string;
  accountName: string;
  adsStatus: string;
  appStatus: string;
  ipAddress: string;
  ownerId: string | null;
  createdAt: number;
  updatedAt: number;
  hasCountries: boolean;
  /** The countries of the app's configuration, alpha-2. */
  countryCodes: string[];
  /** A VPN API key is saved; the same for all apps. */
  hasVpnKey: boolean;
  /** The time when the next old token ends; null without old tokens. */
  oldTokenUntil: number | null;
  /** The time when the last token ended, if that was within the days for which uses of tokens are kept. */
  endedTokenAt: number | null;
};

/**
 * Builds the query that reads these apps. An app that does not exist has no row. `now` is in epoch milliseconds: old tokens that
 * end later are still valid.
 */
export function judgedApps(db: Db, appIDs: string[], now: number) {
  return db
    .selectFrom('app')
    .leftJoin('app_configuration', 'app_configuration.appID', 'app.appID')
    .select([
      'app.appID',
      'app.packageName',
      'app.accountName',
      'app.adsStatus',
      'app.appStatus',
      'app.ipAddress',
      'app.adUnits',
      'app.ownerId',
      'app.createdAt',
      'app.updatedAt',
      'app_configuration.country',
      'app_configuration.countryCodes',
    ])
    .select((eb) => [
      eb
        .selectFrom('global_setting')
        .select('global_setting.value')
        .where('global_setting.name', '=', 'vpnApiKey')
        .as('vpnApiKey'),
      eb
        .selectFrom('app_token')
        .select((token) => token.fn.min('app_token.until').as('until'))
        .whereRef('app_token.appID', '=', 'app.appID')
        .where('app_token.until', '>', now)
        .as('oldTokenUntil'),
      eb
        .selectFrom('replaced_token')
        .select((token) => token.fn.max('replaced_token.until').as('until'))
        .whereRef('replaced_token.appID', '=', 'app.appID')
        .where('replaced_token.until', '<=', now)
        .where('replaced_token.until', '>', now - limits.kept.tokenUses.days * dayMs)
        .as('endedTokenAt'),
    ])
    .where('app.appID', 'in', appIDs);
}

type JudgedRow = InferResult<ReturnType<typeof judgedApps>>[number];

/** Returns a row of `judgedApps` as rules read it. */
export function asJudged({
  adUnits,
  country,
  countryCodes,
  vpnApiKey,
  ...row
}: JudgedRow): JudgedApp {
  const filled = JSON.parse(adUnits) as Partial<AdUnits>;
  const codes = codesNow({ country, countryCodes });
  return {
    ...row,
    ...forEachAdUnit((name) => filled[name] ?? ''),
    countryCodes: codes,
    hasCountries: codes.length > 0,
    hasVpnKey: (vpnApiKey ?? '') !== '',
  };
}

/** Reads those of the apps that exist, as rules read them. */
export const readJudgedApps = async (db: Db, appIDs: string[], now: number): Promise<JudgedApp[]> =>
  (await judgedApps(db, appIDs, now).execute()).map(asJudged);

/**
 * Returns those of the apps that were live with ads off in every entry of the log since `from`, and in the last one before it;
 * each with the time of the first such entry, as far as the log goes back. Pass only apps that are live with ads off now.
 */
export async function offSince(
  db: Db,
  appIDs: string[],
  from: number,
): Promise<Map<string, number>> {
  if (appIDs.length === 0) return new Map();
  const row = isPostgres(db) ? sql`c."row"::json` : sql`c."row"`;
  const isOn = sql`(${row} ->> 'adsStatus' <> 'off' or ${row} ->> 'appStatus' <> 'live')`;
  const { rows } = await sql<{ appID: string; since: number }>`
    select app."appID", coalesce((select min(e.at) from change e
        where e.entity = 'app' and e."key" = app."appID" and e.seq > coalesce((
          select max(c.seq) from change c
          where c.entity = 'app' and c."key" = app."appID" and ${isOn}), 0)), app."createdAt") as since
    from app where app."appID" in (${sql.join(appIDs)}) and not exists (
      select 1 from change c where c.entity = 'app' and c."key" = app."appID"
        and c.seq >= coalesce((select max(b.seq) from change b
          where b.entity = 'app' and b."key" = app."appID" and b.at <= ${from}), 0)
        and ${isOn})`.execute(db);
  return new Map(rows.map(({ appID, since }) => [appID, since]));
}

/** Returns some apps whose IP rules have no countries: whether their rules have an effect depends on the VPN API key. */
export async function appsThatNeedVpnKey(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('app_list')
    .select('app_list.appID')
    .where('app_list.ipAddress', '=', 'on')
    .where('app_list.configuredAt', 'is', null)
    .limit(most)
    .execute();
  return rows.map(({ appID }) => appID);
}

/** Returns the apps after `after`, in an order that keeps the apps of one account together. */
export function appsAfter(
  db: Db,
  after: { accountKey: string; appID: string },
  most: number,
): Promise<{ accountKey: string; appID: string }[]> {
  return db
    .selectFrom('app_list')
    .select(['app_list.accountKey', 'app_list.appID'])
    .where((eb) =>
      eb(
        eb.refTuple('app_list.accountKey', 'app_list.appID'),
        '>',
        eb.tuple(after.accountKey, after.appID),
      ),
    )
    .orderBy('app_list.accountKey')
    .orderBy('app_list.appID')
    .limit(most)
    .execute();
}

/**
 * Returns some apps that were deleted after `from` (epoch ms) but still have findings or facts: an older node, which knows no
 * findings, has deleted them.
 */
export async function deletedApps(db: Db, from: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ appID: string }>`
    select distinct c."key" as "appID" from change c
    where c.at > ${from} and c.entity = 'app' and c.action = 'delete'
      and not exists (select 1 from app where app."appID" = c."key")
      and (exists (select 1 from finding f where f."appID" = c."key")
        or exists (select 1 from app_fact f where f."appID" = c."key"))
    limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ appID }) => appID);
}
