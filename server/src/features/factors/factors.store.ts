import { limits } from '@adwarden/contract/limits';
import type { Person, PersonKind } from '@adwarden/contract/people/people';
import { type Insertable, type Selectable, sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { FactorTable } from '../../db/schema.accounts.ts';
import type { Db, Tx } from '../../db/schema.ts';

export type FactorRow = Selectable<FactorTable>;
/** The account of a factor. */
export type Owner = Pick<Person, 'kind' | 'id'>;

const setUpMs = limits.secondFactor.setUpMinutes * 60_000;
const sweptAtOnce = 100;

const ofAccount = (db: Db, { kind, id }: Owner) =>
  db.selectFrom('factor').selectAll().where('kind', '=', kind).where('accountId', '=', id);

/** Returns the confirmed factors of an account, the oldest first. */
export const factorsOf = (db: Db, owner: Owner): Promise<FactorRow[]> =>
  ofAccount(db, owner)
    .where('confirmedAt', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

/** Tells whether an account belongs to one at the provider of single sign-on. */
export async function isBound(db: Db, { kind, id }: Owner): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_binding')
    .select('kind')
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a set-up of an account that still waits for its first code. */
export const findSetUp = (db: Db, owner: Owner, id: string): Promise<FactorRow | undefined> =>
  ofAccount(db, owner)
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('createdAt', '>', sql<number>`${nowMs} - ${setUpMs}`)
    .executeTakeFirst();

/** Stores a set-up; an older one of the account that was not confirmed ends. */
export async function replaceSetUp(tx: Tx, factor: Omit<Insertable<FactorTable>, 'createdAt'>) {
  await tx
    .deleteFrom('factor')
    .where('kind', '=', factor.kind)
    .where('accountId', '=', factor.accountId)
    .where('confirmedAt', 'is', null)
    .execute();
  await tx
    .insertInto('factor')
    .values({ ...factor, createdAt: nowMs })
    .execute();
}

/** Confirms a set-up with the step of its first code. False when it was confirmed or replaced meanwhile. */
export async function confirmSetUp(tx: Tx, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor')
    .set({ confirmedAt: nowMs, lastStep: step })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Accepts the code of a step, once, whatever processes try it at the same time. False when this step or a later one was used. */
export async function acceptStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor')
    .set({ lastStep: step, lastUsedAt: nowMs })
    .where('id', '=', id)
    .where('confirmedAt', 'is not', null)
    .where('lastStep', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('factor').where('id', '=', id).execute();
}

/** Deletes all factors and recovery codes of an account; returns how many confirmed factors there were. */
export async function deleteFactorsOf(tx: Tx, { kind, id }: Owner): Promise<number> {
  const factors = await tx
    .deleteFrom('factor')
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .returning('confirmedAt')
    .execute();
  await deleteRecoveryCodes(tx, { kind, id });
  return factors.filter(({ confirmedAt }) => confirmedAt !== null).length;
}

/** Returns the kinds of factors that accounts of one kind have, by the id of the account. */
export async function methodsByAccount(db: Db, kind: PersonKind) {
  const rows = await db
    .selectFrom('factor')
    .select(['accountId', 'method'])
    .distinct()
    .where('kind', '=', kind)
    .where('confirmedAt', 'is not', null)
    .execute();
  return Map.groupBy(rows, ({ accountId }) => accountId);
}

/** Finds the names of a person; undefined when there is no such account. */
export function findPerson(
  db: Db,
  kind: PersonKind,
  id: string,
): Promise<{ fullName: string; login: string } | undefined> {
  const found = {
    admin: db.selectFrom('admin').select(['fullName', 'email as login']).where('id', '=', id),
    user: db.selectFrom('app_user').select(['fullName', 'userID as login']).where('id', '=', id),
  };
  return found[kind].executeTakeFirst();
}

export async function replaceRecoveryCodes(tx: Tx, owner: Owner, hashes: string[]): Promise<void> {
  await deleteRecoveryCodes(tx, owner);
  const { kind, id: accountId } = owner;
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((codeHash) => ({ codeHash, kind, accountId, usedAt: null })))
    .execute();
}

export async function deleteRecoveryCodes(tx: Tx, { kind, id }: Owner): Promise<void> {
  await tx
    .deleteFrom('recovery_code')
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .execute();
}

export async function countRecoveryCodes(db: Db, { kind, id }: Owner): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Uses a recovery code, once, whatever processes try it at the same time. False when there is none that is not used. */
export async function useRecoveryCode(
  tx: Tx,
  { kind, id }: Owner,
  codeHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ usedAt: nowMs })
    .where('codeHash', '=', codeHash)
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Marks a ticket as used, and deletes some that have ended. False when it was used before. */
export async function useTicket(tx: Tx, ticketHash: string, endsAt: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_ticket')
    .values({ ticketHash, endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('used_ticket')
    .where('ticketHash', 'in', (eb) =>
      eb
        .selectFrom('used_ticket')
        .select('ticketHash')
        .where('endsAt', '<=', nowMs)
        .limit(sweptAtOnce),
    )
    .execute();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns some sealed secrets of authenticator apps, in the order of their ids. */
export function sealedFactorsAfter(db: Db, id: string, most: number) {
  return db
    .selectFrom('factor')
    .select(['id', 'kind', 'accountId', 'secretSealed'])
    .where('method', '=', 'totp')
    .where('id', '>', id)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Replaces a sealed secret, unless it was removed meanwhile. */
export async function replaceSealedFactor(db: Db, id: string, secretSealed: string) {
  await db.updateTable('factor').set({ secretSealed }).where('id', '=', id).execute();
}
