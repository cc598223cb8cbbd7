import { limits } from '@adwarden/contract/limits';
import type { Person } from '@adwarden/contract/people/people';
import { sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { hourMs } from '../../kit/clock.ts';

const validFor = sql.lit(limits.invitations.hours * hourMs);

/** Stores the hash of a new token in place of an older one, and returns when it ends, in epoch ms. */
export async function replaceInvitation(
  tx: Tx,
  { kind, id }: Person,
  { tokenHash, inviterId }: { tokenHash: string; inviterId: string },
): Promise<number> {
  const { endsAt } = await tx
    .insertInto('invitation')
    .values({
      kind,
      accountId: id,
      tokenHash,
      inviterId,
      createdAt: nowMs,
      endsAt: sql<number>`${nowMs} + ${validFor}`,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'accountId']).doUpdateSet((eb) => ({
        tokenHash: eb.ref('excluded.tokenHash'),
        inviterId: eb.ref('excluded.inviterId'),
        createdAt: eb.ref('excluded.createdAt'),
        endsAt: eb.ref('excluded.endsAt'),
      })),
    )
    .returning('endsAt')
    .executeTakeFirstOrThrow();
  return endsAt;
}

/** Finds the person whom the token with this hash is for; undefined when it is unknown or over. */
export async function findInvited(db: Db, tokenHash: string) {
  const row = await db
    .selectFrom('invitation')
    .leftJoin('admin', (join) =>
      join.onRef('admin.id', '=', 'invitation.accountId').on('invitation.kind', '=', 'admin'),
    )
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.id', '=', 'invitation.accountId').on('invitation.kind', '=', 'user'),
    )
    .select((eb) => [
      'invitation.kind',
      'invitation.accountId as id',
      'invitation.endsAt',
      eb.fn.coalesce('admin.fullName', 'app_user.fullName').as('fullName'),
      eb.fn.coalesce('admin.email', 'app_user.userID').as('login'),
    ])
    .where('invitation.tokenHash', '=', tokenHash)
    .where('invitation.endsAt', '>', nowMs)
    .executeTakeFirst();
  if (!row || row.fullName === null || row.login === null) return undefined;
  return { ...row, fullName: row.fullName, login: row.login };
}

/** Uses up a token. False when it was used, replaced or ended in the meantime: then the caller must do nothing. */
export async function takeInvitation(tx: Tx, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitation')
    .where('tokenHash', '=', tokenHash)
    .where('endsAt', '>', nowMs)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}

/** Ends the invitation of an account, if it has one. */
export async function endInvitationOf(tx: Tx, { kind, id }: Person): Promise<void> {
  await tx.deleteFrom('invitation').where('kind', '=', kind).where('accountId', '=', id).execute();
}

/** Ends all invitations that an administrator has made. */
export async function endInvitationsBy(tx: Tx, inviterId: string): Promise<void> {
  await tx.deleteFrom('invitation').where('inviterId', '=', inviterId).execute();
}
