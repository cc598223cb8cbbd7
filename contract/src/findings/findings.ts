import { z } from 'zod';
import { forEachAdUnit } from '../ad-units.ts';
import { appStatuses, onOff } from '../apps.ts';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { fieldNames } from '../field-names.ts';
import { optionalText, requiredText, time } from '../fields.ts';
import { impact } from '../impact.ts';
import { limits } from '../limits.ts';
import { pageQuery, pageTotals, searchFilter, textFilter } from '../lists.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { parameter } from '../parameters.ts';
import { findingRuleNames, findingSeverities } from './rules.ts';

const mustBe = (label: string, values: readonly string[]) =>
  `${label} must be one of: ${values.join(', ')}`;
const rule = z.enum(findingRuleNames, mustBe('rule', findingRuleNames));

/** The fields of every finding: the rule, the place, the mistake, why it matters, and what to do. */
const said = {
  rule: z.enum(findingRuleNames),
  severity: z.enum(findingSeverities),
  /** The field at fault, as the form names it; '' for the app as a whole. */
  field: z.string(),
  title: z.string(),
  detail: z.string(),
  why: z.string(),
  todo: z.string(),
  /** Some of the other apps that it is about: those that the caller may see. */
  apps: z.array(z.object({ appID: z.string(), appName: z.string() })),
};

/** The finding of a rule in an app. */
export const saidFinding = z.object(said);
export type SaidFinding = z.infer<typeof saidFinding>;

/**
 * A stored finding. A finding about the installation has '' as `appID`, `appName` and `accountName`; only
 * administrators get it. `mutedAt` is null while the finding is open.
 */
export const finding = z
  .object({
    appID: z.string(),
    appName: z.string(),
    accountName: z.string(),
    ...said,
    since: time,
    mutedAt: time.nullable(),
    mutedBy: z.string(),
    muteReason: z.string(),
  })
  .register(responseBodies, { id: 'Finding' });
export type Finding = z.infer<typeof finding>;
export const findingAnswer = success(finding).register(responseBodies, { id: 'FindingAnswer' });

export const findingList = success(z.array(finding))
  .extend(pageTotals)
  .register(responseBodies, { id: 'FindingList' });

/**
 * An app with its findings, the worst first. `requests7d`: its requests of the last seven UTC days, as they were counted
 * in the last hour; null for the installation, which has '' as `appID`.
 */
export const appWithFindings = z
  .object({
    appID: z.string(),
    appName: z.string(),
    accountName: z.string(),
    requests7d: z.number().nullable(),
    findings: z.array(finding),
  })
  .register(responseBodies, { id: 'AppWithFindings' });
export type AppWithFindings = z.infer<typeof appWithFindings>;
export const appsWithFindings = success(z.array(appWithFindings))
  .extend(pageTotals)
  .register(responseBodies, { id: 'AppsWithFindings' });

/** The query of the findings: errors first, then the newest. Without `muted`, open and muted ones. */
export const findingListQuery = z.strictObject({
  ...pageQuery,
  search: searchFilter(
    'Only findings of apps with this in the name, the app ID, the package name, the account name or an ad unit',
  ),
  severity: parameter(
    'Only findings of this severity',
    z.enum(findingSeverities, mustBe('severity', findingSeverities)).optional(),
  ),
  rule: parameter('Only findings of this rule', rule.optional()),
  appID: textFilter('appID', 'Only findings of the app with this whole app ID', limits.text.id),
  account: textFilter('account', 'Only findings of apps with this in the account name'),
  muted: parameter(
    'Only muted findings, or only open ones',
    z.enum(['true', 'false'], 'muted must be true or false').optional(),
  ),
});
export type FindingListQuery = z.infer<typeof findingListQuery>;

