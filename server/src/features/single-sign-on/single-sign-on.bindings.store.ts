import type { PersonKind } from '@adwarden/contract/people/people';
import type { Selectable } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { OidcBindingTable } from '../../db/schema.accounts.ts';
import type { Db, Tx } from '../../db/schema.ts';

export type Binding = Omit<Selectable<OidcBindingTable>, 'createdAt' | 'keysStoppedAt'>;

/** An account at the provider: `iss` and `sub` of its tokens. */
export type Identity = Pick<Binding, 'issuer' | 'subject'>;

const columns = ['kind', 'accountId', 'issuer', 'subject', 'roleFrom'] as const;

/** Finds the account of this kind that belongs to an account at the provider. */
export const findBinding = (
  db: Db,
  kind: PersonKind,
  { issuer, subject }: Identity,
): Promise<Binding | undefined> =>
  db
    .selectFrom('oidc_binding')
    .select(columns)
    .where('kind', '=', kind)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

type Account = { kind: PersonKind; id: string };

/** Finds the account at the provider to which an account belongs. */
export const bindingOf = (db: Db, { kind, id }: Account): Promise<Binding | undefined> =>
  db
    .selectFrom('oidc_binding')
    .select(columns)
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .executeTakeFirst();

/** Binds an account. False when it is bound already, or when another account of this kind has the same one at the provider. */
export async function insertBinding(tx: Tx, binding: Binding): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('oidc_binding')
    .values({ ...binding, createdAt: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Unbinds an account, also because it is deleted. */
export async function deleteBindingOf(tx: Tx, { kind, id }: Account): Promise<void> {
  await tx
    .deleteFrom('oidc_binding')
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .execute();
}

/** Finds the names of an account. */
export function findPerson(
  db: Db,
  { kind, id }: Account,
): Promise<{ fullName: string; login: string } | undefined> {
  const found = {
    admin: db.selectFrom('admin').select(['fullName', 'email as login']).where('id', '=', id),
    user: db.selectFrom('app_user').select(['fullName', 'userID as login']).where('id', '=', id),
  };
  return found[kind].executeTakeFirst();
}

/** Finds the owner with this e-mail address, in lower case. */
export const findOwnerByEmail = (db: Db, email: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'fullName', 'userID as login'])
    .where('emailKey', '=', email)
    .executeTakeFirst();

/** Stops the API keys of an account that belongs to one at the provider. */
export async function stopKeys(tx: Tx, { kind, id }: Account): Promise<void> {
  await tx
    .updateTable('oidc_binding')
    .set({ keysStoppedAt: nowMs })
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .where('keysStoppedAt', 'is', null)
    .execute();
}

/** Lets the API keys of an account work again. */
export async function letKeysWork(db: Db, { kind, id }: Account): Promise<void> {
  await db
    .updateTable('oidc_binding')
    .set({ keysStoppedAt: null })
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .where('keysStoppedAt', 'is not', null)
    .execute();
}
