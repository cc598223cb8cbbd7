import { limits } from '@adwarden/contract/limits';
import {
  type Access,
  type AdminRole,
  accessOfRole,
  type PersonKind,
} from '@adwarden/contract/people/people';
import type { SetUp } from '@adwarden/contract/sessions';
import { type RawBuilder, sql } from 'kysely';
import { nowMs } from '../db/now.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { Origin } from '../http/origin.ts';
import { newId } from '../kit/ids.ts';
import { accountTables } from '../people/account-tables.ts';
import { isLocalAdmin } from '../people/local-admins.store.ts';
import type { SignInRules, SignInWay } from '../people/sign-in-rules.ts';
import { setUpsOf } from './set-ups.policy.ts';

export type AccountKind = PersonKind;

/**
 * The account of a sign-in; `passwordHash` is '' when a new password must be set first. `hasFactor`: it has a second factor.
 * `hasSecondStep`: a sign-in is not complete with the password: it asks for the factor, or for the link that has taken its place.
 * `mustSetUp`: what a session must set up first. `isBound`: it belongs to an account at the provider of single sign-on. `mustUseProvider`:
 * its password is not enough (`OIDC_ONLY`).
 */
export type Account = {
  id: string;
  access: Access;
  fullName: string;
  login: string;
  passwordHash: string;
  hasFactor: boolean;
  hasSecondStep: boolean;
  mustSetUp: SetUp[];
  isBound: boolean;
  mustUseProvider: boolean;
};

/** Milliseconds between two writes of the time of last use. */
const touchEvery = 60_000;
const sweptAtOnce = 100;
const factorWriteMs = limits.secondFactor.ticketMinutes * 60_000;
/**
 * The life of a session, in milliseconds: without use, and in any case. `singleSignOn`: of one that the provider has opened, without
 * a word of the provider (ADR 144).
 */
export type Life = { idle: number; longest: number; singleSignOn: number };

/** The condition that a session has not ended. */
export const isOpen = ({ idle, longest }: Life) =>
  sql<boolean>`(session."lastSeenAt" > ${nowMs} - ${idle} and session."createdAt" > ${nowMs} - ${longest}
    and (session."endsAt" is null or session."endsAt" > ${nowMs}))`;

/** The maximum lifetime of a session, in milliseconds, while the person must first set up something. */
const longestSetUp = limits.admins.setUpMinutes * 60_000;

/** An account in SQL: its kind, and the column with its id. */
type AccountInSql = { kind: AccountKind | RawBuilder<unknown>; id: string };

/** Selects whether an account has a second factor. */
const hasFactor = ({ kind, id }: AccountInSql) =>
  sql<boolean>`exists (select 1 from factor where factor.kind = ${kind}
    and factor."accountId" = ${sql.ref(id)} and factor."confirmedAt" is not null)`.as('hasFactor');

/** Selects whether somebody else has removed the second factors of an account, and what became of its link; null: no link. */
const linkState = ({ kind, id }: AccountInSql) =>
  sql<
    'waiting' | 'used' | null
  >`(select case when link."usedAt" is null then 'waiting' else 'used' end
    from factor_link link where link.kind = ${kind} and link."accountId" = ${sql.ref(id)}
    and link."endsAt" > ${nowMs})`.as('linkState');

/** Selects whether an account belongs to one at the provider of single sign-on. */
const isBound = ({ kind, id }: AccountInSql) =>
  sql<boolean>`exists (select 1 from oidc_binding bound where bound.kind = ${kind}
    and bound."accountId" = ${sql.ref(id)})`.as('isBound');

const isLocal = isLocalAdmin().as('isLocal');

/** Selects accounts with which somebody can sign in: not a disabled one. */
const accounts = {
  admin: (db: Db) =>
    db
      .selectFrom('admin')
      .select(['id', 'fullName', 'email as login', 'passwordHash', 'passwordEndsAt', 'role'])
      .select(hasFactor({ kind: 'admin', id: 'admin.id' }))
      .select(linkState({ kind: 'admin', id: 'admin.id' }))
      .select(isBound({ kind: 'admin', id: 'admin.id' }))
      .select(isLocal)
      .where('enabled', '=', 'on'),
  user: (db: Db) =>
    db
      .selectFrom('app_user')
      .select(['id', 'fullName', 'userID as login', 'passwordHash'])
      .select(sql<number | null>`null`.as('passwordEndsAt'))
      .select(sql<AdminRole>`'admin'`.as('role'))
      .select(hasFactor({ kind: 'user', id: 'app_user.id' }))
      .select(linkState({ kind: 'user', id: 'app_user.id' }))
      .select(isBound({ kind: 'user', id: 'app_user.id' }))
      .select(sql<boolean>`false`.as('isLocal')),
};

