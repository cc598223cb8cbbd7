import type { App, AppStatus, OnOff } from '@adwarden/contract/apps';
import { isoTime } from '../../kit/clock.ts';
import { iconPath } from '../../kit/icon-path.ts';
import { type AppRow, adUnitsOf } from './apps.table.ts';

/** An app as it is answered: every field that leaves is named here (spec, section 3). */
export function presentApp(row: AppRow): App {
  return {
    appID: row.appID,
    authToken: row.authToken,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    version: row.version,
    icon: iconPath(row.iconHash),
    appName: row.appName,
    packageName: row.packageName,
    accountName: row.accountName,
    category: row.category,
    adsStatus: row.adsStatus as OnOff,
    appStatus: row.appStatus as AppStatus,
    visibleExtra: row.visibleExtra as OnOff,
    ipAddress: row.ipAddress as OnOff,
    note: row.note,
    userID: row.userID ?? '',
    fullName: row.fullName ?? '',
    ...adUnitsOf(row.adUnits),
  };
}
