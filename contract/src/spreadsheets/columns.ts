import { type AdUnitName, adUnitSlots } from '../ad-units.ts';
import type { App } from '../apps.ts';
import { fieldNames } from '../field-names.ts';
import type { User } from '../users.ts';

/*
 * The columns of exported files. Their names are those of answers, their headings are for people. The import knows both.
 */

const adUnitNames = adUnitSlots.map(({ name }) => name) as [AdUnitName, ...AdUnitName[]];

/** The columns of applications. `userID` is the owner's login id, `fullName` the owner's name. */
export const appExportColumns = [
  'appID',
  'appName',
  'packageName',
  'accountName',
  'category',
  'userID',
  'fullName',
  'adsStatus',
  'appStatus',
  'visibleExtra',
  'ipAddress',
  'country',
  ...adUnitNames,
  'note',
  'createdAt',
  'updatedAt',
  'requests7d',
  'version',
  'authToken',
  'icon',
] as const;
export type AppExportColumn = (typeof appExportColumns)[number];

/** An application with all that its columns say. */
export type ExportedApp = App & Record<AppExportColumn, string | number>;

/** The one column of secrets. */
export const secretColumn = 'authToken' satisfies AppExportColumn;

/** Columns that an export has only when they are asked for: files are sent around, and tokens are secrets. */
const onlyAsked: readonly AppExportColumn[] = ['version', secretColumn, 'icon'];
export const usualAppColumns = appExportColumns.filter((column) => !onlyAsked.includes(column));

/** The columns of app owners. There is none for passwords. */
export const userExportColumns = [
  'userID',
  'fullName',
  'position',
  'email',
  'needsApproval',
  'noOfApps',
  'createdAt',
  'id',
] as const;
export type UserExportColumn = (typeof userExportColumns)[number];

/** An app owner with all that the columns say. */
export type ExportedUser = Omit<User, 'password' | 'singleSignOn'> &
  Record<UserExportColumn, string | number>;

export const usualUserColumns = userExportColumns.filter((column) => column !== 'id');

const headings: Partial<Record<string, string>> = {
  ...fieldNames,
  updatedAt: 'Updated',
  requests7d: 'Requests (7 days)',
  version: 'Version',
  authToken: 'Auth Token',
  noOfApps: 'No. of Apps',
  id: 'Id',
};

/** Returns the heading of a column in a CSV file of applications. */
export function appHeading(column: AppExportColumn): string {
  return column === 'fullName' ? 'User Name' : (headings[column] ?? column);
}

/** Returns the heading of a column in a CSV file of app owners. */
export const userHeading = (column: UserExportColumn): string => headings[column] ?? column;
