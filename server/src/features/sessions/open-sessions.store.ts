import { type PersonKind, personKinds } from '@adwarden/contract/people/people';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/schema.ts';
import { isOpen, type Life } from '../../sessions/sessions.store.ts';

/** A session in a list, with the names of its account. */
export type ListedSession = {
  id: string;
  kind: PersonKind;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
  address: string;
  device: string;
  fullName: string;
  login: string;
};

/** The account whose sessions are meant; without a kind, it is known by its id alone. */
type Account = { kind?: PersonKind; id: string };

const listed = (db: Db, life: Life) =>
  db
    .selectFrom('session')
    .leftJoin('admin', (join) =>
      join.onRef('admin.id', '=', 'session.accountId').on('session.kind', '=', 'admin'),
    )
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.id', '=', 'session.accountId').on('session.kind', '=', 'user'),
    )
    .select((eb) => [
      'session.id',
      'session.kind',
      'session.accountId',
      'session.createdAt',
      'session.lastSeenAt',
      'session.address',
      'session.device',
      eb.fn.coalesce('admin.fullName', 'app_user.fullName', sql<string>`''`).as('fullName'),
      eb.fn.coalesce('admin.email', 'app_user.userID', sql<string>`''`).as('login'),
    ])
    .where(isOpen(life))
    // A session that an older version has opened has no id before its first use.
    .where('session.id', '!=', '');

/** Reads the open sessions of an account, the one that was used last first. */
export function sessionsOf(db: Db, { kind, id }: Account, life: Life): Promise<ListedSession[]> {
  return (
    listed(db, life)
      // The index begins with the kind.
      .where('session.kind', 'in', kind ? [kind] : personKinds)
      .where('session.accountId', '=', id)
      .orderBy('session.lastSeenAt', 'desc')
      .orderBy('session.createdAt', 'desc')
      .orderBy('session.id')
      .execute()
  );
}

/** Finds an open session by its id. */
export const sessionByID = (db: Db, id: string, life: Life): Promise<ListedSession | undefined> =>
  listed(db, life).where('session.id', '=', id).executeTakeFirst();

/** Ends a session by its id. */
export async function deleteSessionByID(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('session').where('id', '=', id).execute();
}

/** Ends all sessions of an account but one; those without an id, too. */
export async function deleteOtherSessions(
  tx: Tx,
  { kind, id }: Required<Account>,
  kept: string,
): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .where('id', '!=', kept)
    .execute();
}
