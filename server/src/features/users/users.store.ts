import { isUniqueViolation } from '../../db/errors.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { takenField } from '../../kit/app-error.ts';
import { loginKey } from '../../kit/ids.ts';
import type { PasswordColumns, UserRow, UserSnapshot } from './users.table.ts';

const columns = [
  'id',
  'userID',
  'fullName',
  'position',
  'passwordHash',
  'passwordSealed',
  'needsApproval',
  'email',
  'createdAt',
  'version',
] as const;

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('app_user').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Refuses (409) a login id that somebody else has, in upper or lower case (ADR 28 "Ids"). */
export async function mustBeFree(db: Db, userID: string, exceptId = ''): Promise<void> {
  const holder = await db
    .selectFrom('app_user')
    .select('id')
    .where('userIDKey', '=', loginKey(userID))
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  if (holder) throw taken();
}

/** Refuses (409) an e-mail address that another owner has, in upper or lower case; '' is nobody's. */
export async function emailMustBeFree(db: Db, email: string, exceptId = ''): Promise<void> {
  if (email === '') return;
  const holder = await db
    .selectFrom('app_user')
    .select('id')
    .where('emailKey', '=', loginKey(email))
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  if (holder) throw emailTaken();
}

/**
 * Inserts a new app owner, or a deleted one again; refuses (409) a login id or an e-mail address that was taken in the
 * meantime.
 */
export async function insertUser(tx: Tx, row: UserRow): Promise<void> {
  const values = { ...row, userIDKey: loginKey(row.userID), emailKey: loginKey(row.email) };
  await refusingTaken(tx.insertInto('app_user').values(values).execute());
}

/** Updates the fields of an app owner, and the password when one is given. */
export async function updateUser(
  tx: Tx,
  { id, userID, fullName, position, needsApproval, email }: UserSnapshot,
  version: number,
  password: PasswordColumns | null,
): Promise<void> {
  const names = { userID, userIDKey: loginKey(userID), fullName, position };
  const address = { email, emailKey: loginKey(email) };
  const values = { ...names, ...address, needsApproval, version, ...password };
  await refusingTaken(tx.updateTable('app_user').set(values).where('id', '=', id).execute());
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app_user').where('id', '=', id).execute();
}

/** Returns some of the sealed copies, in the order of the ids, after this id. */
export function sealedPasswordsAfter(
  db: Db,
  id: string,
  most: number,
): Promise<Pick<UserRow, 'id' | 'passwordSealed'>[]> {
  return db
    .selectFrom('app_user')
    .select(['id', 'passwordSealed'])
    .where('id', '>', id)
    .where('passwordSealed', '!=', '')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Replaces a sealed copy, if it is still the one that was read. */
export async function replaceSealedPassword(
  db: Db,
  { id, passwordSealed }: Pick<UserRow, 'id' | 'passwordSealed'>,
  renewed: string,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ passwordSealed: renewed })
    .where('id', '=', id)
    .where('passwordSealed', '=', passwordSealed)
    .execute();
}

/** Deletes every sealed copy, because SHOW_PASSWORDS is off. */
export async function dropSealedPasswords(db: Db): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ passwordSealed: '' })
    .where('passwordSealed', '!=', '')
    .execute();
}

/** Counts the apps of each of these owners; owners without any are left out. */
export async function countAppsOf(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('app')
    .select((eb) => ['ownerId', eb.fn.countAll<number>().as('apps')])
    .where('ownerId', 'in', ids)
    .groupBy('ownerId')
    .execute();
  return new Map(rows.map(({ ownerId, apps }) => [ownerId ?? '', apps]));
}

async function refusingTaken(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Both databases name the column, or the index that is named after it.
    throw (error as Error).message.includes('emailKey') ? emailTaken() : taken();
  }
}

const taken = () => takenField('userId', 'This User ID is taken');
const emailTaken = () => takenField('email', 'This Email is taken');
