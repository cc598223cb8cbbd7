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
  versionInBody,
  wholeNumber,
} from './fields.ts';
import { findingRuleNames, findingSeverities } from './findings/rules.ts';
import { limits } from './limits.ts';
import { listQuery, textFilter, timeFilters } from './lists.ts';
import { refusalBodies, requestBodies, responseBodies } from './named.ts';
import { parameter } from './parameters.ts';
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

/** Returns the label and the longest text of a field, by its name. */
const field = (name: keyof typeof limits.text & keyof typeof fieldNames) => ({
  label: fieldNames[name],
  max: limits.text[name],
});

/**
 * The fields of an app that a form may set. The answer, the column, the entry of the log and the web app's form follow from this
 * list (CONTRIBUTING "Add a field of an app"). A field that not everybody may set is registered in `fieldNeeds`.
 */
const form = {
  appName: requiredText('Please Enter App Name', { ...field('appName'), name: true }),
  packageName: requiredText('Please Enter Package Name', {
    ...field('packageName'),
    name: true,
    reads: packageOf,
  }),
  accountName: optionalText({ ...field('accountName'), name: true }).optional(),
  category: requiredText('Please Select Category', { ...field('category'), name: true }),
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
  note: optionalText({ ...field('note'), lines: true }).optional(),
  ...forEachAdUnit((_, label) => optionalText({ label, max: limits.text.adUnit }).optional()),
};
export type AppFormField = keyof typeof form;
export const appFormFields = Object.keys(form) as AppFormField[];

/** A field of the app itself. Its owner is not one: an app is answered with the owner's `userID` and `fullName`. */
export type AppField = Exclude<AppFormField, 'selectedUser'>;
export const appFields = appFormFields.filter((name) => name !== 'selectedUser');

/** Returns the values of a choice, also of one that may be left out; null for any other field. */
export function valuesOfChoice(field: z.ZodType): string[] | null {
  const given = field instanceof z.ZodOptional ? field.unwrap() : field;
  return given instanceof z.ZodEnum ? given.options.map(String) : null;
}

/** The names of the fields of a form with a closed set of values. */
export type ChoiceOf<Form> = {
  [Name in keyof Form]: Form[Name] extends z.ZodEnum | z.ZodOptional<z.ZodEnum> ? Name : never;
}[keyof Form];

/** The fields with a closed set of values. */
export type AppChoice = Extract<ChoiceOf<typeof form>, AppField>;

/** A choice in an app that never had it, such as the app of an older entry of the log. All other fields are ''. */
export const unsetChoices: { [Name in AppChoice]: NonNullable<z.infer<(typeof form)[Name]>> } = {
  adsStatus: 'off',
  appStatus: 'in-develop',
  visibleExtra: 'off',
  ipAddress: 'off',
};

/** Makes one value for each field of an app, by `make` from its name and its value in an app that never had it. */
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
  const values = valuesOfChoice(form[name]);
  return values ? z.enum(values) : z.string();
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

/** The fields in which a search of a list of apps looks. */
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
 * `paused`: a pause covers the app now. `waiting`: a change of the app waits for approval. `scheduledAt`: when the next
 * scheduled change of the app that the caller sees is applied.
 * `matched`, only with `search`: the fields that contain the searched text.
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

/** The filters by the texts of an app, in every list of apps. */
export const appTextFilters = {
  appID: textFilter('appID', 'Only apps with this in the app ID'),
  appName: textFilter('appName', 'Only apps with this in the app name'),
  accountName: textFilter('accountName', 'Only apps with this in the account name'),
  packageName: textFilter('packageName', 'Only apps with this in the package name'),
};

