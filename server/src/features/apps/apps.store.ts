import type { Db, Tx } from '../../db/schema.ts';
import {
  type AppOwner,
  type AppRow,
  type AppSnapshot,
  type AppToken,
  columnsOf,
  type LostConfiguration,
} from './apps.table.ts';

/** Apps with their current token and their owner's names. */
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

/** Some apps, each with its configuration. */
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

/** At most `most` apps of an owner, in any order. */
export function someAppsOf(db: Db, ownerId: string, most: number): Promise<AppRow[]> {
  return appRows(db).where('app.ownerId', '=', ownerId).limit(most).execute();
}

/** The apps among these that exist and have no owner. */
export function unownedAmong(db: Db, appIDs: string[]): Promise<AppRow[]> {
  return appRows(db).where('app.appID', 'in', appIDs).where('app.ownerId', 'is', null).execute();
}

/** The tokens of each app, expired ones included: the current one first, then from new to old. */
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

/** Inserts a new app, or a deleted one again, with its tokens. */
export async function insertApp(
  tx: Tx,
  app: AppSnapshot,
  version: number,
  at: number,
): Promise<void> {
  await tx
    .insertInto('app')
    .values({ ...columnsOf(app), version, updatedAt: at })
    .execute();
  await insertTokens(tx, app);
}

/** Updates the fields of an app; its tokens stay. */
export async function updateApp(
  tx: Tx,
  app: AppSnapshot,
  version: number,
  at: number,
): Promise<void> {
  const { appID, ...columns } = columnsOf(app);
  await tx
    .updateTable('app')
    .set({ ...columns, version, updatedAt: at })
    .where('appID', '=', appID)
    .execute();
}

export async function replaceTokens(tx: Tx, app: AppSnapshot): Promise<void> {
  await tx.deleteFrom('app_token').where('appID', '=', app.appID).execute();
  await insertTokens(tx, app);
}

async function insertTokens(tx: Tx, { appID, tokens }: AppSnapshot): Promise<void> {
  await tx
    .insertInto('app_token')
    .values(tokens.map(({ token, since, until }) => ({ token, appID, since, until })))
    .execute();
}

/** Gives apps to another owner and sets their versions to their last entries in the log. */
export async function setOwner(
  tx: Tx,
  appIDs: string[],
  ownerId: string | null,
  at: number,
): Promise<void> {
  await tx
    .updateTable('app')
    .set((eb) => ({
      ownerId,
      updatedAt: at,
      version: eb
        .selectFrom('change')
        .select((row) => row.fn.max('change.seq').as('seq'))
        .where('change.entity', '=', 'app')
        .whereRef('change.key', '=', 'app.appID'),
    }))
    .where('appID', 'in', appIDs)
    .execute();
}

/** Deletes an app; the database deletes its tokens and its configuration with it. */
export async function deleteApp(tx: Tx, appID: string): Promise<void> {
  await tx.deleteFrom('app').where('appID', '=', appID).execute();
}

/** The owner with this login key or this id. */
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

export async function findConfiguration(db: Db, appID: string): Promise<LostConfiguration | null> {
  const row = await db
    .selectFrom('app_configuration')
    .select(['country', 'countryCodes', 'createdAt'])
    .where('appID', '=', appID)
    .executeTakeFirst();
  return row ?? null;
}
