import { sql } from 'kysely';
import type { AppTable, Db, Tx } from '../../../db/schema.ts';
import { insertRows, sentRows } from '../../../db/sent-rows.ts';
import { pick } from '../../../kit/pick.ts';
import { type AppWithCountry, appsWithCountry, tokensOf } from '../apps.store.ts';
import { type AppSnapshot, columnsOf, type LostConfiguration, snapshotOf } from '../apps.table.ts';

/** An app with everything that belongs to it, and the versions of the app and of its configuration (0 without one). */
export type WholeApp = {
  snapshot: AppSnapshot;
  configuration: LostConfiguration | null;
  version: number;
  countryVersion: number;
};

/** Those of the apps that exist, by app ID. */
export async function wholeApps(db: Db, appIDs: string[]): Promise<Map<string, WholeApp>> {
  if (appIDs.length === 0) return new Map();
  const rows = await appsWithCountry(db, appIDs);
  const tokens = await tokensOf(db, appIDs);
  return new Map(
    rows.map((row) => {
      const { appID, version, countryVersion } = row;
      const snapshot = snapshotOf(row, tokens.get(appID) ?? []);
      const configuration = configurationOf(row);
      return [appID, { snapshot, configuration, version, countryVersion: countryVersion ?? 0 }];
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

/** Replaces all tokens of apps. */
export async function replaceTokensOfApps(tx: Tx, apps: WrittenApp[]): Promise<void> {
  if (apps.length === 0) return;
  const appIDs = apps.map(({ row }) => row.appID);
  await tx.deleteFrom('app_token').where('appID', 'in', appIDs).execute();
  await insertTokens(tx, apps);
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
