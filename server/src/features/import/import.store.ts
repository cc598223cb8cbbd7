import { limits } from '@adwarden/contract/limits';
import type { ImportKey } from '@adwarden/contract/spreadsheets/imports';
import type { Db } from '../../db/schema.ts';
import {
  asciiLower,
  isAboutAsLong,
  isFullName,
  partsOfNear,
  userHolds,
} from '../../db/text-search.ts';

/** An owner, by the login id as compared. */
export type KnownOwner = { userID: string; userIDKey: string; fullName: string; apps: number };

/**
 * Finds the applications with these App IDs or package names, of one owner or of all: for each text the ID of one of them, and
 * the number of all.
 */
export async function findByKey(
  db: Db,
  key: ImportKey,
  texts: string[],
  ownerId: string | undefined,
): Promise<Map<string, { appID: string; apps: number }>> {
  if (texts.length === 0) return new Map();
  let found = db
    .selectFrom('app_list')
    .innerJoin('app', 'app.appID', 'app_list.appID')
    .select((eb) => [
      `app.${key} as key`,
      eb.fn.min('app.appID').as('appID'),
      eb.fn.countAll<number>().as('apps'),
    ])
    .where(`app.${key}`, 'in', texts)
    .groupBy(`app.${key}`);
  // Among the columns of package names, only this one has an index; it is in lower case.
  if (key === 'packageName')
    found = found.where('app_list.packageKey', 'in', texts.map(asciiLower));
  if (ownerId !== undefined) found = found.where('app.ownerId', '=', ownerId);
  const rows = await found.execute();
  return new Map(rows.map(({ key, ...app }) => [key, app]));
}

/** Returns the hash of the icon of an application, '' without one. */
export async function iconOf(db: Db, appID: string): Promise<string> {
  const app = await db
    .selectFrom('app')
    .select('iconHash')
    .where('appID', '=', appID)
    .executeTakeFirst();
  return app?.iconHash ?? '';
}

export async function categoryNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('category').select('categoryName').execute();
  return rows.map(({ categoryName }) => categoryName);
}

/** Returns the owners with these login ids as compared, each with the number of their applications. */
export async function findOwners(db: Db, keys: string[]): Promise<KnownOwner[]> {
  return keys.length === 0
    ? []
    : selectOwners(db).where('app_user.userIDKey', 'in', keys).execute();
}

/** The number of owners of one name that are offered to the person who must choose. */
const mostOfOneName = 5;

/** Returns the owners with a full name in any case, by their login ids. */
export function findOwnersByName(db: Db, fullName: string): Promise<KnownOwner[]> {
  return selectOwners(db)
    .where(isFullName(db, fullName))
    .orderBy('app_user.userIDKey')
    .limit(mostOfOneName)
    .execute();
}

/**
 * Returns the owners whose login id or full name differs from a text by at most `most` letters, and some others: the caller
 * compares them.
 */
export function findOwnersNear(
  db: Db,
  text: string,
  most: number,
): Promise<Pick<KnownOwner, 'userID' | 'fullName'>[]> {
  const parts = partsOfNear(text, most);
  return db
    .selectFrom('app_user')
    .select(['app_user.userID', 'app_user.fullName'])
    .where((eb) =>
      eb.or(
        (['userID', 'fullName'] as const).map((column) =>
          eb.and([
            isAboutAsLong(`app_user.${column}`, text, most),
            eb.or(parts.map((part) => userHolds(db, eb, [column], part))),
          ]),
        ),
      ),
    )
    .orderBy('app_user.userIDKey')
    .limit(limits.import.ownersCompared)
    .execute();
}

const selectOwners = (db: Db) =>
  db
    .selectFrom('app_user')
    .select((eb) => [
      'app_user.userID',
      'app_user.userIDKey',
      'app_user.fullName',
      eb
        .selectFrom('app')
        .select((of) => of.fn.countAll<number>().as('apps'))
        .whereRef('app.ownerId', '=', 'app_user.id')
        .as('apps'),
    ])
    .$castTo<KnownOwner>();
