import type { AdminTable, Db, Tx } from '../../db/schema.ts';
import { loginKey } from '../../kit/ids.ts';

export type AdminRow = Omit<AdminTable, 'emailKey'>;

const columns = ['id', 'email', 'fullName', 'passwordHash', 'createdAt'] as const;

/** Every administrator, the first one first. */
export function listAdmins(db: Db): Promise<AdminRow[]> {
  return db.selectFrom('admin').select(columns).orderBy('createdAt').orderBy('id').execute();
}

/** The id of the administrator with this e-mail, in upper or lower case. */
export async function findAdminId(db: Db, email: string): Promise<string | undefined> {
  const admin = await db
    .selectFrom('admin')
    .select('id')
    .where('emailKey', '=', loginKey(email))
    .executeTakeFirst();
  return admin?.id;
}

export function findAdmin(db: Db, id: string): Promise<AdminRow | undefined> {
  return db.selectFrom('admin').select(columns).where('id', '=', id).executeTakeFirst();
}

/** The current hash; '' when there is no such administrator. */
export async function passwordHashOf(db: Db, id: string): Promise<string> {
  return (await findAdmin(db, id))?.passwordHash ?? '';
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

export async function replacePassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.updateTable('admin').set({ passwordHash }).where('id', '=', id).execute();
}
