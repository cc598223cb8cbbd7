import type { Db, Tx } from '../../../db/schema.ts';
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

/** Apps with their new versions. */
export type WrittenApps = { row: AppSnapshot; version: number }[];

const columnsToWrite = (apps: WrittenApps, at: number) =>
  apps.map(({ row, version }) => ({ ...columnsOf(row), version, updatedAt: at }));

/** Updates the fields of apps in one statement; their tokens stay. All of them must exist. */
export async function updateApps(tx: Tx, apps: WrittenApps, at: number): Promise<void> {
  const [first] = columnsToWrite(apps, at);
  if (!first) return;
  const { appID: _, ...rest } = first;
  const names = Object.keys(rest) as (keyof typeof rest)[];
  await tx
    .insertInto('app')
    .values(columnsToWrite(apps, at))
    .onConflict((conflict) =>
      conflict
        .column('appID')
        .doUpdateSet((eb) =>
          Object.fromEntries(names.map((name) => [name, eb.ref(`excluded.${name}`)])),
        ),
    )
    .execute();
}

/** Inserts new apps with their tokens. */
export async function insertApps(tx: Tx, apps: WrittenApps, at: number): Promise<void> {
  if (apps.length === 0) return;
  await tx.insertInto('app').values(columnsToWrite(apps, at)).execute();
  await insertTokens(tx, apps);
}

/** Replaces all tokens of apps. */
export async function replaceTokensOfApps(tx: Tx, apps: WrittenApps): Promise<void> {
  if (apps.length === 0) return;
  const appIDs = apps.map(({ row }) => row.appID);
  await tx.deleteFrom('app_token').where('appID', 'in', appIDs).execute();
  await insertTokens(tx, apps);
}

async function insertTokens(tx: Tx, apps: WrittenApps): Promise<void> {
  const rows = apps.flatMap(({ row: { appID, tokens } }) =>
    tokens.map(({ token, since, until }) => ({ token, appID, since, until })),
  );
  await tx.insertInto('app_token').values(rows).execute();
}

/** Deletes apps; the database deletes their tokens and configurations with them. */
export async function deleteApps(tx: Tx, appIDs: string[]): Promise<void> {
  if (appIDs.length === 0) return;
  await tx.deleteFrom('app').where('appID', 'in', appIDs).execute();
}
