import type { AppConfiguration, RemainingApp } from '@adwarden/contract/app-configurations';
import type { OnOff } from '@adwarden/contract/apps';
import { codesNow } from '@adwarden/contract/countries';
import { iconPath } from '../../kit/answers/icon-path.ts';
import { isoTime } from '../../kit/clock.ts';
import { type Reader, seenToken } from '../../sight/secrets.policy.ts';
import type { AppFacts, ConfiguredAppRow } from './app-configurations.store.ts';

/** Returns a remaining app as answers to a person have it; `createdAt` is the app's (spec, section 3). */
export function presentRemainingApp(
  reader: Reader,
  row: AppFacts & { createdAt: number },
): RemainingApp {
  return {
    appID: row.appID,
    authToken: seenToken(reader, row.authToken),
    appName: row.appName,
    accountName: row.accountName,
    packageName: row.packageName,
    icon: iconPath(row.iconHash),
    ipAddress: row.ipAddress as OnOff,
    createdAt: isoTime(row.createdAt),
  };
}

/** Returns a configured app as answers to a person have it; `createdAt` is the configuration's (spec, section 3). */
export function presentAppConfiguration(reader: Reader, row: ConfiguredAppRow): AppConfiguration {
  return {
    ...presentRemainingApp(reader, row),
    country: row.country,
    countryCodes: codesNow(row),
    version: row.version,
  };
}
