import type { Office } from '../feature.ts';
import { admins } from '../features/admins/index.ts';
import { apiKeys } from '../features/api-keys/index.ts';
import { appAds } from '../features/app-ads/index.ts';
import { appConfigurations } from '../features/app-configurations/index.ts';
import type { AppEdits } from '../features/apps/apps.edit.service.ts';
import { apps } from '../features/apps/index.ts';
import type { AppsListDeps } from '../features/apps/list/apps.list.service.ts';
import { batches } from '../features/batches/index.ts';
import { categories } from '../features/categories/index.ts';
import { changeRequests } from '../features/change-requests/index.ts';
import { changes } from '../features/changes/index.ts';
import { doctor } from '../features/doctor/index.ts';
import { edges } from '../features/edges/index.ts';
import { listExports } from '../features/export/index.ts';
import { factors } from '../features/factors/index.ts';
import { findings } from '../features/findings/index.ts';
import type { Judging } from '../features/findings/judging/judging.service.ts';
import { globalConfig } from '../features/global-config/index.ts';
import { appImports } from '../features/import/index.ts';
import { invitations } from '../features/invitations/index.ts';
import { passwords } from '../features/passwords/index.ts';
import { pastedLists } from '../features/pasted-lists/index.ts';
import { pauses } from '../features/pauses/index.ts';
import { sessions } from '../features/sessions/index.ts';
import type { CountryOf } from '../features/sessions/new-country.service.ts';
import { singleSignOn } from '../features/single-sign-on/index.ts';
import { traffic } from '../features/traffic/index.ts';
import { usage } from '../features/usage/index.ts';
import { users } from '../features/users/index.ts';
import { views } from '../features/views/index.ts';
import { featureList } from './feature-list.ts';

/** The dependencies of the first feature. */
export type FeatureBase = Office & {
  judging: Judging;
  /** The country of an address by the database on this machine; null if unknown. */
  countryOf: CountryOf;
  /** Tells whether a pause covers an app now. */
  isPaused: AppsListDeps['isPaused'];
  appEdits: AppEdits;
};

/** All features, each after those that give it something (ADR 131). A new one is a folder, and a line here. */
export const features = featureList<FeatureBase>()
  .and(factors)
  .and(sessions)
  .and(invitations)
  .and(passwords)
  .and(admins)
  .and(categories)
  .and(usage)
  .and(traffic)
  .and(findings)
  .and(edges)
  .and(changeRequests)
  .and(changes)
  .and(pauses)
  .and(appConfigurations)
  .and(apps)
  .and(pastedLists)
  .and(users)
  .and(batches)
  .and(appImports)
  .and(listExports)
  .and(globalConfig)
  .and(appAds)
  .and(views)
  .and(apiKeys)
  .and(singleSignOn)
  .and(doctor);
