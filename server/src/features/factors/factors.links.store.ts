import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { hourMs } from '../../kit/clock.ts';
import type { Owner } from './factors.store.ts';

const validFor = sql.lit(limits.secondFactor.linkHours * hourMs);
const setUpMs = sql.lit(limits.admins.setUpMinutes * 60_000);

const linkOf = (db: Db, { kind, id }: Owner) =>
  db
    .selectFrom('factor_link')
    .select('usedAt')
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .where('endsAt', '>', nowMs);

/** Tells whether an account has a link that has not ended, used or not. */
export const hasLink = async (db: Db, owner: Owner): Promise<boolean> =>
  (await linkOf(db, owner).executeTakeFirst()) !== undefined;

/** Tells whether an account waits for its link to be used. */
export const waitsForLink = async (db: Db, owner: Owner): Promise<boolean> =>
  (await linkOf(db, owner).where('usedAt', 'is', null).executeTakeFirst()) !== undefined;

/** Stores the hash of a new token in place of an older one, and returns when it ends, in epoch ms. */
export async function replaceLink(tx: Tx, { kind, id }: Owner, tokenHash: string): Promise<number> {
  const { endsAt } = await tx
    .insertInto('factor_link')
    .values({
      kind,
      accountId: id,
      tokenHash,
      createdAt: nowMs,
      endsAt: sql<number>`${nowMs} + ${validFor}`,
      usedAt: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'accountId']).doUpdateSet((eb) => ({
        tokenHash: eb.ref('excluded.tokenHash'),
        createdAt: eb.ref('excluded.createdAt'),
        endsAt: eb.ref('excluded.endsAt'),
        usedAt: null,
      })),
    )
    .returning('endsAt')
    .executeTakeFirstOrThrow();
  return endsAt;
}

/**
 * Uses a link, once, whatever processes try it at the same time; from then on a sign-in must set up a factor, for as long as the link
 * would work, and at least for as long as a session that sets something up. False when it was used, replaced or ended.
 */
export async function useLink(tx: Tx, { kind, id }: Owner, tokenHash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor_link')
    .set((eb) => ({
      usedAt: nowMs,
      endsAt: eb
        .case()
        .when('endsAt', '>', sql<number>`${nowMs} + ${setUpMs}`)
        .then(eb.ref('endsAt'))
        .else(sql<number>`${nowMs} + ${setUpMs}`)
        .end(),
    }))
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('endsAt', '>', nowMs)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes the link of an account, because it has a factor again, or is deleted. */
export async function deleteLinkOf(tx: Tx, { kind, id }: Owner): Promise<void> {
  await tx.deleteFrom('factor_link').where('kind', '=', kind).where('accountId', '=', id).execute();
}
