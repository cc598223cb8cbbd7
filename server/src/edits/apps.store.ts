import { limits } from '@adwarden/contract/limits';
import type { Person } from '@adwarden/contract/people/people';
import { sql } from 'kysely';
import type { AppTable, Db, Tx } from '../db/schema.ts';
import { insertRows, insertsOf, sentRows } from '../db/sent-rows.ts';
import { sha256 } from '../kit/ids.ts';
import { pick } from '../kit/pick.ts';
import {
  type AppOwner,
  type AppRow,
  type AppSnapshot,
  type AppToken,
  columnsOf,
  type LostConfiguration,
  snapshotOf,
} from './apps.table.ts';
import { replacedTokens } from './replaced-tokens.policy.ts';

/** Selects apps with their current token and their owner's names. */
export function appRows(db: Db) {
  return db
    .selectFrom('app')
    .innerJoin('app_token', (join) =>
      join.onRef('app_token.appID', '=', 'app.appID').on('app_token.until', 'is', null),
    )
    .leftJoin('app_user', 'app_user.id', 'app.ownerId')
    .selectAll('app')
    .select(['app_token.token as authToken', 'app_user.userID', 'app_user.fullName']);
}

export function findApp(db: Db, appID: string): Promise<AppRow | undefined> {
  return appRows(db).where('app.appID', '=', appID).executeTakeFirst();
}

/** An app with its configuration; all null when it has none. */
export type AppWithCountry = AppRow & {
  country: string | null;
  countryCodes: string | null;
  configuredAt: number | null;
  countryVersion: number | null;
};

/** Reads some apps, each with its configuration. */
export function appsWithCountry(db: Db, appIDs: string[]): Promise<AppWithCountry[]> {
  return appRows(db)
    .leftJoin('app_configuration', 'app_configuration.appID', 'app.appID')
    .select([
      'app_configuration.country',
      'app_configuration.countryCodes',
      'app_configuration.createdAt as configuredAt',
      'app_configuration.version as countryVersion',
    ])
    .where('app.appID', 'in', appIDs)
    .execute();
}

/** Finds the IDs of at most `most` apps of an owner, in any order. */
export async function someAppsOf(db: Db, ownerId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('app')
    .select('appID')
    .where('ownerId', '=', ownerId)
    .limit(most)
    .execute();
  return rows.map(({ appID }) => appID);
}

/** Finds the apps of the list that exist and have no owner. */
export async function unownedAmong(db: Db, appIDs: string[]): Promise<string[]> {
  if (appIDs.length === 0) return [];
  const rows = await db
    .selectFrom('app')
    .select('appID')
    .where('appID', 'in', appIDs)
    .where('ownerId', 'is', null)
    .execute();
  return rows.map(({ appID }) => appID);
}

/** Reads the tokens of each app, expired ones included: the current one first, then from new to old. */
export async function tokensOf(db: Db, appIDs: string[]): Promise<Map<string, AppToken[]>> {
  const rows = await db
    .selectFrom('app_token')
    .selectAll()
    .where('appID', 'in', appIDs)
    .orderBy('since', 'desc')
    .orderBy('token')
    .execute();
  const byApp = new Map<string, AppToken[]>(appIDs.map((appID) => [appID, []]));
  for (const { appID, ...token } of rows) {
    const tokens = byApp.get(appID);
    if (token.until === null) tokens?.unshift(token);
    else tokens?.push(token);
  }
  return byApp;
}

/** Finds the owner with this login key or this id. */
export function findOwner(
  db: Db,
  by: { userIDKey: string } | { id: string },
): Promise<(AppOwner & { ownerId: string }) | undefined> {
  const [column, value] =
    'id' in by ? (['id', by.id] as const) : (['userIDKey', by.userIDKey] as const);
  return db
    .selectFrom('app_user')
    .select(['id as ownerId', 'userID', 'fullName'])
    .where(column, '=', value)
    .executeTakeFirst();
}

export async function countUsers(db: Db): Promise<number> {
  const { users } = await db
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .executeTakeFirstOrThrow();
  return users;
}

export async function hasCategory(db: Db, categoryName: string): Promise<boolean> {
  const row = await db
    .selectFrom('category')
    .select('categoryName')
    .where('categoryName', '=', categoryName)
    .executeTakeFirst();
  return row !== undefined;
}

/** An app with everything that belongs to it, and the versions of the app and of its configuration (0 without one). */
export type WholeApp = {
  row: AppRow;
  snapshot: AppSnapshot;
  configuration: LostConfiguration | null;
  version: number;
  countryVersion: number;
};

