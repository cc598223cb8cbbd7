import { z } from 'zod';
import type { Call } from '../call.ts';
import { stale, success } from '../envelope.ts';
import { fieldNames } from '../field-names.ts';
import { inPath, optionalText, versionInBody, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';
import { refusalBodies, requestBodies, responseBodies } from '../named.ts';
import { extraLinesField, siteField } from './accounts.ts';

/* The app-ads.txt of accounts: what it needs, and the site where it is published (ADR 59). */

/**
 * An account: the apps with one account name. `lines` are those that the ad units of its live apps need, `extraLines` those
 * that an administrator has added. `version` is 0 while nothing of it was set.
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
  })
  .register(responseBodies, { id: 'Account' });
export type Account = z.infer<typeof account>;
export const accountAnswer = success(account).register(responseBodies, { id: 'AccountAnswer' });

/** The answer to a stale edit (409): the current account, and who changed it. */
export const staleAccount = stale(account).register(refusalBodies, { id: 'StaleAccount' });

/** An account in the list. */
export const accountInList = z
  .object({
    account: z.string(),
    apps: z.number(),
    site: z.string(),
  })
  .register(responseBodies, { id: 'AccountInList' });
export type AccountInList = z.infer<typeof accountInList>;

export const accountListQuery = z.strictObject({
  page: wholeNumber('page', 0, limits.maxPage).default(0),
  pageSize: wholeNumber('pageSize', 1, limits.maxPageSize).default(limits.pageSize),
  /** A part of the account name. */
  search: optionalText({ label: 'search', max: limits.text.search }).optional(),
});
export type AccountListQuery = z.infer<typeof accountListQuery>;

/** The accounts of all apps, by name. */
export const accountList = success(z.array(accountInList))
  .extend({
    total: z.number(),
    page: z.number(),
    pageSize: z.number(),
  })
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

/** Names an account in the address of a call. */
export const accountInAddress = z.object({
  account: inPath('an account', fieldNames.accountName).meta({
    description: 'The account name of the apps',
  }),
});

/** Where the file of an account is, for everybody. It is text and no call with an envelope. */
export const appAdsPath = '/app-ads.txt';

/** The calls about app-ads.txt. */
export const appAdsCalls = {
  getAccounts: {
    method: 'GET',
    path: '/app-ads',
    who: 'admin',
    summary: 'List the accounts of all apps, with their sites',
    query: accountListQuery,
    answer: accountList,
  },
  getAccount: {
    method: 'GET',
    path: '/app-ads/:account',
    who: 'admin',
    summary: 'Read what an account publishes in app-ads.txt, and its site',
    params: accountInAddress,
    answer: accountAnswer,
    refusals: ['not-found'],
  },
  updateAccount: {
    method: 'PUT',
    path: '/app-ads/:account',
    who: 'admin',
    holds: 'lines',
    summary: 'Set the site of an account, and the lines that its app-ads.txt has besides',
    params: accountInAddress,
    body: accountChanges,
    answer: accountAnswer,
    stale: staleAccount,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
