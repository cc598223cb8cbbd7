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

function tokenRows(db: Db) {
  return db.selectFrom('app_token').select(['appID', 'token', 'until']);
}

type TokenRow = Awaited<ReturnType<ReturnType<typeof tokenRows>['execute']>>[number];

/** The rows with the tokens of each app. */
function withTokens(rows: AdsRow[], tokens: TokenRow[]): AdsApp[] {
  const byApp = Map.groupBy(tokens, ({ appID }) => appID);
  return rows.map(({ countryCodes, configuredAt, ...row }) => ({
    ...row,
    tokens: byApp.get(row.appID) ?? [],
    configuration:
      countryCodes === null || configuredAt === null
        ? null
        : { countryCodes, createdAt: configuredAt },
  }));
}

/** The next chunk of apps by app ID. */
async function appsAfter(db: Db, after: string): Promise<AdsApp[]> {
  const rows = await adsRows(db)
    .where('app.appID', '>', after)
    .orderBy('app.appID')
    .limit(appsPerChunk)
    .execute();
  const last = rows.at(-1);
  if (!last) return [];
  const tokens = await tokenRows(db)
    .where('appID', '>', after)
    .where('appID', '<=', last.appID)
    .execute();
  return withTokens(rows, tokens);
}

/** The tables as the ads loader reads them (design, section 7). */
export function createAdsSource(db: Db): AdsSource {
  return {
    async position() {
      const found = await db
        .selectFrom('meta')
        .select(({ selectFrom }) => [
          'value as epoch',
          selectFrom('change')
            .select(({ fn }) => fn.max('seq').as('seq'))
            .as('lastSeq'),
        ])
        .where('name', '=', 'epoch')
        .executeTakeFirstOrThrow();
      return { epoch: found.epoch, lastSeq: found.lastSeq ?? 0 };
    },

    async *allApps() {
      let next = appsAfter(db, '');
      for (;;) {
        const apps = await next;
        const last = apps.at(-1);
        if (!last) return;
        next = appsAfter(db, last.appID);
        // Read while these are worked on; whoever stops early does not hear of its failure.
        next.catch(() => {});
        yield apps;
      }
    },

    async apps(appIDs) {
      if (appIDs.length === 0) return [];
      const [rows, tokens] = await Promise.all([
        adsRows(db).where('app.appID', 'in', appIDs).execute(),
        tokenRows(db).where('appID', 'in', appIDs).execute(),
      ]);
      return withTokens(rows, tokens);
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
        more: rows.length === changesAtOnce,
      };
    },
  };
}
