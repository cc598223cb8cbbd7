import { type PauseScope, type StoredScope, storedScopes } from '@adwarden/contract/pauses/pauses';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { believedMs } from '../db/kept-time.ts';
import type { PauseTable } from '../db/schema.safety.ts';
import type { Db, Schema } from '../db/schema.ts';
import { isOfAccount } from '../db/text-search.ts';
import { namesInShort, scopeOf } from './pauses.policy.ts';

/** The target of a pause; the key of an account is its folded name. */
export type PausedThing = Pick<PauseTable, 'id' | 'scope' | 'key' | 'endedAt'>;

/** Selects pauses with the present name of their target: of the app or of the owner; the value, when that is gone. */
export function pauseRows(db: Db) {
  return db
    .selectFrom('pause')
    .leftJoin('app', (join) =>
      join.onRef('app.appID', '=', 'pause.key').on('pause.scope', '=', 'app'),
    )
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.id', '=', 'pause.key').on('pause.scope', '=', 'owner'),
    )
    .leftJoin('pause as origin', 'origin.id', 'pause.continues')
    .selectAll('pause')
    .select(['app.appName', 'app_user.fullName'])
    .select(['origin.scope as originScope', 'origin.key as originKey']);
}

/** Tests that a pause is active. One that has reached its end is over, even before the system has noted it. */
export const isActive = (eb: ExpressionBuilder<Schema, 'pause'>): Expression<SqlBool> =>
  eb.and([
    eb('pause.endedAt', 'is', null),
    eb.or([eb('pause.until', 'is', null), eb('pause.until', '>', believedMs)]),
  ]);

/** Tells whether an active pause covers an app of the list. */
export function isPausedNow(
  db: Db,
  eb: ExpressionBuilder<Schema, 'app_list'>,
): Expression<SqlBool> {
  const keysOf = (scope: StoredScope) =>
    db.selectFrom('pause').select('pause.key').where('pause.scope', '=', scope).where(isActive);
  // Only different names are folded, and only while an account is paused. They are grouped, because with a plain condition SQLite
  // makes a look-up for each app.
  const paused = db
    .selectFrom('app_list as named')
    .select('named.accountKey')
    .where((of) => of.exists(keysOf('account')))
    .groupBy('named.accountKey')
    .having(sql<string>`adwarden_fold(${sql.ref('named.accountKey')})`, 'in', keysOf('account'));
  return eb.or([
    eb.exists(keysOf('all')),
    eb('app_list.appID', 'in', keysOf('app')),
    // If the first condition were missing, apps without an owner would be neither paused nor not.
    eb.and([eb('app_list.ownerId', 'is not', null), eb('app_list.ownerId', 'in', keysOf('owner'))]),
    eb('app_list.accountKey', 'in', paused),
  ]);
}

/** Tests that a row is a pause of its own, and not a part of a pause of some apps (ADR 79). */
export const isWhole = (eb: ExpressionBuilder<Schema, 'pause'>): Expression<SqlBool> =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('pause as named')
        .select('named.id')
        .whereRef('named.id', '=', 'pause.continues')
        .where('named.scope', '=', 'app'),
    ),
  );

/** Selects the parts of a pause of some apps: until it ends those that have not ended, then those that ended with it. */
export function partsOf(db: Db, { id, endedAt }: Pick<PausedThing, 'id' | 'endedAt'>) {
  return db
    .selectFrom('pause')
    .where('pause.continues', '=', id)
    .where('pause.endedAt', endedAt === null ? 'is' : '=', endedAt);
}

export type NamedPause = Awaited<ReturnType<ReturnType<typeof pauseRows>['execute']>>[number];

/** Selects the apps that a pause covers; with `ownerId`, only those of this owner. */
export function coveredApps(db: Db, pause: PausedThing, ownerId?: string) {
  const { key } = pause;
  const apps = db
    .selectFrom('app')
    .$if(ownerId !== undefined, (query) => query.where('app.ownerId', '=', ownerId as string));
  const scope = scopeOf(pause);
  switch (scope) {
    case 'all':
      return apps;
    case 'account':
      return apps.where(isOfAccount(db, key));
    case 'owner':
      return apps.where('app.ownerId', '=', key);
    case 'apps':
      return apps.where('app.appID', 'in', partsOf(db, pause).select('pause.key'));
    case 'app':
      return apps.where('app.appID', '=', key);
    default:
      return scope satisfies never;
  }
}

