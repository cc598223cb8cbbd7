import { type AdUnits, forEachAdUnit } from '@adwarden/contract/ad-units';
import { z } from 'zod';
import type { AppTable, AppTokenTable } from '../../db/schema.ts';

/** An app as it is read: with its current token and its owner's names, null when it has no owner. */
export type AppRow = AppTable & {
  authToken: string;
  userID: string | null;
  fullName: string | null;
};

/** A token of one app; the current one has `until` null. */
export type AppToken = Pick<AppTokenTable, 'token' | 'since' | 'until'>;

/** Who an app belongs to: all null or '' is nobody. */
export type AppOwner = { ownerId: string | null; userID: string; fullName: string };
export const nobody: AppOwner = { ownerId: null, userID: '', fullName: '' };

/** All of an app at one moment, as the change log keeps it and a restore reads it (ADR 2). */
export type AppSnapshot = Omit<AppTable, 'adUnits' | 'ownerId' | 'version' | 'updatedAt'> &
  AppOwner &
  AdUnits & { tokens: AppToken[] };

const filled = z.string().default('');
const onOrOff = z.string().default('off');

/** An app read from the log. Every field that is added later needs a default here, for older entries. */
export const storedApp: z.ZodType<AppSnapshot> = z.object({
  appID: z.string(),
  appName: filled,
  packageName: filled,
  accountName: filled,
  category: filled,
  adsStatus: onOrOff,
  appStatus: z.string().default('in-develop'),
  visibleExtra: onOrOff,
  ipAddress: onOrOff,
  note: filled,
  ...forEachAdUnit(() => filled),
  iconHash: filled,
  ownerId: z.string().nullable().default(null),
  userID: filled,
  fullName: filled,
  createdAt: z.number(),
  tokens: z
    .array(z.object({ token: z.string(), since: z.number(), until: z.number().nullable() }))
    .default([]),
});

/** The configuration that a deleted app took along. */
export type LostConfiguration = { country: string; countryCodes: string; createdAt: number };

/** The log's row of a deleted app. */
export type DeletedAppSnapshot = AppSnapshot & { configuration: LostConfiguration | null };

/** The 15 ad units out of their column, which holds the filled ones only. */
export function adUnitsOf(column: string): AdUnits {
  const filled = JSON.parse(column) as Partial<AdUnits>;
  return forEachAdUnit((name) => filled[name] ?? '');
}

/** The snapshot of an app as it was read. */
export function snapshotOf(row: AppRow, tokens: AppToken[]): AppSnapshot {
  return {
    appID: row.appID,
    appName: row.appName,
    packageName: row.packageName,
    accountName: row.accountName,
    category: row.category,
    adsStatus: row.adsStatus,
    appStatus: row.appStatus,
    visibleExtra: row.visibleExtra,
    ipAddress: row.ipAddress,
    note: row.note,
    ...adUnitsOf(row.adUnits),
    iconHash: row.iconHash,
    ownerId: row.ownerId,
    userID: row.userID ?? '',
    fullName: row.fullName ?? '',
    createdAt: row.createdAt,
    tokens,
  };
}

/** The columns of table `app` that hold a snapshot. */
export function columnsOf(app: AppSnapshot): Omit<AppTable, 'version' | 'updatedAt'> {
  const adUnits = forEachAdUnit((name) => app[name] || undefined);
  return {
    appID: app.appID,
    appName: app.appName,
    packageName: app.packageName,
    accountName: app.accountName,
    category: app.category,
    adsStatus: app.adsStatus,
    appStatus: app.appStatus,
    visibleExtra: app.visibleExtra,
    ipAddress: app.ipAddress,
    note: app.note,
    adUnits: JSON.stringify(adUnits),
    iconHash: app.iconHash,
    ownerId: app.ownerId,
    createdAt: app.createdAt,
  };
}

/** The fields of a form that were sent. */
export function given<T extends object>(form: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(form).filter(([, value]) => value !== undefined),
  ) as ReturnType<typeof given<T>>;
}
