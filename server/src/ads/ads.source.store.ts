import type { Db } from '../db/schema.ts';
import type { AdsApp } from './ads.answer.ts';
import type { AdsSource } from './ads.source.ts';

const appsPerChunk = 1000;
const changesAtOnce = 1000;

function adsRows(db: Db) {
  return db
    .selectFrom('app')
    .leftJoin('app_configuration', 'app_configuration.appID', 'app.appID')
    .select([
      'app.appID',
      'app.appName',
      'app.packageName',
      'app.accountName',
      'app.category',
      'app.adsStatus',
      'app.appStatus',
      'app.visibleExtra',
      'app.ipAddress',
      'app.adUnits',
      'app.iconHash',
      'app.updatedAt',
      'app_configuration.countryCodes',
      'app_configuration.createdAt as configuredAt',
    ]);
}

type AdsRow = Awaited<ReturnType<ReturnType<typeof adsRows>['execute']>>[number];

/** The rows with the tokens of each app. */
async function withTokens(db: Db, rows: AdsRow[]): Promise<AdsApp[]> {
  if (rows.length === 0) return [];
  const tokens = await db
    .selectFrom('app_token')
    .select(['appID', 'token', 'until'])
    .where(
      'appID',
      'in',
      rows.map(({ appID }) => appID),
    )
    .execute();
  const byApp = Map.groupBy(tokens, ({ appID }) => appID);
  return rows.map(({ countryCodes, configuredAt, ...row }) => ({
    ...row,
    tokens: (byApp.get(row.appID) ?? []).map(({ token, until }) => ({ token, until })),
    configuration:
      countryCodes === null || configuredAt === null
        ? null
        : { countryCodes, createdAt: configuredAt },
  }));
}

/** The tables as the ads loader reads them (design, section 7). */
export function createAdsSource(db: Db): AdsSource {
  return {
    async position() {
      const meta = await db
        .selectFrom('meta')
        .select('value')
        .where('name', '=', 'epoch')
        .executeTakeFirst();
      const ends = await db
        .selectFrom('change')
        .select(({ fn }) => fn.max<number | null>('seq').as('lastSeq'))
        .executeTakeFirst();
      return { epoch: meta?.value ?? '', lastSeq: ends?.lastSeq ?? 0 };
    },

    async *allApps() {
      let after = '';
      for (;;) {
        const rows = await adsRows(db)
          .where('app.appID', '>', after)
          .orderBy('app.appID')
          .limit(appsPerChunk)
          .execute();
        if (rows.length > 0) yield await withTokens(db, rows);
        if (rows.length < appsPerChunk) return;
        after = rows.at(-1)?.appID ?? '';
      }
    },

    async apps(appIDs) {
      if (appIDs.length === 0) return [];
      return withTokens(db, await adsRows(db).where('app.appID', 'in', appIDs).execute());
    },

    async changedSince(seq) {
      const rows = await db
        .selectFrom('change')
        .select(['seq', 'entity', 'key'])
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(changesAtOnce)
        .execute();
      const ofApps = rows.filter(
        ({ entity }) => entity === 'app' || entity === 'app-configuration',
      );
      return {
        appIDs: [...new Set(ofApps.map(({ key }) => key))],
        cursor: rows.at(-1)?.seq ?? seq,
      };
    },
  };
}