/** The condition that the password of an administrator has not ended; one that somebody else has made ends. */
const hasPassword = sql<boolean>`(admin."passwordEndsAt" is null or admin."passwordEndsAt" > ${nowMs})`;

type AccountRow = Omit<Account, 'access' | 'hasSecondStep' | 'mustSetUp' | 'mustUseProvider'> & {
  passwordEndsAt: number | null;
  role: AdminRole;
  linkState: 'waiting' | 'used' | null;
  isLocal: boolean;
};

const password: SignInWay = { by: 'password' };

function asAccount(
  kind: AccountKind,
  row: AccountRow | undefined,
  rules: SignInRules,
  way = password,
): Account | undefined {
  if (!row) return undefined;
  const { passwordEndsAt, role, linkState, isLocal, ...account } = row;
  // SQLite has no booleans.
  const hasFactor = Boolean(account.hasFactor);
  return {
    ...account,
    access: accessOfRole(role),
    hasFactor,
    hasSecondStep: hasFactor || linkState === 'waiting',
    mustSetUp: setUpsOf(
      { kind, isMade: passwordEndsAt !== null, hasFactor, linkState, way },
      rules,
    ),
    isBound: rules.hasSingleSignOn && Boolean(account.isBound),
    mustUseProvider: rules.only[kind] && !isLocal,
  };
}

/** Finds the administrator with this e-mail, or the app owner with this login id, both in the form of `loginKey`. */
export async function findAccount(
  db: Db,
  kind: AccountKind,
  key: string,
  rules: SignInRules,
): Promise<Account | undefined> {
  const found = {
    admin: accounts.admin(db).where('emailKey', '=', key).where(hasPassword),
    user: accounts.user(db).where('userIDKey', '=', key),
  };
  return asAccount(kind, await found[kind].executeTakeFirst(), rules);
}

/** Finds the account with this id, for a session that began in this way. */
export async function findAccountByID(
  db: Db,
  kind: AccountKind,
  id: string,
  rules: SignInRules,
  way = password,
): Promise<Account | undefined> {
  const admin = accounts.admin(db).where('admin.id', '=', id);
  const found = {
    admin: way.by === 'password' ? admin.where(hasPassword) : admin,
    user: accounts.user(db).where('app_user.id', '=', id),
  };
  return asAccount(kind, await found[kind].executeTakeFirst(), rules, way);
}

/**
 * Opens a session, unless the account was deleted or its password was changed since it was checked: a session that was
 * opened with the old password must not remain. Of more than `limits.sessions`, the one that was used longest ago ends. Returns
 * the id of the session; null when none was opened.
 */
