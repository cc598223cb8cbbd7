import { defineFeature, type Office } from '../../feature.ts';
import { createIconCheck } from '../../icons/icon.check.ts';
import { isIconStored, saveIcon } from '../../icons/icons.store.ts';
import { olderThan } from '../../pruning/rules.ts';
import { accountNameRoutes } from './accounts/apps.accounts.routes.ts';
import { createAccountNames } from './accounts/apps.accounts.service.ts';
import { appRoutes } from './apps.routes.ts';
import { type AppsServiceDeps, createAppsService } from './apps.service.ts';
import { createConnect } from './connect/apps.connect.service.ts';
import { readWatches, storeAnswers, type WrittenAnswer } from './connect/apps.connect.store.ts';
import { createKnownWatches } from './connect/apps.connect.watches.ts';
import { type AppsListDeps, createAppsListService } from './list/apps.list.service.ts';
import { createFilterValues } from './list/apps.list.values.service.ts';
import { createWholeLists } from './list/apps.list.whole.service.ts';
import { reassignApps, unassignApps } from './owners/apps.owners.service.ts';
import { createAppKeeper, type RestoreConfiguration } from './restoring/apps.restore.service.ts';
import { createTestAds } from './test-ads/apps.test-ads.service.ts';

/** Applications. */
export const apps = defineFeature({
  bounds: {
    quotas: [],
    // Facts about replaced tokens that ended before.
    pruning: [
      olderThan('replacedTokens', ({ replacedTokens }) => replacedTokens.days, {
        table: 'replaced_token',
        key: ['appID', 'digest'],
        at: 'until',
      }),
    ],
  },
  build(
    office: Office &
      AppsListDeps &
      Pick<AppsServiceDeps, 'appEdits' | 'requestApproval'> & {
        restoreConfiguration: RestoreConfiguration;
      },
  ) {
    const { db, changeLog, feed, now, appEdits, requestApproval, restoreConfiguration } = office;
    const service = createAppsService({
      db,
      changeLog,
      checkIcon: createIconCheck((hash) => isIconStored(db, hash)),
      saveIcon,
      appEdits,
      requestApproval,
    });
    const accountNames = createAccountNames({ db });
    const appKeeper = createAppKeeper({ restoreConfiguration, isIconStored });
    const watches = createKnownWatches();
    return {
      gives: {
        apps: service,
        appKeeper,
        unassignApps,
        reassignApps,
        accountsCloseTo: accountNames.closeTo,
        wholeAppLists: createWholeLists({ db }),
        storeAnswers: (answers: WrittenAnswer[]) => storeAnswers(db, answers),
        /** Reads the apps that somebody watches. */
        async readWatched(): Promise<string[]> {
          const rows = await readWatches(db);
          watches.use(rows);
          return rows.map(({ appID }) => appID);
        },
      },
      keepers: { app: appKeeper },
      register(server, { explainAds }) {
        appRoutes(server, {
          apps: service,
          lists: createAppsListService(office),
          filterValues: createFilterValues({ db }),
          testAds: createTestAds({ db, explainAds }),
          connect: createConnect({ db, feed, watches, now }),
        });
        accountNameRoutes(server, { accountNames });
      },
    };
  },
});
