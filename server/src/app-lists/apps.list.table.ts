import type { AppTraffic, YesNo } from '@adwarden/contract/apps';
import type { FindingRule } from '@adwarden/contract/findings/rules';
import type { Person } from '@adwarden/contract/people/people';
import type { AppListTable } from '../db/schema.ts';
import type { AppRow, LostConfiguration } from '../edits/apps.table.ts';

/** The text columns of lists, and the columns of `app_list` for their filters. */
export const textColumns = {
  appID: 'appID',
  authToken: 'authToken',
  appName: 'nameKey',
  packageName: 'packageKey',
  accountName: 'accountKey',
  category: 'category',
  fullName: 'ownerKey',
  country: 'countryKey',
} as const satisfies Record<string, keyof AppListTable>;

/** The columns that hold one of a few values. */
export const choiceColumns = ['adsStatus', 'appStatus', 'visibleExtra', 'ipAddress'] as const;

export type TextColumn = keyof typeof textColumns;
type ChoiceColumn = (typeof choiceColumns)[number];
export type AppListColumn = TextColumn | ChoiceColumn | 'createdAt' | 'updatedAt' | 'requests7d';

/**
 * Filters by column. A text is a part of the value, in upper or lower case. `userID` is the whole login id of the owner, `exact`
 * a whole app ID, app name or package name, `account` a whole account name. Times are epoch milliseconds; all ranges are
 * inclusive.
 */
export type AppListFilters = {
  [column in TextColumn | ChoiceColumn | 'userID' | 'exact' | 'account']?: string | undefined;
} & {
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  updatedFrom?: number | undefined;
  updatedTo?: number | undefined;
  requestsFrom?: number | undefined;
  requestsTo?: number | undefined;
  /** Only apps with an owner, or only apps without one. */
  owner?: 'any' | 'none' | undefined;
  /** Only apps with an open finding of this rule, or of any. */
  finding?: FindingRule | 'any' | undefined;
  paused?: YesNo | undefined;
  scheduled?: YesNo | undefined;
  traffic?: AppTraffic | undefined;
  /** The id of a pasted list. */
  pasted?: string | undefined;
};

/** The question of a list, and the number of the page, from 0. */
export type AppListQuestion = {
  page: number;
  pageSize: number;
  search?: string | undefined;
  sort: { column: AppListColumn; descending: boolean };
  filters?: AppListFilters | undefined;
};

/**
 * The apps in a list: those of one owner, those with a configuration (true) or without (false). In a list of configured apps the
 * column `createdAt` is the configuration's.
 */
export type AppListScope = { ownerId?: string | undefined; configured?: boolean | undefined };

/** A row of a list: the app, its configuration (all null when there is none), and whether a change waits for approval. */
export type ListedApp = AppRow & {
  [column in Exclude<keyof LostConfiguration, 'createdAt'>]: string | null;
} & {
  /** The account name as the database folds it for comparison. */
  accountKey: string;
  configuredAt: number | null;
  configurationVersion: number | null;
  /** A number on SQLite, which has no booleans. */
  waiting: boolean | 0 | 1;
  /** The time when the next scheduled change is applied; null without one. */
  scheduledAt: number | null;
  /** The number by which lists are sorted; it is up to an hour old. */
  requests7d: number;
};

/** Returns the column of `app_list` by which a column of a list is sorted. */
export function sortKeyOf(column: AppListColumn, scope: AppListScope) {
  if (column === 'createdAt') return timeColumn(scope);
  return column in textColumns
    ? textColumns[column as TextColumn]
    : (column as Exclude<AppListColumn, TextColumn | 'createdAt'>);
}

/** Returns the column of `app_list` with the time that a list calls `createdAt`. */
export function timeColumn(scope: AppListScope) {
  return scope.configured ? ('configuredAt' as const) : ('createdAt' as const);
}

/** Returns the viewer of a list: an owner sees the pauses, requests and pasted lists that are for owners. */
export const viewerOf = ({ ownerId }: AppListScope): Person =>
  ownerId === undefined ? { kind: 'admin', id: '' } : { kind: 'user', id: ownerId };