export async function insertSession(
  db: Db,
  kind: AccountKind,
  { id, passwordHash }: Account,
  tokenHash: string,
  { address, device }: Origin,
  { way, life }: { way: SignInWay; life: Life },
): Promise<string | null> {
  const isByProvider = way.by === 'oidc';
  const sessionID = (isByProvider && way.session) || newId();
  const endsAt = sql<number | null>`${nowMs} + ${sql.lit(life.singleSignOn)}`;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('session')
    .columns([
      'tokenHash',
      'kind',
      'accountId',
      'createdAt',
      'lastSeenAt',
      'id',
      'address',
      'device',
      'confirmedAt',
      'way',
      'isStrong',
      'endsAt',
    ])
    .expression((eb) =>
      eb
        .selectFrom(accountTables[kind])
        .select([
          eb.val(tokenHash).as('tokenHash'),
          eb.val(kind).as('kind'),
          'id as accountId',
          nowMs.as('createdAt'),
          nowMs.as('lastSeenAt'),
          eb.val(sessionID).as('sessionID'),
          eb.val(address).as('address'),
          eb.val(device).as('device'),
          nowMs.as('confirmedAt'),
          eb.val(way.by).as('way'),
          eb.val(isByProvider && way.isStrong ? 'on' : 'off').as('isStrong'),
          (isByProvider ? endsAt : sql<number | null>`null`).as('endsAt'),
        ])
        .where('id', '=', id)
        .where('passwordHash', '=', passwordHash)
        .where('id', 'not in', eb.selectFrom('admin').select('id').where('enabled', '=', 'off')),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return null;
  await endOldest(db, { kind, id, kept: tokenHash });
  return sessionID;
}

/** Ends the sessions of an account beyond `limits.sessions`, those used longest ago; never the one that is `kept`. */
async function endOldest(
  db: Db,
  { kind, id, kept }: { kind: AccountKind; id: string; kept: string },
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('tokenHash', 'in', (eb) =>
      eb
        .selectFrom('session')
        .select('tokenHash')
        .where('kind', '=', kind)
        .where('accountId', '=', id)
        .where('tokenHash', '!=', kept)
        .orderBy('lastSeenAt', 'desc')
        .orderBy('createdAt', 'desc')
        // SQLite has no OFFSET without LIMIT.
        .limit(sweptAtOnce)
        .offset(limits.sessions - 1),
    )
    .execute();
}

const ofSession = { kind: sql.ref('session.kind'), id: 'session.accountId' };

/** Finds a session that has not ended, with its account's names; `touch` says that its time of last use must be written. */
export async function findSession(
  db: Db,
  tokenHash: string,
  { idle, longest }: Life,
  rules: SignInRules,
) {
  const row = await db
    .selectFrom('session')
    .leftJoin('admin', (join) =>
      join
        .onRef('admin.id', '=', 'session.accountId')
        .on('session.kind', '=', 'admin')
        .on('admin.enabled', '=', 'on'),
    )
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.id', '=', 'session.accountId').on('session.kind', '=', 'user'),
    )
    .select((eb) => [
      'admin.passwordEndsAt',
      'admin.role',
      'session.kind',
      'session.accountId as id',
      'session.id as session',
      'session.way',
      'session.isStrong',
      eb.fn.coalesce('admin.fullName', 'app_user.fullName').as('fullName'),
      eb.fn.coalesce('admin.email', 'app_user.userID').as('login'),
      sql<number>`${nowMs} - ${eb.ref('session.lastSeenAt')}`.as('idleFor'),
      sql<number>`${nowMs} - ${eb.ref('session.createdAt')}`.as('age'),
      sql<number>`${nowMs} - ${eb.ref('session.confirmedAt')}`.as('confirmedAgo'),
      sql<number | null>`${eb.ref('session.endsAt')} - ${nowMs}`.as('endsIn'),
    ])
    .select(hasFactor(ofSession))
    .select(linkState(ofSession))
    .$if(rules.only.admin, (query) => query.select(isLocal))
    .where('session.tokenHash', '=', tokenHash)
    .executeTakeFirst();
  if (!row || row.idleFor >= idle || row.age >= longest) return null;
  if (row.endsIn !== null && row.endsIn <= 0) return null;
  if (row.fullName === null || row.login === null) return null;
  // Single sign-on was made the only way after the sign-in.
  if (row.way === 'password' && rules.only[row.kind] && !row.isLocal) return null;
  const { kind, id, session, fullName, login, confirmedAgo } = row;
  const state = {
    kind: row.kind,
    isMade: row.passwordEndsAt !== null,
    hasFactor: Boolean(row.hasFactor),
    linkState: row.linkState,
    way: row.way === 'oidc' ? { by: row.way, isStrong: row.isStrong === 'on' } : { by: row.way },
  } as const;
  const mustSetUp = setUpsOf(state, rules);
  if (mustSetUp.length > 0 && row.age >= longestSetUp) return null;
  const setUp = mustSetUp.length > 0 ? { mustSetUp } : {};
  // An owner has no role, and an administrator without a row was refused above.
  const access = accessOfRole(row.role ?? 'admin');
  // A session that an older version has opened gets its id now.
  const touch = row.idleFor >= touchEvery || session === '';
  return { kind, id, session, access, fullName, login, confirmedAgo, ...setUp, touch };
}

