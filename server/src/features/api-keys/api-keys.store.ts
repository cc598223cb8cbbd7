import type { ApiKeyState } from '@adwarden/contract/api-keys/api-keys';
import {
  accessOfRole,
  type Person,
  type PersonKind,
  personKinds,
} from '@adwarden/contract/people/people';
import { type Insertable, type Selectable, sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { ApiKeyTable } from '../../db/schema.accounts.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { SignInRules } from '../../people/sign-in-rules.ts';

/** A key that is used now, with its person. `endsIn` is negative when its time is over; `unusedFor` is null before the first use. */
export type UsedKey = {
  id: string;
  name: string;
  scopes: string;
  addresses: string;
  isOn: boolean;
  endsIn: number;
  unusedFor: number | null;
  /** The provider of single sign-on does not know the person any more, who must sign in there again. */
  isStopped: boolean;
  /** Null when the person is gone, disabled, or cannot sign in. */
  person: {
    kind: PersonKind;
    id: string;
    access: 'all' | 'view';
    fullName: string;
    login: string;
    isMade: boolean;
  } | null;
};

/** Selects keys with the names of their people; those of people who are gone or disabled are null. */
const withPeople = (db: Db) =>
  db
    .selectFrom('api_key')
    .leftJoin('admin', (join) =>
      join.onRef('admin.id', '=', 'api_key.accountId').on('api_key.kind', '=', 'admin'),
    )
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.id', '=', 'api_key.accountId').on('api_key.kind', '=', 'user'),
    );

/** Selects keys with their people, and with the accounts at the provider of single sign-on to which these belong. */
const withBindings = (db: Db) =>
  withPeople(db).leftJoin('oidc_binding', (join) =>
    join
      .onRef('oidc_binding.kind', '=', 'api_key.kind')
      .onRef('oidc_binding.accountId', '=', 'api_key.accountId'),
  );

/** Finds the key with this hash; undefined when there is none. */
export async function findUsedKey(
  db: Db,
  keyHash: string,
  { hasSingleSignOn }: Pick<SignInRules, 'hasSingleSignOn'>,
): Promise<UsedKey | undefined> {
  const row = await withBindings(db)
    .select((eb) => [
      'api_key.id',
      'api_key.name',
      'api_key.scopes',
      'api_key.addresses',
      'api_key.enabled',
      'api_key.kind',
      'api_key.accountId',
      'admin.enabled as adminEnabled',
      'admin.role',
      'admin.passwordEndsAt',
      'oidc_binding.subject',
      'oidc_binding.keysStoppedAt',
      eb.fn.coalesce('admin.fullName', 'app_user.fullName').as('fullName'),
      eb.fn.coalesce('admin.email', 'app_user.userID').as('login'),
      eb.fn.coalesce('admin.passwordHash', 'app_user.passwordHash').as('passwordHash'),
      sql<number>`${eb.ref('api_key.endsAt')} - ${nowMs}`.as('endsIn'),
      sql<number | null>`${nowMs} - ${eb.ref('api_key.lastUsedAt')}`.as('unusedFor'),
    ])
    .where('api_key.keyHash', '=', keyHash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, name, scopes, addresses, endsIn, unusedFor, kind, accountId } = row;
  const { fullName, login } = row;
  const hasWayIn = !!row.passwordHash || (hasSingleSignOn && row.subject !== null);
  const canSignIn = row.adminEnabled !== 'off' && hasWayIn;
  const person =
    fullName === null || login === null || !canSignIn
      ? null
      : {
          kind,
          id: accountId,
          // An owner has no role.
          access: accessOfRole(row.role ?? 'admin'),
          fullName,
          login,
          isMade: row.passwordEndsAt !== null,
        };
  const isOn = row.enabled === 'on';
  const isStopped = row.keysStoppedAt !== null;
  return { id, name, scopes, addresses, isOn, endsIn, unusedFor, isStopped, person };
}

/** Stores that a key is used now. */
export async function touchKey(db: Db, id: string): Promise<void> {
  await db.updateTable('api_key').set({ lastUsedAt: nowMs }).where('id', '=', id).execute();
}

