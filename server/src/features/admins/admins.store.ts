import { limits } from '@adwarden/contract/limits';
import { type Selectable, sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { AdminTable, Db, Tx } from '../../db/schema.ts';
import { hourMs } from '../../kit/clock.ts';
import { loginKey } from '../../kit/ids.ts';
import { boundAccounts } from '../../people/bound-accounts.store.ts';
import { isLocalAdmin } from '../../people/local-admins.store.ts';
import type { SignInRules } from '../../people/sign-in-rules.ts';

export type AdminRow = Omit<Selectable<AdminTable>, 'emailKey'>;

const columns = [
  'id',
  'email',
  'fullName',
  'passwordHash',
  'createdAt',
  'enabled',
  'passwordEndsAt',
  'role',
  'local',
  'disabledBy',
] as const;

/** Lists every administrator, the first one first. */
export function listAdmins(db: Db): Promise<AdminRow[]> {
  return db.selectFrom('admin').select(columns).orderBy('createdAt').orderBy('id').execute();
}

/** Tells whether there is an administrator, in a database of any version. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db.selectFrom('admin').select('id').limit(1).executeTakeFirst();
  return admin !== undefined;
}

/** Finds when these administrators last signed in, until when the last link to each works, in epoch ms, who has a second factor, and who single sign-on. */
export async function accessOf(db: Db, ids: string[]) {
  const none = new Map<string, number>();
  if (ids.length === 0) {
    return { lastSignInAt: none, invitedUntil: none, withFactor: new Set(), bound: new Set() };
  }
  const signIns = await db
    .selectFrom('known_network')
    .select((eb) => ['accountId', eb.fn.max('lastAt').as('lastAt')])
    .where('kind', '=', 'admin')
    .where('accountId', 'in', ids)
    .groupBy('accountId')
    .execute();
  const invitations = await db
    .selectFrom('invitation')
    .select(['accountId', 'endsAt'])
    .where('kind', '=', 'admin')
    .where('accountId', 'in', ids)
    .where('endsAt', '>', nowMs)
    .execute();
  const factors = await db
    .selectFrom('factor')
    .select('accountId')
    .distinct()
    .where('kind', '=', 'admin')
    .where('accountId', 'in', ids)
    .where('confirmedAt', 'is not', null)
    .execute();
  return {
    bound: await boundAccounts(db, 'admin', ids),
    withFactor: new Set(factors.map(({ accountId }) => accountId)),
    lastSignInAt: new Map(signIns.map(({ accountId, lastAt }) => [accountId, lastAt])),
    invitedUntil: new Map(invitations.map(({ accountId, endsAt }) => [accountId, endsAt])),
  };
}

/** Returns the id of the administrator with this e-mail, in upper or lower case. */
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

/** Returns the current hash; '' when there is no such administrator. */
export async function passwordHashOf(db: Db, id: string): Promise<string> {
  return (await findAdmin(db, id))?.passwordHash ?? '';
}

/**
 * Counts the other administrators who can sign in under the settings of now, and so let somebody in again; a viewer cannot. They are
 * enabled, and wait for no link in the place of a second factor. They have chosen a password, or belong to an account at the provider
 * of single sign-on. With `OIDC_ONLY` the password is enough for local ones, and for the oldest.
 */
export async function countOthersWhoCanSignIn(
  tx: Tx,
  id: string,
  { hasSingleSignOn, only }: Pick<SignInRules, 'hasSingleSignOn' | 'only'>,
): Promise<number> {
  const isBound = sql<boolean>`exists (select 1 from oidc_binding bound
    where bound.kind = 'admin' and bound."accountId" = admin.id)`;
  const { others } = await tx
    .selectFrom('admin')
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where('id', '!=', id)
    .where('enabled', '=', 'on')
    .where('role', '=', 'admin')
    .where((eb) => {
      const chosen = [eb('passwordHash', '!=', ''), eb('passwordEndsAt', 'is', null)];
      const byPassword = eb.and(only.admin ? [...chosen, isLocalAdmin(id)] : chosen);
      return hasSingleSignOn ? eb.or([byPassword, isBound]) : byPassword;
    })
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('factor_link')
        .select('accountId')
        .where('kind', '=', 'admin')
        .where('usedAt', 'is', null)
        .where('endsAt', '>', nowMs),
    )
    .executeTakeFirstOrThrow();
  return others;
}

export type NewAdminRow = Omit<AdminRow, 'enabled' | 'passwordEndsAt' | 'local' | 'disabledBy'> &
  Partial<Pick<AdminRow, 'local'>>;

/** Inserts an enabled administrator. */
export async function insertAdmin(tx: Tx, admin: NewAdminRow): Promise<void> {
  await tx
    .insertInto('admin')
    .values({ ...admin, emailKey: loginKey(admin.email) })
    .execute();
}

/** Updates the names and the role of an administrator, and whether and by whom the account is disabled. */
export async function updateAdmin(
  tx: Tx,
  {
    id,
    email,
    fullName,
    enabled,
    role,
    disabledBy,
  }: Pick<AdminRow, 'id' | 'email' | 'fullName' | 'enabled' | 'role' | 'disabledBy'>,
): Promise<void> {
  await tx
    .updateTable('admin')
    .set({ email, emailKey: loginKey(email), fullName, enabled, role, disabledBy })
    .where('id', '=', id)
    .execute();
}

export async function deleteAdmin(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('admin').where('id', '=', id).execute();
}

/** Replaces a password. `isMade`: somebody else has made the password, so it works for `limits.invitations.hours` only. */
export async function replacePassword(
  tx: Tx,
  { id, passwordHash, isMade }: { id: string; passwordHash: string; isMade: boolean },
): Promise<void> {
  const end = sql<number>`${nowMs} + ${sql.lit(limits.invitations.hours * hourMs)}`;
  await tx
    .updateTable('admin')
    .set({ passwordHash, passwordEndsAt: isMade ? end : null })
    .where('id', '=', id)
    .execute();
}
