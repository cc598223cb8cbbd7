import type { App } from '@adwarden/contract/apps';
import { type AppRow, fieldsOf } from '../../edits/apps.table.ts';
import { iconPath } from '../../kit/answers/icon-path.ts';
import { isoTime } from '../../kit/clock.ts';
import { type Reader, seenToken } from '../../sight/secrets.policy.ts';

/** Returns an app as answers to a person have it. Every field is named here or in the contract's `appFields` (spec, section 3). */
export function presentApp(reader: Reader, row: AppRow): App {
  return {
    appID: row.appID,
    authToken: seenToken(reader, row.authToken),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    version: row.version,
    icon: iconPath(row.iconHash),
    ...fieldsOf(row),
    userID: row.userID ?? '',
    fullName: row.fullName ?? '',
  };
}