/** Names a finding; `appID` is '' for one about the installation. */
const which = {
  appID: optionalText({ label: 'App ID', max: limits.text.id }),
  rule,
  field: optionalText({ label: 'Field', max: limits.text.id }).default(''),
};
export const muteFindingForm = z
  .object({
    ...which,
    reason: requiredText('Please Enter Reason', { label: 'Reason', max: limits.text.reason }),
  })
  .register(requestBodies, { id: 'MuteFinding' });
export type MuteFindingForm = z.infer<typeof muteFindingForm>;
export const unmuteFindingForm = z.object(which).register(requestBodies, { id: 'UnmuteFinding' });
export type UnmuteFindingForm = z.infer<typeof unmuteFindingForm>;

const choiceWhileTyping = (values: readonly string[], label: string) =>
  z.enum([...values, ''], mustBe(label, values)).optional();
const textWhileTyping = (label: string, max: number) => optionalText({ label, max }).optional();

/**
 * The fields of a form that is being filled in: blank ones are no mistake yet, and others are ignored. With `appID`,
 * the app keeps every field that is absent.
 */
export const checkAppForm = z
  .object({
    appID: textWhileTyping('App ID', limits.text.id),
    packageName: textWhileTyping(fieldNames.packageName, limits.text.packageName),
    accountName: textWhileTyping(fieldNames.accountName, limits.text.accountName),
    selectedUser: textWhileTyping(fieldNames.selectedUser, limits.text.userID),
    adsStatus: choiceWhileTyping(onOff, fieldNames.adsStatus),
    appStatus: choiceWhileTyping(appStatuses, fieldNames.appStatus),
    ipAddress: choiceWhileTyping(onOff, fieldNames.ipAddress),
    /** The countries of the app's configuration, as typed; '' for none. */
    country: textWhileTyping(fieldNames.country, limits.text.country),
    ...forEachAdUnit((_, label) => textWhileTyping(label, limits.text.adUnit)),
  })
  .register(requestBodies, { id: 'CheckApp' });
export type CheckAppForm = z.infer<typeof checkAppForm>;

/**
 * The findings of the app if the form were saved now, errors first. `muted`: somebody has muted this finding, and its facts are
 * the same in the form. `isNew`: the edit makes it, or changes the field at fault; false for mistakes from before. `impact`: the
 * effect of saving on phones; null for a new app.
 */
export const checkedApp = z.object({
  findings: z.array(z.object({ ...said, muted: z.boolean(), isNew: z.boolean() })),
  impact: impact.nullable(),
});
export type CheckedApp = z.infer<typeof checkedApp>;
export const checkAppAnswer = success(checkedApp).register(responseBodies, { id: 'CheckedApp' });

/** The calls about findings. */
export const findingCalls = {
  checkApp: {
    method: 'POST',
    path: '/apps/checkApp',
    who: 'signed-in',
    viewers: false,
    keys: false,
    holds: 'app',
    readsOnly: true,
    summary: 'What would be found if an app were saved like this',
    body: checkAppForm,
    answer: checkAppAnswer,
    refusals: ['not-found'],
  },
  getFindings: {
    method: 'GET',
    path: '/findings',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    compressed: true,
    summary: 'List what is probably wrong; owners only get findings of their own apps',
    query: findingListQuery,
    answer: findingList,
  },
  getAppsWithFindings: {
    method: 'GET',
    path: '/findings/apps',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    compressed: true,
    summary: 'List the apps that something is probably wrong with, those with most requests first',
    query: findingListQuery,
    answer: appsWithFindings,
  },
  muteFinding: {
    method: 'POST',
    path: '/findings/mute',
    who: 'signed-in',
    viewers: false,
    keys: false,
    summary: 'Mute a finding, until its facts change',
    body: muteFindingForm,
    answer: findingAnswer,
    refusals: ['not-found'],
  },
  unmuteFinding: {
    method: 'POST',
    path: '/findings/unmute',
    who: 'signed-in',
    viewers: false,
    keys: false,
    summary: 'Open a muted finding again',
    body: unmuteFindingForm,
    answer: findingAnswer,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
