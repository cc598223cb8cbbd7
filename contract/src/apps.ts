import { z } from 'zod';
import { adUnitSlots, forEachAdUnit } from './ad-units.ts';
import { delivery } from './delivery.ts';
import { stale, success, successList } from './envelope.ts';
import { fieldNames } from './field-names.ts';
import {
  bodyId,
  choice,
  optionalText,
  requiredMoment,
  requiredText,
  time,
  timeFrom,
  timeTo,
  versionInBody,
  wholeNumber,
} from './fields.ts';
import { findingRuleNames, findingSeverities } from './findings/rules.ts';
import { limits } from './limits.ts';
import { containing, listQuery } from './lists.ts';
import { refusalBodies, requestBodies, responseBodies } from './named.ts';
import { fieldNeeds } from './people/field-needs.ts';
import { packageOf } from './searched-text.ts';

export const onOff = ['on', 'off'] as const;
export const appStatuses = ['live', 'in-develop', 'suspend'] as const;
export const yesNo = ['yes', 'no'] as const;
export const appTraffics = ['any', 'without-ads', 'none'] as const;
export type OnOff = (typeof onOff)[number];
export type YesNo = (typeof yesNo)[number];
export type AppTraffic = (typeof appTraffics)[number];
export type AppStatus = (typeof appStatuses)[number];

/** The label and the longest text of a field, by its name. */
const named = (name: keyof typeof limits.text & keyof typeof fieldNames) => ({
  label: fieldNames[name],
  max: limits.text[name],
});

/**
 * What a form may set of an app. The answer, the column, the entry of the log and the web app's form follow from
 * this list (CONTRIBUTING "Add a field of an app"). A field that not everybody may set is registered in `fieldNeeds`.
 */
const form = {
  appName: requiredText('Please Enter App Name', { ...named('appName'), name: true }),
  packageName: requiredText('Please Enter Package Name', {
    ...named('packageName'),
    name: true,
    reads: packageOf,
  }),
  accountName: optionalText({ ...named('accountName'), name: true }).optional(),
  category: requiredText('Please Select Category', { ...named('category'), name: true }),
  /** The owner's login id, '' for nobody. */
  selectedUser: optionalText({ label: 'User', max: limits.text.userID })
    .register(fieldNeeds, { ability: 'set-owner' })
    .optional(),
  adsStatus: choice(onOff, 'Please Select Ads Status', fieldNames.adsStatus),
  appStatus: choice(appStatuses, 'Please Select App Status', fieldNames.appStatus),
  visibleExtra: choice(onOff, 'Please Select Visible Extra', fieldNames.visibleExtra),
  ipAddress: choice(onOff, 'Please Select IP Address', fieldNames.ipAddress).register(fieldNeeds, {
    ability: 'set-ip-rules',
  }),
  note: optionalText({ ...named('note'), lines: true }).optional(),
  ...forEachAdUnit((_, label) => optionalText({ label, max: limits.text.adUnit }).optional()),
};
export type AppFormField = keyof typeof form;
export const appFormFields = Object.keys(form) as AppFormField[];

/** A field of the app itself. Its owner is none: an app is answered with the owner's `userID` and `fullName`. */
export type AppField = Exclude<AppFormField, 'selectedUser'>;
export const appFields = appFormFields.filter((name) => name !== 'selectedUser');

/** The fields with a closed set of values. */
export type AppChoice = {
  [Name in AppField]: (typeof form)[Name] extends z.ZodEnum ? Name : never;
}[AppField];

/** A choice in an app that never had it, such as the app of an older entry of the log. All other fields are ''. */
export const unsetChoices: { [Name in AppChoice]: z.infer<(typeof form)[Name]> } = {
  adsStatus: 'off',
  appStatus: 'in-develop',
  visibleExtra: 'off',
  ipAddress: 'off',
};

/** One value for each field of an app, made by `make` from its name and its value in an app that never had it. */
export function forEachAppField<T>(make: (name: AppField, unset: string) => T) {
  const unset: Partial<Record<AppField, string>> = unsetChoices;
  return Object.fromEntries(
    appFields.map((name) => [name, make(name, unset[name] ?? '')]),
  ) as Record<AppField, T>;
}

