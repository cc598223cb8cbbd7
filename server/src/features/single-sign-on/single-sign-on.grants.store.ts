import { limits } from '@adwarden/contract/limits';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { inWriteTurn } from '../../db/commit-order.ts';
import { nowMs } from '../../db/now.ts';
import type { OidcGrantTable } from '../../db/schema.accounts.ts';
import type { Db } from '../../db/schema.ts';
import type { Identity } from './single-sign-on.bindings.store.ts';

export type Grant = Selectable<OidcGrantTable>;

/** A grant that this node has taken. `wasUnsure`: an earlier attempt may have used up its refresh token. */
export type TakenGrant = Omit<Grant, 'takenUntil' | 'isUnsure'> & {
  takenUntil: number;
  wasUnsure: boolean;
};

const { againMinutes, takenSeconds } = limits.singleSignOn.refresh;
const after = (ms: number) => sql<number>`${nowMs} + ${sql.lit(ms)}`;
/** A session that waits for its second factor is opened within this time, or never. */
const waitingMs = limits.singleSignOn.flowMinutes * 60_000;

const isFree = sql<SqlBool>`(oidc_grant."takenUntil" is null or oidc_grant."takenUntil" <= ${nowMs})`;
const isDue = sql<SqlBool>`oidc_grant."refreshAt" <= ${nowMs}`;
const hasNoSession = sql<SqlBool>`(oidc_grant."createdAt" <= ${nowMs} - ${sql.lit(waitingMs)}
  and not exists (select 1 from session where session.id = oidc_grant.session))`;

/** Stores the refresh token of a session that is opened now, or after its second factor. The provider is asked in `everyMs`. */
export async function insertGrant(
  db: Db,
  grant: Pick<Grant, 'session' | 'kind' | 'accountId' | 'sealed'>,
  everyMs: number,
): Promise<void> {
  await db
    .insertInto('oidc_grant')
    .values({
      ...grant,
      createdAt: nowMs,
      refreshAt: after(everyMs),
      takenUntil: null,
    })
    .execute();
}

/** Finds the sessions about which the provider must be asked now, and those that are over, the longest due first. */
export async function dueGrants(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('oidc_grant')
    .select('session')
    .where((eb) => eb.or([isDue, hasNoSession]))
    .where(isFree)
    .orderBy('refreshAt')
    .orderBy('session')
    .limit(most)
    .execute();
  return rows.map(({ session }) => session);
}

/** Takes a grant for this node, if no other node has; undefined otherwise. Until the attempt has ended, its refresh token may be used up. */
export function takeGrant(db: Db, session: string): Promise<TakenGrant | undefined> {
  return inWriteTurn(db, async (tx) => {
    const grant = await tx
      .selectFrom('oidc_grant')
      .selectAll()
      .where('session', '=', session)
      .where((eb) => eb.or([isDue, hasNoSession]))
      .where(isFree)
      .executeTakeFirst();
    if (!grant) return undefined;
    const { takenUntil } = await tx
      .updateTable('oidc_grant')
      .set({ takenUntil: after(takenSeconds * 1000), isUnsure: 'on' })
      .where('session', '=', session)
      .returning('takenUntil')
      .executeTakeFirstOrThrow();
    const { isUnsure, ...rest } = grant;
    return { ...rest, takenUntil: takenUntil ?? 0, wasUnsure: isUnsure === 'on' };
  });
}

/** The condition that a grant is still the one of this attempt: a node that was asleep must not write what another one knows better. */
const ofAttempt = ({ session, takenUntil }: Pick<TakenGrant, 'session' | 'takenUntil'>) =>
  sql<SqlBool>`(oidc_grant.session = ${session} and oidc_grant."takenUntil" = ${takenUntil})`;

/** Stores that the provider has answered an attempt, and its new refresh token; null when the old one goes on. */
export async function keepToken(db: Db, grant: TakenGrant, sealed: string | null): Promise<void> {
  await db
    .updateTable('oidc_grant')
    .set({ isUnsure: 'off', ...(sealed !== null && { sealed }) })
    .where(ofAttempt(grant))
    .execute();
}

/** Ends an attempt that the provider has answered. It is asked again after `everyMs` milliseconds. */
export async function endAttempt(db: Db, grant: TakenGrant, everyMs: number): Promise<void> {
  await db
    .updateTable('oidc_grant')
    .set({ takenUntil: null, refreshAt: after(everyMs) })
    .where(ofAttempt(grant))
    .execute();
}

/** Ends an attempt without an answer. The provider is asked again after five minutes. `isSure`: the refresh token is not used up. */
export async function tryLater(db: Db, grant: TakenGrant, isSure: boolean): Promise<void> {
  await db
    .updateTable('oidc_grant')
    .set({
      takenUntil: null,
      refreshAt: after(againMinutes * 60_000),
      ...(isSure && { isUnsure: grant.wasUnsure ? 'on' : 'off' }),
    })
    .where(ofAttempt(grant))
    .execute();
}

/** Deletes the grant of an attempt. False when it is no longer the one of this attempt. */
export async function deleteGrant(db: Db, grant: TakenGrant): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oidc_grant')
    .where(ofAttempt(grant))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Tells whether there is a session with a refresh token of this person of the provider, whatever the account here. */
export async function hasGrantOf(db: Db, { issuer, subject }: Identity): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_grant')
    .innerJoin('oidc_binding', (join) =>
      join
        .onRef('oidc_binding.kind', '=', 'oidc_grant.kind')
        .onRef('oidc_binding.accountId', '=', 'oidc_grant.accountId'),
    )
    .select('oidc_grant.session')
    .where('oidc_binding.issuer', '=', issuer)
    .where('oidc_binding.subject', '=', subject)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes all grants. */
export async function deleteAllGrants(db: Db): Promise<void> {
  await db.deleteFrom('oidc_grant').execute();
}

/** Reads some grants, in the order of the sessions' ids. */
export const grantsAfter = (db: Db, session: string, most: number) =>
  db
    .selectFrom('oidc_grant')
    .select(['session', 'kind', 'accountId', 'sealed'])
    .where('session', '>', session)
    .orderBy('session')
    .limit(most)
    .execute();

/** Replaces a sealed refresh token, unless a node has got a newer one meanwhile. */
export async function replaceSealedGrant(
  db: Db,
  { session, sealed }: Pick<Grant, 'session' | 'sealed'>,
  next: string,
): Promise<void> {
  await db
    .updateTable('oidc_grant')
    .set({ sealed: next })
    .where('session', '=', session)
    .where('sealed', '=', sealed)
    .execute();
}
