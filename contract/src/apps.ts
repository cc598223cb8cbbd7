import { z } from 'zod';
import { forEachAdUnit } from './ad-units.ts';
import { stale, success, successList } from './envelope.ts';
import {
  bodyId,
  choice,
  optionalText,
  requiredText,
  time,
  timeFrom,
  timeTo,
  versionInBody,
  wholeNumber,
} from './fields.ts';
import { limits } from './limits.ts';
import { containing, listQuery } from './lists.ts';

export const onOff = ['on', 'off'] as const;
export const appStatuses = ['live', 'in-develop', 'suspend'] as const;
export type OnOff = (typeof onOff)[number];
export type AppStatus = (typeof appStatuses)[number];

const max = limits.text;
const adUnitText = forEachAdUnit((_, label) => optionalText({ label, max: max.adUnit }));

const required = {
  appName: requiredText('Please Enter App Name', {
    label: 'App Name',
    max: max.appName,
    name: true,
  }),
  packageName: requiredText('Please Enter Package Name', {
    label: 'Package Name',
    max: max.packageName,
    name: true,
  }),
  category: requiredText('Please Select Category', {
    label: 'Category',
    max: max.category,
    name: true,
  }),
  adsStatus: choice(onOff, 'Please Select Ads Status', 'Ads Status'),
  appStatus: choice(appStatuses, 'Please Select App Status', 'App Status'),
  visibleExtra: choice(onOff, 'Please Select Visible Extra', 'Visible Extra'),
  ipAddress: choice(onOff, 'Please Select IP Address', 'IP Address'),
};

const optional = {
  accountName: optionalText({ label: 'Account Name', max: max.accountName, name: true }),
  note: optionalText({ label: 'Note', max: max.note, lines: true }),
  ...adUnitText,
};

/** `selectedUser`: the owner's login id, '' for nobody. */
const selectedUser = optionalText({ label: 'User', max: max.userID });

/** The form of a new app (spec, section 5). An owner's form is the same without `ipAddress` and `selectedUser`. */
export const newAppForm = z.object({
  ...required,
  ...z.object(optional).partial().shape,
  selectedUser: selectedUser.optional(),
});
export type NewAppForm = z.infer<typeof newAppForm>;

/**
 * An edit. Absent fields stay as they are; a blank optional field is cleared. With `version`, the server answers 409
 * if somebody else saved a newer version.
 */
export const appChanges = z.object({
  ...z.object({ ...required, ...optional, selectedUser }).partial().shape,
  id: bodyId,
  version: versionInBody,
});
export type AppChanges = z.infer<typeof appChanges>;

/** An app in answers. `userID` and `fullName` are its owner's, '' without an owner. */
export const app = z.object({
  appID: z.string(),
  authToken: z.string(),
  createdAt: time,
  updatedAt: time,
  version: z.number(),
  icon: z.string(),
  appName: z.string(),
  packageName: z.string(),
  accountName: z.string(),
  category: z.string(),
  adsStatus: z.enum(onOff),
  appStatus: z.enum(appStatuses),
  visibleExtra: z.enum(onOff),
  ipAddress: z.enum(onOff),
  note: z.string(),
  userID: z.string(),
  fullName: z.string(),
  ...forEachAdUnit(() => z.string()),
});
export type App = z.infer<typeof app>;

export const appAnswer = success(app);
/** `requests7d`, only with `with=usage`: the ads answers of the last seven UTC days, today included. */
export const appInList = app.extend({ requests7d: z.number().optional() });
export type AppInList = z.infer<typeof appInList>;
export const appList = successList(appInList);
export const deletedApp = success(z.object({ appID: z.string() }));

/** The answer to a stale edit (409): the current app, and who changed it. */
export const staleApp = stale(app);
export type StaleApp = z.infer<typeof staleApp>;

export const appColumns = [
  'createdAt',
  'appID',
  'authToken',
  'appName',
  'packageName',
  'accountName',
  'category',
  'fullName',
  'adsStatus',
  'ipAddress',
  'appStatus',
  'visibleExtra',
] as const;
export type AppColumn = (typeof appColumns)[number];

/** The query of an application list (ADR 28 "Lists"). */
export const appListQuery = listQuery(appColumns, {
  appID: containing('appID'),
  authToken: containing('authToken'),
  appName: containing('appName'),
  packageName: containing('packageName'),
  accountName: containing('accountName'),
  category: containing('category'),
  fullName: containing('fullName'),
  /** The owner's whole login id. */
  userID: containing('userID'),
  adsStatus: z.enum(onOff, 'adsStatus must be on or off').optional(),
  ipAddress: z.enum(onOff, 'ipAddress must be on or off').optional(),
  visibleExtra: z.enum(onOff, 'visibleExtra must be on or off').optional(),
  appStatus: z.enum(appStatuses, `appStatus must be one of: ${appStatuses.join(', ')}`).optional(),
  createdFrom: timeFrom('createdFrom').optional(),
  createdTo: timeTo('createdTo').optional(),
  with: z.enum(['usage'], 'with must be usage').optional(),
});
export type AppListQuery = z.infer<typeof appListQuery>;

/** The counts on the dashboards; `users` is for administrators only. */
export const appStats = success(
  z.object({
    apps: z.number(),
    live: z.number(),
    suspend: z.number(),
    inDevelop: z.number(),
    users: z.number().optional(),
  }),
);

/** The request for a new token. Older tokens stay valid for at most `keepOldForDays` days; 0 ends them at once. */
export const rotateTokenForm = z.object({
  keepOldForDays: wholeNumber('Days', 0, limits.oldTokenDays.max).default(
    limits.oldTokenDays.default,
  ),
});
export const rotatedToken = success(app.extend({ oldTokenUntil: time }));

/** An app's old tokens that are still valid, the newest first, without the tokens themselves. */
export const oldTokens = success(
  z.object({ appID: z.string(), oldTokens: z.array(z.object({ since: time, until: time })) }),
);
export type OldTokens = z.infer<typeof oldTokens>['data'];