/** The form of a new app (spec, section 5). An owner's form has no field that owners may not set. */
export const newAppForm = z.object(form);
export type NewAppForm = z.infer<typeof newAppForm>;

/**
 * An edit. Absent fields stay as they are; a blank optional field is cleared. With `version`, the server answers 409
 * if somebody else saved a newer version. `reason`: the note of the change request, if the edit needs approval.
 */
export const appChanges = z
  .object({
    ...newAppForm.partial().shape,
    id: bodyId,
    version: versionInBody,
    reason: optionalText({ label: 'Reason', max: limits.text.reason }).optional(),
  })
  .register(requestBodies, { id: 'AppChanges' });
export type AppChanges = z.infer<typeof appChanges>;

/** The fields of an app in an answer: a choice is one of its values, all others are texts. */
const answeredFields = forEachAppField((name) => {
  const field = form[name];
  return field instanceof z.ZodEnum ? z.enum(field.options) : z.string();
}) as { [Name in AppField]: z.ZodType<NonNullable<z.infer<(typeof form)[Name]>>> };

/** An app in answers. `userID` and `fullName` are its owner's, '' without an owner. */
export const app = z
  .object({
    appID: z.string(),
    authToken: z.string(),
    createdAt: time,
    updatedAt: time,
    version: z.number(),
    icon: z.string(),
    ...answeredFields,
    userID: z.string(),
    fullName: z.string(),
  })
  .register(responseBodies, { id: 'App' });
export type App = z.infer<typeof app>;

export const appAnswer = success(app).register(responseBodies, { id: 'AppAnswer' });

/** Where the search of a list of apps looks. */
export const searchedFields = [
  'appID',
  'appName',
  'packageName',
  'accountName',
  'fullName',
  'userID',
  ...adUnitSlots.map(({ name }) => name),
] as const;
export type SearchedField = (typeof searchedFields)[number];

/**
 * `paused`: whether a pause covers the app now. `waiting`: whether a change of the app waits for approval. `scheduledAt`: when
 * the next scheduled change of the app that the caller sees is applied.
 * `matched`, only with `search`: the fields that contain what was searched for.
 * `delivery`, only in pages: what phones get of it now.
 * `requests7d`, only with `with=usage`: how many requests for ads were answered in the last seven UTC days, today too;
 * `withAds7d`: how many of them with ads on.
 */
export const appInList = app
  .extend({
    paused: z.boolean(),
    waiting: z.boolean(),
    delivery: delivery.optional(),
    scheduledAt: time.nullable(),
    matched: z.array(z.enum(searchedFields)).optional(),
    requests7d: z.number().optional(),
    withAds7d: z.number().optional(),
  })
  .register(responseBodies, { id: 'AppInList' });
export type AppInList = z.infer<typeof appInList>;
export const appList = successList(appInList).register(responseBodies, { id: 'AppList' });
export const deletedApp = success(z.object({ appID: z.string() })).register(responseBodies, {
  id: 'DeletedApp',
});

