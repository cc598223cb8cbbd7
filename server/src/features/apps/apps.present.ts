import type { App } from '@adwarden/contract/apps';
import { type AppRow, fieldsOf } from '../../edits/apps.table.ts';
import { isoTime } from '../../kit/clock.ts';
import { iconPath } from '../../kit/icon-path.ts';

/** An app as it is sent in answers. Every field is named here or in the contract's `appFields` (spec, section 3). */
export function presentApp(row: AppRow): App {
  return {
    appID: row.appID,
    authToken: row.authToken,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    version: row.version,
    icon: iconPath(row.iconHash),
    ...fieldsOf(row),
    userID: row.userID ?? '',
    fullName: row.fullName ?? '',
  };
}