/** Returns the hashes of the tokens, and the ids, of those of these sessions that have not ended. */
export async function openSessions(
  db: Db,
  { tokenHashes, ids }: { tokenHashes: string[]; ids: string[] },
  life: Life,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('session')
    .select(['tokenHash', 'id'])
    .where((eb) =>
      eb.or([eb('tokenHash', 'in', tokenHashes), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]),
    )
    .where(isOpen(life))
    .execute();
  return new Set(rows.flatMap(({ tokenHash, id }) => [tokenHash, id]));
}

/**
 * Gives a session another token, because its person has confirmed that it is them; the old one ends. `forFactors`: one write of the
 * own second factors needs no further answer, for as long as a ticket. False when the session has ended, or has another token already.
 */
export async function renewSession(
  tx: Tx,
  { tokenHash, next, forFactors }: { tokenHash: string; next: string; forFactors: boolean },
  life: Life,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({
      tokenHash: next,
      lastSeenAt: nowMs,
      confirmedAt: nowMs,
      factorWriteUntil: forFactors ? sql<number>`${nowMs} + ${sql.lit(factorWriteMs)}` : null,
    })
    .where('tokenHash', '=', tokenHash)
    .where(isOpen(life))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Uses up the answer for one write of the own second factors. False when there is none, also when another call has just used it. */
export async function useFactorWrite(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ factorWriteUntil: null })
    .where('id', '=', id)
    .where('factorWriteUntil', '>', nowMs)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Stores that a session is used now, and gives it an id if an older version has opened it. */
export async function touchSession(db: Db, tokenHash: string): Promise<void> {
  await db
    .updateTable('session')
    .set((eb) => ({
      lastSeenAt: nowMs,
      id: eb.case().when('id', '=', '').then(newId()).else(eb.ref('id')).end(),
    }))
    .where('tokenHash', '=', tokenHash)
    .execute();
}

/** Ends a session, only if it is one of an account of this kind and id. */
export async function deleteSessionOf(
  db: Db,
  tokenHash: string,
  { kind, id }: { kind: AccountKind; id: string },
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .execute();
}

/** Ends a session and returns its account, and how it began. */
export function deleteSession(db: Db, tokenHash: string) {
  return db
    .deleteFrom('session')
    .where('tokenHash', '=', tokenHash)
    .returning(['kind', 'accountId as id', 'way'])
    .executeTakeFirst();
}

/** Tells whether a session has not ended. */
export async function isSessionOpen(db: Db, id: string, life: Life): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where(isOpen(life))
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets a session go on, because the provider of single sign-on still knows its person. */
export async function keepSession(db: Db, id: string, life: Life): Promise<void> {
  await db
    .updateTable('session')
    .set({ endsAt: sql<number>`${nowMs} + ${sql.lit(life.singleSignOn)}` })
    .where('id', '=', id)
    .where('way', '=', 'oidc')
    .where(isOpen(life))
    .execute();
}

/** Ends the sessions of an account that the provider of single sign-on has opened. */
export async function endSessionsOfProvider(
  tx: Tx,
  kind: AccountKind,
  accountId: string,
): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('kind', '=', kind)
    .where('accountId', '=', accountId)
    .where('way', '=', 'oidc')
    .execute();
}

/** Ends all sessions of an account, because its password was changed or the account was deleted. */
export async function endSessions(tx: Tx, kind: AccountKind, accountId: string): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('kind', '=', kind)
    .where('accountId', '=', accountId)
    .execute();
}

/** Ends all sessions of accounts with this login key, or of everybody for null; returns how many. */
export async function endSessionsOf(db: Db, key: string | null): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .$if(key !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb.and([
            eb('kind', '=', 'admin'),
            eb('accountId', 'in', eb.selectFrom('admin').select('id').where('emailKey', '=', key)),
          ]),
          eb.and([
            eb('kind', '=', 'user'),
            eb(
              'accountId',
              'in',
              eb.selectFrom('app_user').select('id').where('userIDKey', '=', key),
            ),
          ]),
        ]),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes some of the sessions that have ended. */
export async function sweepSessions(db: Db, life: Life): Promise<void> {
  await db
    .deleteFrom('session')
    .where('tokenHash', 'in', (eb) =>
      eb
        .selectFrom('session')
        .select('tokenHash')
        .where(({ not }) => not(isOpen(life)))
        .limit(sweptAtOnce),
    )
    .execute();
}
