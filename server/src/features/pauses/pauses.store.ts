import type { PauseListQuery, StoredScope } from '@adwarden/contract/pauses/pauses';
import type { Person, PersonKind } from '@adwarden/contract/people/people';
import { sql } from 'kysely';
import { believedMs } from '../../db/kept-time.ts';
import type { PauseTable } from '../../db/schema.safety.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { insertsOf } from '../../db/sent-rows.ts';
import type { EndedThings } from '../../pruning/pruning.store.ts';
import {
  type CoveredApps,
  coversAppOf,
  isActive,
  isWhole,
  type NamedPause,
  partsOf,
  pauseRows,
  type SomeApps,
} from '../../sight/pauses.store.ts';

export type PauseRow = PauseTable;

/** The target of a pause, with its name as people know it. `apps` are the apps of a pause of some apps. */
export type Paused = {
  scope: StoredScope;
  value: string;
  key: string;
  label: string;
  apps?: FoundApp[];
};

export type FoundApp = { appID: string; appName: string; ownerId: string | null };

/** Returns an account name in the form in which accounts are compared. */
export async function foldAccount(db: Db, accountName: string): Promise<string> {
  const { key } = await db
    .selectNoFrom(sql<string>`adwarden_fold(${accountName})`.as('key'))
    .executeTakeFirstOrThrow();
  return key;
}

/** Returns those of the apps that exist, by name. */
export function findApps(db: Db, appIDs: readonly string[]): Promise<FoundApp[]> {
  return db
    .selectFrom('app')
    .select(['appID', 'appName', 'ownerId'])
    .where('appID', 'in', appIDs)
    .orderBy('appName')
    .orderBy('appID')
    .execute();
}

export function findUser(db: Db, id: string) {
  return db.selectFrom('app_user').select('fullName').where('id', '=', id).executeTakeFirst();
}

export function findPause(db: Db, id: string): Promise<NamedPause | undefined> {
  return pauseRows(db).where('pause.id', '=', id).executeTakeFirst();
}

/**
 * The order of active pauses: those of all apps, of accounts and of owners; then administrators' pauses of apps, pauses of some
 * apps first. So pauses of an administrator are seen, however many pauses of single apps the owners begin. Pauses that the system
 * made when an app left another pause follow, because an owner's edits make those.
 */
const widestFirst = sql<number>`case
  when pause.scope = 'all' then 0
  when pause.scope <> 'app' then 1
  when pause."createdByKind" <> 'admin' then 5
  when pause.key = '' then 2
  when pause.continues is null then 3
  else 4 end`;

/**
 * Returns a page of the pauses. Ended pauses: the newest first. Active pauses: those that stop the most apps first, then the
 * newest. With an owner or an app, only pauses of this owner's apps, or of this app.
 */
