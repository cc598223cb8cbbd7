import { codesNow } from '@adwarden/contract/countries';
import { sql } from 'kysely';
import type { AdsApp } from '../ads/answers/ads.answer.ts';
import type { LogPosition } from '../ads/following/ads.stream.ts';
import { mostToFollow } from '../changes/changes.store.ts';
import type { Db } from '../db/schema.ts';
import type { AppsSource, ChangedApps } from './stream.apps.ts';

const appsPerChunk = 1000;
const changesAtOnce = 1000;

function adsRows(db: Db) {
  return db
    .selectFrom('app')
    .leftJoin('app_configuration', 'app_configuration.appID', 'app.appID')
    .leftJoin('app_token', (join) =>
      join.onRef('app_token.appID', '=', 'app.appID').on('app_token.until', 'is', null),
    )
    .select([
      'app.appID',
      'app.appName',
      'app.packageName',
      'app.accountName',
      'app.ownerId',
      sql<string>`adwarden_fold(${sql.ref('app.accountName')})`.as('accountKey'),
      'app.category',
      'app.adsStatus',
      'app.appStatus',
      'app.visibleExtra',
      'app.ipAddress',
      'app.adUnits',
      'app.iconHash',
      'app.updatedAt',
      'app_configuration.country',
      'app_configuration.countryCodes',
      'app_configuration.createdAt as configuredAt',
      'app_token.token',
    ]);
}

type AdsRow = Awaited<ReturnType<ReturnType<typeof adsRows>['execute']>>[number];

/** Tokens that were rotated away; few apps have them. */
function oldTokenRows(db: Db) {
  return db
    .selectFrom('app_token')
    .select(['appID', 'token', sql<number>`until`.as('until')])
    .where('until', 'is not', null);
}

type OldTokenRow = Awaited<ReturnType<ReturnType<typeof oldTokenRows>['execute']>>[number];

/** Joins the rows with the old tokens of each app. */
function adsApps(rows: AdsRow[], oldTokens: OldTokenRow[]): AdsApp[] {
  const byApp = Map.groupBy(oldTokens, ({ appID }) => appID);
  return rows.map(({ country, countryCodes, configuredAt, ...row }) => ({
    ...row,
    token: row.token ?? '',
    oldTokens: byApp.get(row.appID) ?? [],
    configuration:
      configuredAt === null
        ? null
        : { countryCodes: codesNow({ country, countryCodes }).join(','), createdAt: configuredAt },
  }));
}

/** Reads the next chunk of apps by app ID. */
async function appsAfter(db: Db, after: string): Promise<AdsApp[]> {
  const rows = await adsRows(db)
    .where('app.appID', '>', after)
    .orderBy('app.appID')
    .limit(appsPerChunk)
    .execute();
  const last = rows.at(-1);
  if (!last) return [];
  const oldTokens = await oldTokenRows(db)
    .where('appID', '>', after)
    .where('appID', '<=', last.appID)
    .execute();
  return adsApps(rows, oldTokens);
}

/** Reads the apps with these IDs; IDs without an app are left out. */
async function appsById(db: Db, appIDs: string[]): Promise<AdsApp[]> {
  if (appIDs.length === 0) return [];
  const [rows, oldTokens] = await Promise.all([
    adsRows(db).where('app.appID', 'in', appIDs).execute(),
    oldTokenRows(db).where('appID', 'in', appIDs).execute(),
  ]);
  return adsApps(rows, oldTokens);
}

/** Reads the present position of the log, and which change has a certain seq ('' when there is none). */
async function readHead(db: Db, seq: number) {
  const head = await db
    .selectFrom('meta')
    .leftJoin('change as known', (join) => join.on('known.seq', '=', seq))
    .select(({ selectFrom }) => [
      'meta.value as epoch',
      'known.at',
      'known.entity',
      'known.key',
      selectFrom('change')
        .select(({ fn }) => fn.max('change.seq').as('seq'))
        .as('lastSeq'),
    ])
    .where('meta.name', '=', 'epoch')
    .executeTakeFirstOrThrow();
  return {
    epoch: head.epoch,
    lastSeq: head.lastSeq ?? 0,
    mark: head.at === null ? '' : markOf(head),
  };
}

/** Returns the mark of a change with its time, so that changes of two histories with the same seq are different. */
function markOf(change: { at: unknown; entity: unknown; key: unknown }): string {
  return `${change.at} ${change.entity} ${change.key}`;
}

type Head = Awaited<ReturnType<typeof readHead>>;

/**
 * Tells whether a follower can go on from a position. When the change is no longer there, it was pruned long ago, or it never
 * happened in this history: a backup was restored, with or without a new epoch.
 */
function continues(head: Head, { epoch, seq, mark }: LogPosition): boolean {
  return head.epoch === epoch && head.mark === mark && head.lastSeq - seq <= mostToFollow;
}

async function readChanges(tx: Db, position: LogPosition): Promise<ChangedApps | null> {
  if (!continues(await readHead(tx, position.seq), position)) return null;
  const changes = await tx
    .selectFrom('change')
    .select(['seq', 'entity', 'key', 'at'])
    .where('seq', '>', position.seq)
    .orderBy('seq')
    .limit(changesAtOnce)
    .execute();
  const last = changes.at(-1);
  if (!last) return { apps: [], gone: [], position, more: false };
  const ofApps = changes.filter(({ entity }) => entity === 'app' || entity === 'app-configuration');
  const appIDs = [...new Set(ofApps.map(({ key }) => key))];
  const apps = await appsById(tx, appIDs);
  const there = new Set(apps.map(({ appID }) => appID));
  return {
    apps,
    gone: appIDs.filter((appID) => !there.has(appID)),
    position: {
      epoch: position.epoch,
      seq: last.seq,
      mark: markOf(last),
    },
    more: changes.length === changesAtOnce,
  };
}

/** Builds the source that reads the tables for the stream (ADR 12). */
export function createAppsSource(db: Db): AppsSource {
  return {
    async position() {
      const { epoch, lastSeq } = await readHead(db, 0);
      const { mark } = await readHead(db, lastSeq);
      return { epoch, seq: lastSeq, mark };
    },

    async *allApps() {
      let next = appsAfter(db, '');
      for (;;) {
        const apps = await next;
        const last = apps.at(-1);
        if (!last) return;
        next = appsAfter(db, last.appID);
        // The next chunk is read while this one is used. When the loop ends early, a failure of it is ignored.
        next.catch(() => {});
        yield apps;
      }
    },

    app: async (appID) => (await appsById(db, [appID]))[0] ?? null,

    async changedAfter(position) {
      // Mostly nothing has changed, and this one query is enough.
      const head = await readHead(db, position.seq);
      if (!continues(head, position)) return null;
      if (head.lastSeq === position.seq) return { apps: [], gone: [], position, more: false };
      return db
        .transaction()
        .setAccessMode('read only')
        .setIsolationLevel('repeatable read')
        .execute((tx) => readChanges(tx, position));
    },
  };
}