/** Reads the apps of the list that exist, by app ID. */
export async function wholeApps(db: Db, appIDs: string[]): Promise<Map<string, WholeApp>> {
  if (appIDs.length === 0) return new Map();
  const rows = await appsWithCountry(db, appIDs);
  const tokens = await tokensOf(db, appIDs);
  return new Map(
    rows.map((row) => {
      const { appID, version, countryVersion } = row;
      const snapshot = snapshotOf(row, tokens.get(appID) ?? []);
      const configuration = configurationOf(row);
      return [
        appID,
        { row, snapshot, configuration, version, countryVersion: countryVersion ?? 0 },
      ];
    }),
  );
}

function configurationOf({ country, countryCodes, configuredAt }: AppWithCountry) {
  if (country === null || countryCodes === null || configuredAt === null) return null;
  return { country, countryCodes, createdAt: configuredAt };
}

/** An app with its new version. */
export type WrittenApp = { row: AppSnapshot; version: number };

const columnsToWrite = (apps: WrittenApp[], at: number) =>
  apps.map(({ row, version }) => ({ ...columnsOf(row), version, updatedAt: at }));

/**
 * Updates apps in one statement; their tokens stay. All of them must exist. It writes only columns in which an app differs
 * from `before`, because each of them has indexes and search texts that the database updates with it.
 */
export async function updateApps(
  tx: Tx,
  apps: (WrittenApp & { before: AppSnapshot })[],
  at: number,
): Promise<void> {
  if (apps.length === 0) return;
  const rows = columnsToWrite(apps, at);
  const names = new Set<keyof AppTable>(['version', 'updatedAt']);
  for (const [index, { before }] of apps.entries()) {
    const earlier = columnsOf(before);
    for (const name of Object.keys(earlier) as (keyof typeof earlier)[]) {
      if (rows[index]?.[name] !== earlier[name]) names.add(name);
    }
  }
  const set = [...names].map((name) => sql`${sql.ref(name)} = ${sql.ref(`sent.${name}`)}`);
  const sent = rows.map((row) => pick(row, ['appID', ...names]));
  await sql`update app set ${sql.join(set)} from (${sentRows(tx, 'app', sent)}) as sent
    where app."appID" = sent."appID"`.execute(tx);
}

/** Inserts new apps with their tokens. */
export async function insertApps(tx: Tx, apps: WrittenApp[], at: number): Promise<void> {
  await insertRows(tx, 'app', columnsToWrite(apps, at));
  await insertTokens(tx, apps);
}

/** Replaces all tokens of apps. Keeps the end of validity of tokens that are replaced or ended. */
export async function replaceTokensOfApps(
  tx: Tx,
  apps: (WrittenApp & { before: AppSnapshot })[],
  at: number,
): Promise<void> {
  if (apps.length === 0) return;
  const appIDs = apps.map(({ row }) => row.appID);
  await tx.deleteFrom('app_token').where('appID', 'in', appIDs).execute();
  await insertTokens(tx, apps);
  const replaced = apps.flatMap(({ before, row }) =>
    replacedTokens(before.tokens, row.tokens, at).map(({ token, since, replacedAt, until }) => ({
      appID: row.appID,
      digest: sha256(token),
      ending: token.slice(-4),
      since,
      replacedAt,
      until,
    })),
  );
  for (const insert of insertsOf(tx, 'replaced_token', replaced)) {
    await sql`${insert} on conflict ("appID", digest) do update set until = excluded.until`.execute(
      tx,
    );
  }
  await sql`delete from replaced_token where ("appID", digest) in (
    select "appID", digest from (
      select "appID", digest, row_number() over (
        partition by "appID" order by "replacedAt" desc, digest) as place
      from replaced_token where "appID" in (${sql.join(appIDs)})) as kept
    where place > ${sql.lit(limits.kept.replacedTokens.ofApp)})`.execute(tx);
}

async function insertTokens(tx: Tx, apps: WrittenApp[]): Promise<void> {
  const rows = apps.flatMap(({ row: { appID, tokens } }) =>
    tokens.map(({ token, since, until }) => ({ token, appID, since, until })),
  );
  await insertRows(tx, 'app_token', rows);
}

/** Deletes apps; the database deletes their tokens and configurations with them. */
export async function deleteApps(tx: Tx, appIDs: string[]): Promise<void> {
  if (appIDs.length === 0) return;
  await tx.deleteFrom('app').where('appID', 'in', appIDs).execute();
}

/** Counts the apps that a person owns. */
export async function countApps(db: Db, { id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('app')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}
