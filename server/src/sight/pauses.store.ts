import { type PauseScope, pauseScopes } from '@adwarden/contract/pauses/pauses';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from '../db/schema.ts';
import { isOfAccount } from '../db/text-search.ts';

/** What a pause stops; the key of an account is its folded name. */
export type PausedThing = { scope: PauseScope; key: string };

/** Pauses with what they are called now: the name of the app or of the owner; the value, when that is gone. */
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

export type NamedPause = Awaited<ReturnType<ReturnType<typeof pauseRows>['execute']>>[number];

/** The apps that a pause covers; of an owner only the own ones. */
export function coveredApps(db: Db, { scope, key }: PausedThing, ownerId?: string) {
  const apps = db
    .selectFrom('app')
    .$if(ownerId !== undefined, (query) => query.where('app.ownerId', '=', ownerId as string));
  if (scope === 'all') return apps;
  if (scope === 'app') return apps.where('app.appID', '=', key);
  if (scope === 'owner') return apps.where('app.ownerId', '=', key);
  scope satisfies 'account';
  return apps.where(isOfAccount(db, key));
}

export async function countCovered(db: Db, pause: PausedThing, ownerId?: string): Promise<number> {
  const { count } = await coveredApps(db, pause, ownerId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The name of an account as one of its apps, or of the apps of an owner, spells it; undefined when no app has it. */
export async function accountSpelling(
  db: Db,
  key: string,
  ownerId?: string,
): Promise<string | undefined> {
  const row = await coveredApps(db, { scope: 'account', key }, ownerId)
    .select('app.accountName')
    .limit(1)
    .executeTakeFirst();
  return row?.accountName;
}

/** Whether the condition of a pause's scope is true. */
export const byScope = (
  eb: ExpressionBuilder<Schema, 'pause'>,
  conditions: Record<PauseScope, Expression<SqlBool>>,
): Expression<SqlBool> =>
  eb.or(pauseScopes.map((scope) => eb.and([eb('pause.scope', '=', scope), conditions[scope]])));

/** The apps of an owner, one app, or one app if it is this owner's. */
export type SomeApps = { ownerId?: string | undefined; appID?: string | undefined };

/** Whether a pause covers one of these apps: an owner sees those of own apps. */
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
    app: eb('pause.key', 'in', own.select('own.appID')),
  });
  return appID === undefined ? covers : eb.and([eb.exists(own.select('own.appID')), covers]);
}