export type CoveredApps = ReturnType<typeof coveredApps>;

/** Selects the apps that a planned pause would cover; with `ownerId`, only those of this owner. */
export function appsToCover(
  db: Db,
  { scope, key, appIDs }: { scope: PauseScope; key: string; appIDs: readonly string[] },
  ownerId?: string,
): CoveredApps {
  return scope === 'apps'
    ? coveredApps(db, { id: '', scope: 'all', key: '', endedAt: null }, ownerId).where(
        'app.appID',
        'in',
        appIDs,
      )
    : coveredApps(db, { id: '', scope, key, endedAt: null }, ownerId);
}

export const countCovered = (db: Db, pause: PausedThing, ownerId?: string): Promise<number> =>
  countApps(coveredApps(db, pause, ownerId));

export async function countApps(covered: CoveredApps): Promise<number> {
  const { count } = await covered
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the name of an account as one of its apps spells it; undefined when no app has it. */
export async function accountSpelling(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('app')
    .where(isOfAccount(db, key))
    .select('app.accountName')
    .limit(1)
    .executeTakeFirst();
  return row?.accountName;
}

/**
 * Returns an owner's words for the target of a pause: the account as an own app spells it, or the own apps among the named ones;
 * undefined when there is none, and for other pauses.
 */
export async function ownWordsFor(
  db: Db,
  pause: PausedThing,
  ownerId: string,
): Promise<string | undefined> {
  const scope = scopeOf(pause);
  const own = coveredApps(db, pause, ownerId);
  if (scope === 'apps') {
    const first = await own.select('app.appName').orderBy('app.appName').limit(2).execute();
    if (first.length === 0) return undefined;
    const names = first.map(({ appName }) => appName);
    return namesInShort(names, await countCovered(db, pause, ownerId));
  }
  if (scope !== 'account') return undefined;
  return (await own.select('app.accountName').limit(1).executeTakeFirst())?.accountName;
}

/** Tests the condition of a pause's scope. */
export const byScope = (
  eb: ExpressionBuilder<Schema, 'pause'>,
  conditions: Record<StoredScope, Expression<SqlBool>>,
): Expression<SqlBool> =>
  eb.or(storedScopes.map((scope) => eb.and([eb('pause.scope', '=', scope), conditions[scope]])));

/** The apps of an owner, one app, or one app if it is this owner's. */
export type SomeApps = { ownerId?: string | undefined; appID?: string | undefined };

/** Tells whether a pause covers one of these apps: an owner sees pauses of own apps. */
export function coversAppOf(
  db: Db,
  eb: ExpressionBuilder<Schema, 'pause'>,
  { ownerId, appID }: SomeApps,
): Expression<SqlBool> {
  const own = db
    .selectFrom('app as own')
    .$if(ownerId !== undefined, (query) => query.where('own.ownerId', '=', ownerId as string))
    .$if(appID !== undefined, (query) => query.where('own.appID', '=', appID as string));
  const fold = sql<string>`adwarden_fold(${sql.ref('own.accountName')})`;
  const owners = own.select('own.ownerId').$castTo<{ ownerId: string }>();
  const covers = byScope(eb, {
    all: eb.lit(true),
    account: eb('pause.key', 'in', own.select(fold.as('key'))),
    owner: ownerId === undefined ? eb('pause.key', 'in', owners) : eb('pause.key', '=', ownerId),
    app: eb.or([
      eb('pause.key', 'in', own.select('own.appID')),
      eb.and([
        eb('pause.key', '=', ''),
        eb.exists(
          eb
            .selectFrom('pause as part')
            .select('part.id')
            .whereRef('part.continues', '=', 'pause.id')
            .where((of) =>
              of.or([
                of('part.endedAt', 'is', null),
                of('part.endedAt', '=', of.ref('pause.endedAt')),
              ]),
            )
            .where('part.key', 'in', own.select('own.appID')),
        ),
      ]),
    ]),
  });
  return appID === undefined ? covers : eb.and([eb.exists(own.select('own.appID')), covers]);
}
