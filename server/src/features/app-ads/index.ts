import { defineFeature, type Office } from '../../feature.ts';
import { createFetchOutside } from '../../kit/outside/fetch-outside.ts';
import { createAppAdsChecks } from './app-ads.check.service.ts';
import { sitesJob } from './app-ads.job.ts';
import { accountKeeper } from './app-ads.restore.service.ts';
import { appAdsRoutes } from './app-ads.routes.ts';
import { createAppAds } from './app-ads.service.ts';

/** The app-ads.txt of accounts' sites (ADR 59). */
export const appAds = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build(office: Office & { judgeSites: () => Promise<void> }) {
    const { db, changeLog, resolve, settings, judgeSites } = office;
    const service = createAppAds({ db, changeLog, judgeSites });
    const checks = createAppAdsChecks({
      db,
      fetch: createFetchOutside({
        resolve,
        reach: { allowsPrivate: settings.appAdsPrivate, setting: 'APP_ADS_PRIVATE' },
      }),
      judgeSites,
    });
    return {
      gives: {},
      jobs: () => [sitesJob(checks)],
      keepers: { account: accountKeeper },
      register: (server) => appAdsRoutes(server, { appAds: service, checks }),
    };
  },
});
