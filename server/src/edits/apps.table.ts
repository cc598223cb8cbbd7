import { type AdUnits, adUnitSlots, forEachAdUnit } from '@adwarden/contract/ad-units';
import {
  type App,
  type AppField,
  type AppStatus,
  appFields,
  forEachAppField,
  type OnOff,
} from '@adwarden/contract/apps';
import type { AdsRules } from '@adwarden/contract/judge';
import { z } from 'zod';
import type { AppColumn, AppTable, AppTokenTable } from '../db/schema.ts';
import { pick } from '../kit/pick.ts';

const adUnitNames: ReadonlySet<string> = new Set(adUnitSlots.map(({ name }) => name));
const columns = appFields.filter((name): name is AppColumn => !adUnitNames.has(name));

/** An app as it is read: with its current token and its owner's names, null when it has no owner. */
export type AppRow = AppTable & {
  authToken: string;
  userID: string | null;
  fullName: string | null;
};

/** A token of one app; the current one has `until` null. */
export type AppToken = Pick<AppTokenTable, 'token' | 'since' | 'until'>;

/** The owner of an app; null or '' everywhere for nobody. */
export type AppOwner = { ownerId: string | null; userID: string; fullName: string };
export const nobody: AppOwner = { ownerId: null, userID: '', fullName: '' };

/** A whole app at one moment, as the log of changes stores it and a restore reads it (ADR 2). */
export type AppSnapshot = Omit<AppTable, 'adUnits' | 'ownerId' | 'version' | 'updatedAt'> &
  AppOwner &
  AdUnits & { tokens: AppToken[] };

const filled = z.string().default('');

/** An app read from the log. An entry from before a field existed has no value of it. */
export const storedApp: z.ZodType<AppSnapshot> = z.object({
  appID: z.string(),
  ...forEachAppField((_, unset) => z.string().default(unset)),
  iconHash: filled,
  ownerId: z.string().nullable().default(null),
  userID: filled,
  fullName: filled,
  createdAt: z.number(),
  tokens: z
    .array(z.object({ token: z.string(), since: z.number(), until: z.number().nullable() }))
    .default([]),
});

/** The configuration that was deleted with its app. */
export type LostConfiguration = { country: string; countryCodes: string; createdAt: number };

/** The log's row of a deleted app. */
export type DeletedAppSnapshot = AppSnapshot & { configuration: LostConfiguration | null };

/** Reads the fields of an app from its columns. The column of the ad units contains only those that are filled. */
export function fieldsOf(row: AppTable): Pick<App, AppField> {
  const filled = JSON.parse(row.adUnits) as Partial<AdUnits>;
  const fields = { ...pick(row, columns), ...forEachAdUnit((name) => filled[name] ?? '') };
  return fields as Pick<App, AppField>;
}

/** Builds the snapshot of an app as it was read. */
export function snapshotOf(row: AppRow, tokens: AppToken[]): AppSnapshot {
  return {
    appID: row.appID,
    ...fieldsOf(row),
    iconHash: row.iconHash,
    ownerId: row.ownerId,
    userID: row.userID ?? '',
    fullName: row.fullName ?? '',
    createdAt: row.createdAt,
    tokens,
  };
}

/** Builds the columns of table `app` for a snapshot. */
export function columnsOf(app: AppSnapshot): Omit<AppTable, 'version' | 'updatedAt'> {
  const adUnits = forEachAdUnit((name) => app[name] || undefined);
  return {
    ...pick(app, [...columns, 'appID', 'iconHash', 'ownerId', 'createdAt']),
    adUnits: JSON.stringify(adUnits),
  };
}

/** Reads the country codes in a column; null without a configuration. */
export const codesIn = (countryCodes: string | null): string[] =>
  (countryCodes ?? '').split(',').filter(Boolean);

/** Returns the rules that decide the ads of an app, from its columns. */
export const adsRulesOf = (
  row: Pick<AppTable, 'appStatus' | 'adsStatus' | 'ipAddress'>,
  countries: readonly string[],
): AdsRules => ({
  appStatus: row.appStatus as AppStatus,
  adsStatus: row.adsStatus as OnOff,
  ipAddress: row.ipAddress as OnOff,
  countries,
});