/** The answer to a stale edit (409): the current app, and who changed it. */
export const staleApp = stale(app).register(refusalBodies, { id: 'StaleApp' });
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
  'updatedAt',
  'requests7d',
] as const;

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
  /** The whole app ID, app name or package name; also what a search finds these by. */
  exact: containing('exact'),
  /** The whole account name, compared as pauses compare it. */
  account: containing('account'),
  adsStatus: z.enum(onOff, 'adsStatus must be on or off').optional(),
  ipAddress: z.enum(onOff, 'ipAddress must be on or off').optional(),
  visibleExtra: z.enum(onOff, 'visibleExtra must be on or off').optional(),
  appStatus: z.enum(appStatuses, `appStatus must be one of: ${appStatuses.join(', ')}`).optional(),
  createdFrom: timeFrom('createdFrom').optional(),
  createdTo: timeTo('createdTo').optional(),
  /** When the app was changed last. */
  updatedFrom: timeFrom('updatedFrom').optional(),
  updatedTo: timeTo('updatedTo').optional(),
  /** Its requests of the last seven days. They are counted once an hour, and lists sort by this count. */
  requestsFrom: wholeNumber('requestsFrom', 0, limits.maxCount).optional(),
  requestsTo: wholeNumber('requestsTo', 0, limits.maxCount).optional(),
  /** Apps with an owner, or without. */
  owner: z.enum(['any', 'none'], 'owner must be any or none').optional(),
  /** Only apps with an open finding: of any rule, or of this one. */
  finding: z
    .enum(
      ['any', ...findingRuleNames],
      `finding must be any or one of: ${findingRuleNames.join(', ')}`,
    )
    .optional(),
  /** Whether a pause covers the app now, and whether a change of it that the caller sees is scheduled. */
  paused: z.enum(yesNo, 'paused must be yes or no').optional(),
  scheduled: z.enum(yesNo, 'scheduled must be yes or no').optional(),
  /** Whether it was requested in the last seven days; `without-ads`: it was, and phones get no ads. */
  traffic: z.enum(appTraffics, `traffic must be one of: ${appTraffics.join(', ')}`).optional(),
  /** The id of a pasted list: apps with an app ID, a name, a package name or an ad unit of the list. */
  pasted: optionalText({ label: 'pasted', max: limits.text.id }).optional(),
  with: z.enum(['usage'], 'with must be usage').optional(),
});
export type AppListQuery = z.infer<typeof appListQuery>;

/**
 * The counts on the dashboards; `users` is for administrators only. `findings`: the rules with open findings, the worst
 * first, and how many apps each concerns. `worstApps`: the apps with the worst open findings, errors before warnings before
 * notices, then those with most requests in the last seven days; each with its worst rule and how many findings it has. For
 * administrators the installation is among them, before the apps with findings of its severity, with '' as `appID` and
 * `appName` and 0 as `requests7d`.
 */
export const appStats = success(
  z.object({
    apps: z.number(),
    live: z.number(),
    suspend: z.number(),
    inDevelop: z.number(),
    users: z.number().optional(),
    findings: z.array(
      z.object({
        rule: z.enum(findingRuleNames),
        severity: z.enum(findingSeverities),
        apps: z.number(),
      }),
    ),
    worstApps: z.array(
      z.object({
        appID: z.string(),
        appName: z.string(),
        rule: z.enum(findingRuleNames),
        severity: z.enum(findingSeverities),
        findings: z.number(),
        requests7d: z.number(),
      }),
    ),
  }),
).register(responseBodies, { id: 'AppStats' });

export type AppStats = z.infer<typeof appStats>['data'];

/** The request for a new token. Older tokens stay valid for at most `keepOldForDays` days; 0 ends them at once. */
export const rotateTokenForm = z
  .object({
    keepOldForDays: wholeNumber('Days', 0, limits.oldTokenDays.max).default(
      limits.oldTokenDays.default,
    ),
  })
  .register(requestBodies, { id: 'RotateToken' });
export const rotatedToken = success(app.extend({ oldTokenUntil: time })).register(responseBodies, {
  id: 'RotatedToken',
});

/** An app's old tokens that are still valid, the newest first, without the tokens themselves. */
export const oldTokens = success(
  z.object({ appID: z.string(), oldTokens: z.array(z.object({ since: time, until: time })) }),
).register(responseBodies, { id: 'OldTokens' });
export type OldTokens = z.infer<typeof oldTokens>['data'];

/** Names an old token by the time since when there is it, as the answers about tokens have it. */
export const endOldTokenForm = z
  .object({ since: requiredMoment('Please Enter Since', 'Since') })
  .register(requestBodies, { id: 'EndOldToken' });

/**
 * What the IP rules of an app need besides its own fields: its countries as they were typed ('' for none), where ads are shown by
 * them (none: everywhere), and whether VPNs are looked up.
 */
export const ipRules = success(
  z.object({
    appID: z.string(),
    country: z.string(),
    countries: z.array(z.string()),
    vpn: z.boolean(),
  }),
).register(responseBodies, { id: 'IpRules' });
export type IpRules = z.infer<typeof ipRules>['data'];