/** The query of an application list (ADR 28 "Lists"). */
export const appListQuery = listQuery(appColumns, {
  appID: appTextFilters.appID,
  authToken: textFilter('authToken', 'Only apps with this in the auth token'),
  appName: appTextFilters.appName,
  packageName: appTextFilters.packageName,
  accountName: appTextFilters.accountName,
  category: textFilter('category', 'Only apps with this in the category'),
  fullName: textFilter('fullName', 'Only apps with this in the full name of the owner'),
  userID: textFilter('userID', 'Only apps of the owner with this whole login id'),
  exact: textFilter(
    'exact',
    'Only apps with this whole app ID, app name or package name, as a search compares them',
  ),
  account: textFilter('account', 'Only apps of this account, by its whole name in any spelling'),
  adsStatus: parameter(
    'Only apps whose ads are on, or off',
    z.enum(onOff, 'adsStatus must be on or off').optional(),
  ),
  ipAddress: parameter(
    'Only apps whose IP rules are on, or off',
    z.enum(onOff, 'ipAddress must be on or off').optional(),
  ),
  visibleExtra: parameter(
    'Only apps with Visible Extra on, or off',
    z.enum(onOff, 'visibleExtra must be on or off').optional(),
  ),
  appStatus: parameter(
    'Only apps with this status',
    z.enum(appStatuses, `appStatus must be one of: ${appStatuses.join(', ')}`).optional(),
  ),
  ...timeFilters('created', 'Only apps created'),
  ...timeFilters('updated', 'Only apps last changed'),
  // They are counted once an hour, and lists sort by this count.
  requestsFrom: parameter(
    'Only apps with this many requests in the last seven days, or more',
    wholeNumber('requestsFrom', 0, limits.maxCount).optional(),
  ),
  requestsTo: parameter(
    'Only apps with this many requests in the last seven days, or fewer',
    wholeNumber('requestsTo', 0, limits.maxCount).optional(),
  ),
  owner: parameter(
    'Only apps with an owner (`any`), or without one (`none`)',
    z.enum(['any', 'none'], 'owner must be any or none').optional(),
  ),
  finding: parameter(
    'Only apps with an open finding, of any rule or of this one',
    z
      .enum(
        ['any', ...findingRuleNames],
        `finding must be any or one of: ${findingRuleNames.join(', ')}`,
      )
      .optional(),
  ),
  paused: parameter(
    'Only apps that a pause covers now, or that none covers',
    z.enum(yesNo, 'paused must be yes or no').optional(),
  ),
  scheduled: parameter(
    'Only apps with a scheduled change that the caller sees, or without',
    z.enum(yesNo, 'scheduled must be yes or no').optional(),
  ),
  traffic: parameter(
    'Only apps with requests in the last seven days (`any`), with requests but no ads on phones now (`without-ads`), or without requests (`none`)',
    z.enum(appTraffics, `traffic must be one of: ${appTraffics.join(', ')}`).optional(),
  ),
  pasted: textFilter(
    'pasted',
    'Only apps with an app ID, a name, a package name or an ad unit of the pasted list with this id',
    limits.text.id,
  ),
  with: parameter(
    'What else each row has: `usage` adds its requests of the last seven days',
    z.enum(['usage'], 'with must be usage').optional(),
  ),
});
export type AppListQuery = z.infer<typeof appListQuery>;

/**
 * The counts on the dashboards; `users` is for administrators only. `findings`: the rules with open findings, the worst first,
 * and how many apps each concerns. `worstApps`: the apps with the worst open findings, errors before warnings before notices,
 * then those with most requests in the last seven days; each with its worst rule and how many findings it has. For
 * administrators the installation is among them, before the apps with findings of its severity, with '' as `appID` and `appName`
 * and 0 as `requests7d`.
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

/** Names an old token by the time since which it exists, as the answers about tokens have it. */
export const endOldTokenForm = z
  .object({ since: requiredMoment('Please Enter Since', 'Since') })
  .register(requestBodies, { id: 'EndOldToken' });

/**
 * The facts that the IP rules of an app need besides its own fields: its countries as they were typed ('' for none), the
 * countries where ads are shown by them (none: everywhere), and whether VPNs are looked up.
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
