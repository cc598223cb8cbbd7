import type { AdminTable, Db, Tx } from '../../db/schema.ts';
import { loginKey } from '../../kit/ids.ts';

export type AdminRow = Omit<AdminTable, 'emailKey'>;

/** Every administrator, the first one first. */
export function listAdmins(db: Db): Promise<AdminRow[]> {
  return db
    .selectFrom('admin')
    .select(['id', 'email', 'fullName', 'passwordHash', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** The id of the administrator with this e-mail, in whatever case. */
export async function findAdminId(db: Db, email: string): Promise<string | undefined> {
  const admin = await db
    .selectFrom('admin')
    .select('id')
    .where('emailKey', '=', loginKey(email))
    .executeTakeFirst();
  return admin?.id;
}

/** The hash in force, '' when there is no such administrator. */
export async function passwordHashOf(db: Db, id: string): Promise<string> {
  const admin = await db
    .selectFrom('admin')
    .select('passwordHash')
    .where('id', '=', id)
    .executeTakeFirst();
  return admin?.passwordHash ?? '';
}

export async function insertAdmin(tx: Tx, admin: AdminRow): Promise<void> {
  await tx
    .insertInto('admin')
    .values({ ...admin, emailKey: loginKey(admin.email) })
    .execute();
}

export async function deleteAdmin(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('admin').where('id', '=', id).execute();
}

/** Writes another password; with `oldHash`, unless that is in force no more. Answers whether it did. */
export async function replacePassword(
  tx: Tx,
  id: string,
  passwordHash: string,
  oldHash?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('admin')
    .set({ passwordHash })
    .where('id', '=', id)
    .$if(oldHash !== undefined, (query) => query.where('passwordHash', '=', oldHash as string))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
