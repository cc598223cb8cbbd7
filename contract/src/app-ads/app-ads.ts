import { z } from 'zod';
import type { Call } from '../call.ts';
import { stale, success } from '../envelope.ts';
import { fieldNames } from '../field-names.ts';
import { filled, some, withRules } from '../field-rules.ts';
import { inPath, optionalText, time, versionInBody } from '../fields.ts';
import { limits } from '../limits.ts';
import { pageQuery, pageTotals, searchFilter } from '../lists.ts';
import { refusalBodies, requestBodies, responseBodies } from '../named.ts';
import { extraLinesField, siteField } from './accounts.ts';

/* The app-ads.txt of accounts: the lines that it needs, the site where it is published, and the file at that site (ADR 59). */

/**
 * The result of a check. `read`: the file was read. `none`: the site answers, and has no app-ads.txt. `unreadable`: the file
 * could not be read, so nothing is known about it.
 */
export const checkStates = ['read', 'none', 'unreadable'] as const;
export type CheckState = (typeof checkStates)[number];

/**
 * The result at a site. `url` is the address of the file, after redirects. `trouble` says why there is no file to compare;
 * `blocked` says how a robots.txt keeps Google's crawler from a file that was read, '' when none does. `notes` name anything in
 * the file that ad systems may not like. `missing` and `extra` have the first `limits.appAds.listed` lines.
 */
export const appAdsCheck = z
  .object({
    url: z.string(),
    checkedAt: time,
    state: z.enum(checkStates),
    trouble: z.string(),
    blocked: z.string(),
    notes: z.array(z.string()),
    missing: z.array(z.string()),
    missingTotal: z.number(),
    extra: z.array(z.string()),
    extraTotal: z.number(),
  })
  .register(responseBodies, { id: 'AppAdsCheck' });
export type AppAdsCheck = z.infer<typeof appAdsCheck>;

/**
 * An account: the apps with one account name. `lines` are those that the ad units of its live apps need, `extraLines` those that
 * an administrator has added. `version` is 0 while nobody has set anything. `check` is the last one of its site.
 */
export const account = z
  .object({
    account: z.string(),
    apps: z.number(),
    liveApps: z.number(),
    site: z.string(),
    lines: z.array(z.string()),
    extraLines: z.string(),
    version: z.number(),
    check: appAdsCheck.nullable(),
  })
  .register(responseBodies, { id: 'Account' });
export type Account = z.infer<typeof account>;
export const accountAnswer = success(account).register(responseBodies, { id: 'AccountAnswer' });

/** The answer to a stale edit (409): the current account, and who changed it. */
export const staleAccount = stale(account).register(refusalBodies, { id: 'StaleAccount' });

/**
 * An account in the list. `missing`: how many lines its site lacked when its file was read last, at most
 * `limits.appAds.listed`; null while that is not known. `isBlocked`: a robots.txt kept Google's crawler from the file.
 */
export const accountInList = z
  .object({
    account: z.string(),
    apps: z.number(),
    site: z.string(),
    checkedAt: time.nullable(),
    missing: z.number().nullable(),
    isBlocked: z.boolean(),
  })
  .register(responseBodies, { id: 'AccountInList' });
export type AccountInList = z.infer<typeof accountInList>;

export const accountListQuery = z.strictObject({
  ...pageQuery,
  search: searchFilter('Only accounts with this in the name'),
});
export type AccountListQuery = z.infer<typeof accountListQuery>;

/** The accounts of all apps, by name. */
export const accountList = success(z.array(accountInList))
  .extend(pageTotals)
  .register(responseBodies, { id: 'AccountList' });

/** The settings of an account: absent keeps, '' clears. */
export const accountChanges = z
  .object({
    site: siteField.optional(),
    extraLines: extraLinesField.optional(),
    version: versionInBody,
  })
  .register(requestBodies, { id: 'AccountChanges' });
export type AccountChanges = z.infer<typeof accountChanges>;

const accountName = { label: fieldNames.accountName, max: limits.text.accountName };

/** The site to check, the account whose lines it should have, or both. */
export const checkAppAdsForm = withRules(
  z.object({
    url: siteField.optional(),
    account: optionalText(accountName).optional(),
  }),
  { must: some(filled('url'), filled('account')), error: 'Please Enter Site', field: 'url' },
).register(requestBodies, { id: 'CheckAppAds' });
export type CheckAppAdsForm = z.infer<typeof checkAppAdsForm>;

export const appAdsCheckAnswer = success(appAdsCheck).register(responseBodies, {
  id: 'AppAdsCheckAnswer',
});

/** Names an account in the address of a call. */
export const accountInAddress = z.object({
  account: inPath('an account', fieldNames.accountName, 'The account name of the apps'),
});

/** The path of an account's file, for everybody. It is text and no call with an envelope. */
export const appAdsPath = '/app-ads.txt';

/** The calls about app-ads.txt. */
export const appAdsCalls = {
  getAccounts: {
    method: 'GET',
    path: '/app-ads',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'List the accounts of all apps, with their sites and what these lack',
    query: accountListQuery,
    answer: accountList,
  },
  getAccount: {
    method: 'GET',
    path: '/app-ads/:account',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'Read what an account publishes in app-ads.txt, its site and its last check',
    params: accountInAddress,
    answer: accountAnswer,
    refusals: ['not-found'],
  },
  updateAccount: {
    method: 'PUT',
    path: '/app-ads/:account',
    who: 'admin',
    viewers: false,
    keys: false,
    holds: 'lines',
    summary: 'Set the site of an account, and the lines that its app-ads.txt has besides',
    params: accountInAddress,
    body: accountChanges,
    answer: accountAnswer,
    stale: staleAccount,
    refusals: ['not-found', 'conflict'],
  },
  checkAppAds: {
    method: 'POST',
    path: '/app-ads/check',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Fetch the app-ads.txt of a site, and compare it with the lines that accounts need',
    body: checkAppAdsForm,
    answer: appAdsCheckAnswer,
    refusals: ['not-found', 'too-many'],
  },
} as const satisfies Record<string, Call>;
