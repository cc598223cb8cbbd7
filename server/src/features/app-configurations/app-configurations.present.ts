import type { AppConfiguration, RemainingApp } from '@adwarden/contract/app-configurations';
import type { OnOff } from '@adwarden/contract/apps';
import { codesNow } from '@adwarden/contract/countries';
import { isoTime } from '../../kit/clock.ts';
import { iconPath } from '../../kit/icon-path.ts';
import type { AppFacts, ConfiguredAppRow } from './app-configurations.store.ts';

/** A remaining app as it is sent in answers; `createdAt` is the app's (spec, section 3). */
export function presentRemainingApp(row: AppFacts & { createdAt: number }): RemainingApp {
  return {
    appID: row.appID,
    authToken: row.authToken,
    appName: row.appName,
    accountName: row.accountName,
    packageName: row.packageName,
    icon: iconPath(row.iconHash),
    ipAddress: row.ipAddress as OnOff,
    createdAt: isoTime(row.createdAt),
  };
}

/** A configured app as it is sent in answers; `createdAt` is the configuration's (spec, section 3). */
export function presentAppConfiguration(row: ConfiguredAppRow): AppConfiguration {
  return {
    ...presentRemainingApp(row),
    country: row.country,
    countryCodes: codesNow(row),
    version: row.version,
  };
}
