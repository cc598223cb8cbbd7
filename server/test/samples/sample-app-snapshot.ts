import { forEachAppField } from '@adwarden/contract/apps';
import type { AppTable } from '../../src/db/schema.ts';
import { type AppSnapshot, columnsOf, nobody } from '../../src/edits/apps.table.ts';

/** Returns a whole app as in the log; `over` replaces some fields. */
export function sampleSnapshot(over: Partial<AppSnapshot> & { appID: string }): AppSnapshot {
  return {
    ...forEachAppField((_, unset) => unset),
    appName: 'Tide Clock',
    packageName: 'com.harbour.tideclock',
    category: 'Weather',
    adsStatus: 'on',
    appStatus: 'live',
    iconHash: '',
    ...nobody,
    createdAt: 1,
    tokens: [{ token: `token of ${over.appID}`, since: 1, until: null }],
    ...over,
  };
}

/** Returns the same as a row of table `app`. */
export function sampleAppRow(over: Partial<AppSnapshot> & { appID: string }): AppTable {
  return { ...columnsOf(sampleSnapshot(over)), version: 0, updatedAt: 0 };
}
