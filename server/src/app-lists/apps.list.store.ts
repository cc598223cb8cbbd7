import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { appRows } from '../edits/apps.store.ts';
import { requestsSeen } from '../sight/requests.store.ts';
import { matchingIds, scopeOf } from './apps.list.ids.store.ts';
import { countOf, idsInOrder, pageOf } from './apps.list.page.store.ts';
import {
  type AppListQuestion,
  type AppListScope,
  type ListedApp,
  sortKeyOf,
  timeColumn,
  viewerOf,
} from './apps.list.table.ts';

export type { AppListQuestion, AppListScope, ListedApp } from './apps.list.table.ts';

/**
 * Returns a page of a list of apps, and the number of apps on all pages (ADR 28 "Lists"). Equal values are in the order of app
 * IDs, in the direction of the sort.
 *
 * Every question becomes one set of ids, made by the text index or by one scan of the narrow table `app_list`. The set is
 * counted. To find the page, the database reads the index of the sorted column, and skips ids that are not in the set; a few ids
 * are fetched and sorted instead. So the time is bounded for every word and every page.
 */
export async function listApps(
  db: Db,
  question: AppListQuestion,
  scope: AppListScope = {},
): Promise<{ rows: ListedApp[]; total: number }> {
  const { page, pageSize, sort } = question;
  const matching = await matchingIds(db, question, scope);
  const found = await pageOf(db, matching, {
    key: sortKeyOf(sort.column, scope),
    direction: sort.descending ? 'desc' : 'asc',
    limit: pageSize,
    offset: page * pageSize,
  });
  const total = found[0]?.total ?? (page === 0 ? 0 : await countOf(db, matching));
  return { rows: await rowsOf(db, found, scope), total };
}

/**
 * Streams a whole list, newest first, in chunks of rows. Each chunk is its own query, so that a slow client blocks nothing. An
 * app that changes in the meantime may come old or new.
 */
export async function* streamApps(
  db: Db,
  scope: AppListScope = {},
  chunkSize = 100,
): AsyncGenerator<ListedApp[], void, undefined> {
  const time = `app_list.${timeColumn(scope)}` as const;
  const newest = db
    .selectFrom('app_list')
    .select(['app_list.appID', sql<number>`${sql.ref(time)}`.as('time')])
    .where((eb) => eb.and(scopeOf(db, eb, scope)))
    .orderBy(time, 'desc')
    .orderBy('app_list.appID', 'desc')
    .limit(chunkSize);
  let found = await newest.execute();
  for (;;) {
    if (found.length > 0) yield await rowsOf(db, found, scope);
    const last = found.at(-1);
    if (!last || found.length < chunkSize) return;
    found = await newest
      .where((eb) => eb(eb.refTuple(time, 'app_list.appID'), '<', eb.tuple(last.time, last.appID)))
      .execute();
  }
}

/** Returns the IDs of all apps that match a question, in its order: each once, whatever changes in the meantime. */
export async function findAppIDs(
  db: Db,
  { sort, ...question }: Omit<AppListQuestion, 'page' | 'pageSize'>,
  scope: AppListScope = {},
): Promise<string[]> {
  return idsInOrder(db, await matchingIds(db, question, scope), {
    key: sortKeyOf(sort.column, scope),
    direction: sort.descending ? 'desc' : 'asc',
  });
}

/**
 * Streams apps by their IDs, in the same order, in chunks of rows; the next chunk is read ahead. Apps that are deleted, or no
 * longer the owner's, are left out.
 */
export async function* streamAppsByID(
  db: Db,
  appIDs: string[],
  scope: AppListScope = {},
  chunkSize = 100,
): AsyncGenerator<ListedApp[], void, undefined> {
  const read = (start: number) => readApps(db, appIDs.slice(start, start + chunkSize), scope);
  let reading = read(0);
  for (let next = chunkSize; next < appIDs.length; next += chunkSize) {
    const rows = await reading;
    reading = read(next);
    // The reader of the list may stop before this chunk.
    reading.catch(() => {});
    yield rows;
  }
  yield await reading;
}

/** Counts the apps, in total and of each status, for the dashboards. */
export async function countByStatus(
  db: Db,
  scope: AppListScope = {},
): Promise<{ apps: number; live: number; suspend: number; inDevelop: number }> {
  const rows = await db
    .selectFrom('app_list')
    .select((eb) => ['app_list.appStatus', eb.fn.countAll<number>().as('apps')])
    .where((eb) => eb.and(scopeOf(db, eb, scope)))
    .groupBy('app_list.appStatus')
    .execute();
  const of = (status: string) => rows.find((row) => row.appStatus === status)?.apps ?? 0;
  return {
    apps: rows.reduce((sum, row) => sum + row.apps, 0),
    live: of('live'),
    suspend: of('suspend'),
    inDevelop: of('in-develop'),
  };
}

/** Returns the rows of the found apps, in the same order; apps deleted or given away in the meantime are left out. */
const rowsOf = (db: Db, found: { appID: string }[], scope: AppListScope): Promise<ListedApp[]> =>
  readApps(
    db,
    found.map(({ appID }) => appID),
    scope,
  );

async function readApps(db: Db, appIDs: string[], scope: AppListScope): Promise<ListedApp[]> {
  if (appIDs.length === 0) return [];
  const { ownerId } = scope;
  const viewer = viewerOf(scope);
  const rows: ListedApp[] = await appRows(db)
    .leftJoin('app_configuration', 'app_configuration.appID', 'app.appID')
    .innerJoin('app_list', 'app_list.appID', 'app.appID')
    .select([
      sql<string>`adwarden_fold(${sql.ref('app.accountName')})`.as('accountKey'),
      'app_list.requests7d',
      'app_configuration.country',
      'app_configuration.countryCodes',
      'app_configuration.createdAt as configuredAt',
      'app_configuration.version as configurationVersion',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('change_request')
            .select('change_request.id')
            .whereRef('change_request.appID', '=', 'app.appID')
            // A former owner's change is never applied.
            .whereRef('change_request.authorId', '=', 'app.ownerId')
            .where('change_request.state', '=', 'in-review'),
        )
        .as('waiting'),
    )
    .select((eb) =>
      eb
        .selectFrom('change_request')
        // The sum keeps both databases from searching all scheduled changes in the order of time, 10 ms for each app.
        .select(({ fn }) => fn.min(sql<number>`change_request.at + 0`).as('at'))
        .whereRef('change_request.appID', '=', 'app.appID')
        .where('change_request.state', '=', 'scheduled')
        .where((request) => request.and(requestsSeen(request, viewer)))
        // A former owner's change is never applied.
        .where((request) =>
          request.or([
            request('change_request.authorKind', '=', 'admin'),
            request('change_request.authorId', '=', request.ref('app.ownerId')),
          ]),
        )
        .as('scheduledAt'),
    )
    .where('app.appID', 'in', appIDs)
    .$if(ownerId !== undefined, (query) => query.where('app.ownerId', '=', ownerId ?? ''))
    .execute();
  const byID = new Map(rows.map((row) => [row.appID, row]));
  return appIDs.flatMap((appID) => byID.get(appID) ?? []);
}