export async function pageOfPauses(
  db: Db,
  { state, page, pageSize }: Omit<PauseListQuery, 'appID'>,
  of: SomeApps,
) {
  const inState = pauseRows(db)
    .where((eb) => (state === 'active' ? isActive(eb) : eb.not(isActive(eb))))
    .where(isWhole)
    .$if(of.ownerId !== undefined || of.appID !== undefined, (query) =>
      query.where((eb) => coversAppOf(db, eb, of)),
    );
  const [rows, { total }] = await Promise.all([
    inState
      .$if(state === 'active', (query) => query.orderBy(widestFirst))
      .orderBy('pause.createdAt', 'desc')
      .orderBy('pause.id')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    inState
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** Finds an active pause of the same thing that somebody of this kind began. */
export function samePause(db: Db, { scope, key }: Paused, createdByKind: string) {
  return db
    .selectFrom('pause')
    .select('id')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('createdByKind', '=', createdByKind as PauseRow['createdByKind'])
    .where(isActive)
    .executeTakeFirst();
}

/** Counts those of these apps that have an active pause of their own, alone or among others, that somebody of this kind began. */
export async function countPaused(
  db: Db,
  appIDs: readonly string[],
  createdByKind: PersonKind,
): Promise<number> {
  const { count } = await db
    .selectFrom('pause')
    .select((eb) => eb.fn.count<number>('key').distinct().as('count'))
    .where('scope', '=', 'app')
    .where('key', 'in', appIDs)
    .where('createdByKind', '=', createdByKind)
    .where(isActive)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the active pauses of accounts and owners that administrators began: an edit can take an app out of these. */
export function pausesThatApps(db: Db): Promise<PauseRow[]> {
  return db
    .selectFrom('pause')
    .selectAll()
    .where('scope', 'in', ['account', 'owner'])
    .where('createdByKind', '=', 'admin')
    .where(isActive)
    .execute();
}

/**
 * Finds apps that one of these pauses covered before the entry `before` of the log, and no longer covers. The log has the earlier
 * state of the app.
 */
export async function appsThatLeft(
  tx: Tx,
  pauses: PauseRow[],
  { appIDs, before }: { appIDs: string[]; before: number },
): Promise<{ appID: string; pause: PauseRow }[]> {
  const entries = await tx
    .selectFrom('change')
    .select(['key', 'row'])
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('change as earlier')
        .select((of) => of.fn.max('earlier.seq').as('seq'))
        .where('earlier.entity', '=', 'app')
        .where('earlier.key', 'in', appIDs)
        .where('earlier.seq', '<', before)
        .groupBy('earlier.key'),
    )
    .execute();
  const now = await tx
    .selectFrom('app')
    .select(['appID', 'accountName', 'ownerId'])
    .where('appID', 'in', appIDs)
    .execute();
  const stillPaused = await tx
    .selectFrom('pause')
    .select(['key', 'continues'])
    .where('scope', '=', 'app')
    .where('key', 'in', appIDs)
    .where('createdByKind', '=', 'admin')
    .where(isActive)
    .execute();
  const left: { appID: string; pause: PauseRow }[] = [];
  for (const { key: appID, row } of entries) {
    const was = JSON.parse(row) as { accountName: string; ownerId: string | null };
    const is = now.find((app) => app.appID === appID);
    if (!is || (was.accountName === is.accountName && was.ownerId === is.ownerId)) continue;
    const covers = async ({ scope, key }: PauseRow, app: typeof was) => {
      switch (scope) {
        case 'owner':
          return key === app.ownerId;
        case 'account':
          return key === (await foldAccount(tx, app.accountName));
        case 'all':
        case 'app':
          return false;
        default:
          return scope satisfies never;
      }
    };
    for (const pause of pauses) {
      const isKept = stillPaused.some((own) => own.key === appID && own.continues === pause.id);
      if (isKept || !(await covers(pause, was)) || (await covers(pause, is))) continue;
      left.push({ appID, pause });
    }
  }
  return left;
}

/** Returns the scopes and keys of the active pauses that do not end with this one. */
export function otherPauses(db: Db, id: string): Promise<Pick<PauseRow, 'scope' | 'key'>[]> {
  return db
    .selectFrom('pause')
    .select(['scope', 'key'])
    .where('id', '<>', id)
    .where((eb) => eb.or([eb('continues', 'is', null), eb('continues', '<>', id)]))
    .where(isActive)
    .execute();
}

/** Returns covered apps after an app ID, with the fields that decide what phones get of them. */
export function appsCovered(
  covered: CoveredApps,
  { after, most }: { after: string; most: number },
) {
  return covered
    .leftJoin('app_configuration', 'app_configuration.appID', 'app.appID')
    .select([
      ...(['app.appID', 'app.ownerId', 'app.appStatus', 'app.adsStatus'] as const),
      ...(['app.ipAddress', 'app.adUnits', 'app_configuration.countryCodes'] as const),
    ])
    .select(sql<string>`adwarden_fold(${sql.ref('app.accountName')})`.as('accountKey'))
    .where('app.appID', '>', after)
    .orderBy('app.appID')
    .limit(most)
    .execute();
}

/** Lists the active pauses that continue another one. */
export function pausesContinuing(db: Db, id: string): Promise<NamedPause[]> {
  return pauseRows(db)
    .where('pause.continues', '=', id)
    .where('pause.endedAt', 'is', null)
    .execute();
}

/** Returns the parts of a pause of some apps, with the names of their apps. */
export const namedParts = (db: Db, pause: NamedPause): Promise<NamedPause[]> => {
  const parts = partsOf(db, pause).select('pause.id');
  return pauseRows(db).where('pause.id', 'in', parts).orderBy('app.appName').execute();
};

export async function insertPauses(tx: Tx, ...rows: PauseRow[]): Promise<void> {
  for (const insert of insertsOf(tx, 'pause', rows)) await insert.execute(tx);
}

export type PauseEnd = Pick<PauseRow, 'endedAt' | 'endedByKind' | 'endedByName' | 'endedById'>;

/** Ends a pause, and those that continue it. */
export async function endPause(tx: Tx, id: string, ended: PauseEnd): Promise<void> {
  await tx
    .updateTable('pause')
    .set(ended)
    .where((eb) => eb.or([eb('id', '=', id), eb('continues', '=', id)]))
    .where('endedAt', 'is', null)
    .execute();
}

/** Lists pauses that have reached their end, and whose end is not recorded yet, at most `most`. */
export function expiredPauses(db: Db, most: number): Promise<NamedPause[]> {
  return pauseRows(db)
    .where('pause.endedAt', 'is', null)
    .where('pause.until', '<=', believedMs)
    .where('pause.continues', 'is', null)
    .limit(most)
    .execute();
}

/** Tells whether the log of changes has an entry of a pause with this id. */
export async function hasPauseEntry(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('change')
    .select('seq')
    .where('entity', '=', 'pause')
    .where('key', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Selects the pauses that a person began and that have not ended; each part of a pause of some apps as well. */
const activePausesOf = (db: Db, { kind, id }: Person) =>
  db
    .selectFrom('pause')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdByKind', '=', kind)
    .where('createdById', '=', id)
    .where('endedAt', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', believedMs)]));

/** Counts the pauses that a person began and that have not ended. */
export async function countActivePauses(db: Db, person: Person): Promise<number> {
  const whole = activePausesOf(db, person).where('continues', 'is', null);
  return (await whole.executeTakeFirstOrThrow()).count;
}

/** Counts the apps that these pauses name, each as often as it is named. */
export async function countPausedApps(db: Db, person: Person): Promise<number> {
  const ofApps = activePausesOf(db, person).where('scope', '=', 'app').where('key', '<>', '');
  return (await ofApps.executeTakeFirstOrThrow()).count;
}

/** Pauses that have ended. */
export const endedPauses: EndedThings = {
  table: 'pause',
  at: 'endedAt',
  person: ['createdByKind', 'createdById'],
  hasEnded: sql<boolean>`"endedAt" is not null`,
};