/** Returns those of these hashes whose keys work, and whose people can sign in. */
export async function workingKeys(
  db: Db,
  hashes: string[],
  { hasSingleSignOn }: Pick<SignInRules, 'hasSingleSignOn'>,
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await withBindings(db)
    .select('api_key.keyHash')
    .where('api_key.keyHash', 'in', hashes)
    .where('api_key.enabled', '=', 'on')
    .where('api_key.endsAt', '>', nowMs)
    .where('oidc_binding.keysStoppedAt', 'is', null)
    .where((eb) => eb.or([eb('admin.enabled', '=', 'on'), eb('app_user.id', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb('admin.passwordHash', '!=', ''),
        eb('app_user.passwordHash', '!=', ''),
        ...(hasSingleSignOn ? [eb('oidc_binding.subject', 'is not', null)] : []),
      ]),
    )
    .execute();
  return new Set(rows.map(({ keyHash }) => keyHash));
}

/** A key in a list, with its person. */
export type ListedKey = Pick<
  Selectable<ApiKeyTable>,
  | 'id'
  | 'name'
  | 'scopes'
  | 'addresses'
  | 'kind'
  | 'accountId'
  | 'createdAt'
  | 'endsAt'
  | 'lastUsedAt'
> & { state: ApiKeyState; fullName: string; login: string };

/** The keys that a list is about: those of a person, or of everybody. */
export type KeyFilter = {
  person?: { kind?: PersonKind; id: string } | undefined;
  state?: ApiKeyState | undefined;
};

function filtered(db: Db, { person, state }: KeyFilter) {
  const isOver = sql<boolean>`api_key."endsAt" <= ${nowMs}`;
  const enabled = state === 'off' ? 'off' : 'on';
  return db
    .selectFrom('api_key')
    .$if(person !== undefined, (query) =>
      query
        // The index begins with the kind.
        .where('api_key.kind', 'in', person?.kind ? [person.kind] : personKinds)
        .where('api_key.accountId', '=', person?.id ?? ''),
    )
    .$if(state === 'ended', (query) => query.where(isOver))
    .$if(state === 'on' || state === 'off', (query) =>
      query.where((eb) => eb.not(isOver)).where('api_key.enabled', '=', enabled),
    );
}

/** Reads a page of keys, the newest first, and how many there are. */
export async function pageOfKeys(
  db: Db,
  filter: KeyFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: ListedKey[]; total: number }> {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const ids = await filtered(db, filter)
    .select('api_key.id')
    .orderBy('api_key.createdAt', 'desc')
    .orderBy('api_key.id', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
    .execute();
  return {
    rows: await keysByID(
      db,
      ids.map(({ id }) => id),
    ),
    total,
  };
}

/** Reads keys by their ids, the newest first. */
export async function keysByID(db: Db, ids: string[]): Promise<ListedKey[]> {
  if (ids.length === 0) return [];
  const rows = await withPeople(db)
    .select((eb) => [
      'api_key.id',
      'api_key.name',
      'api_key.scopes',
      'api_key.addresses',
      'api_key.kind',
      'api_key.accountId',
      'api_key.createdAt',
      'api_key.endsAt',
      'api_key.lastUsedAt',
      eb.fn.coalesce('admin.fullName', 'app_user.fullName', sql<string>`''`).as('fullName'),
      eb.fn.coalesce('admin.email', 'app_user.userID', sql<string>`''`).as('login'),
      sql<ApiKeyState>`case when api_key."endsAt" <= ${nowMs} then 'ended'
        else api_key.enabled end`.as('state'),
    ])
    .where('api_key.id', 'in', ids)
    .orderBy('api_key.createdAt', 'desc')
    .orderBy('api_key.id', 'desc')
    .execute();
  return rows;
}

export async function insertKey(tx: Tx, key: Insertable<ApiKeyTable>): Promise<void> {
  await tx.insertInto('api_key').values(key).execute();
}

/** Turns a key on or off. */
export async function setEnabled(tx: Tx, id: string, enabled: 'on' | 'off'): Promise<void> {
  await tx.updateTable('api_key').set({ enabled }).where('id', '=', id).execute();
}

export async function deleteKey(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('api_key').where('id', '=', id).execute();
}

/** Deletes all keys of a person whose account is deleted. */
export async function deleteKeysOf(tx: Tx, kind: PersonKind, accountId: string): Promise<void> {
  await tx
    .deleteFrom('api_key')
    .where('kind', '=', kind)
    .where('accountId', '=', accountId)
    .execute();
}

/** Finds keys that work and end within some days, and that have had fewer warnings than that. */
export function keysToWarn(
  db: Db,
  { withinMs, warnings, most }: { withinMs: number; warnings: number; most: number },
) {
  return db
    .selectFrom('api_key')
    .select(['id', 'name', 'kind', 'accountId', 'endsAt'])
    .select(sql<number>`"endsAt" - ${nowMs}`.as('leftMs'))
    .where('enabled', '=', 'on')
    .where('warnings', '<', warnings)
    .where('endsAt', '>', nowMs)
    .where('endsAt', '<=', sql<number>`${nowMs} + ${sql.lit(withinMs)}`)
    .orderBy('endsAt')
    .limit(most)
    .execute();
}

export async function noteWarnings(tx: Tx, ids: string[], warnings: number): Promise<void> {
  await tx.updateTable('api_key').set({ warnings }).where('id', 'in', ids).execute();
}

/** Counts the API keys of a person that have not ended. */
export async function countApiKeys(db: Db, { kind, id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .where('endsAt', '>', nowMs)
    .executeTakeFirstOrThrow();
  return count;
}
