import { forEachAdUnit } from '@adwarden/contract/ad-units';
import { type AppSnapshot, nobody } from '../src/features/apps/apps.table.ts';

/** A whole app as in the log; `over` replaces some fields. */
export function sampleSnapshot(over: Partial<AppSnapshot> & { appID: string }): AppSnapshot {
  return {
    appName: 'Tide Clock',
    packageName: 'com.harbour.tideclock',
    accountName: '',
    category: 'Weather',
    adsStatus: 'on',
    appStatus: 'live',
    visibleExtra: 'off',
    ipAddress: 'off',
    note: '',
    ...forEachAdUnit(() => ''),
    iconHash: '',
    ...nobody,
    createdAt: 1,
    tokens: [{ token: `token of ${over.appID}`, since: 1, until: null }],
    ...over,
  };
}
