import { z } from 'zod';
import type { Call } from '../call.ts';
import { actorKinds } from '../changes/changes.ts';
import { success } from '../envelope.ts';
import {
  type FieldRule,
  filled,
  has,
  isOneOf,
  not,
  some,
  when,
  withRules,
} from '../field-rules.ts';
import {
  appIDList,
  choice,
  inPath,
  momentInBody,
  optionalText,
  requiredText,
  time,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { pageQuery, pageTotals, textFilter } from '../lists.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { noAdsReasons } from '../no-ads-reasons.ts';
import { parameter } from '../parameters.ts';

/** The scopes of a pause: all ads, those of an account, of an owner, of some apps, or of one app. */
export const pauseScopes = ['all', 'account', 'owner', 'apps', 'app'] as const;
export type PauseScope = (typeof pauseScopes)[number];

/**
 * The scopes that are stored and sent to the processes that answer ads: a pause of some apps is stored as one pause for each app
 * (ADR 79).
 */
export const storedScopes = ['all', 'account', 'owner', 'app'] as const;
export type StoredScope = (typeof storedScopes)[number];

/** The meaning of `value`, by scope; null where there is none. */
const valueNames: Record<PauseScope, string | null> = {
  all: null,
  account: 'an account name',
  owner: 'a user id',
  apps: null,
  app: 'an app ID',
};

const appIDs = appIDList(limits.pauses.apps);

const reach = {
  scope: choice(pauseScopes, 'Please Select Scope', 'Scope'),
  value: optionalText({ label: 'Value', max: limits.text.accountName }).default(''),
  appIDs: appIDs.optional(),
};

const withValue = isOneOf(
  'scope',
  pauseScopes.filter((scope) => valueNames[scope] !== null),
);
const ofApps = isOneOf('scope', ['apps']);

/** The scopes that have a value, and the one that has apps. */
const reachRules: FieldRule[] = [
  {
    must: some(withValue, not(filled('value'))),
    error: ({ scope }) => `A pause of ${scope} has no value`,
    field: 'value',
  },
  {
    must: when(withValue, filled('value')),
    error: ({ scope }) => `Value must be ${valueNames[scope as PauseScope]}`,
    field: 'value',
  },
  {
    must: when(ofApps, has('appIDs')),
    error: 'Please select at least one application',
    field: 'appIDs',
  },
  {
    must: some(ofApps, not(has('appIDs'))),
    error: 'Only a pause of apps has appIDs',
    field: 'appIDs',
  },
];

/** The reach of a planned pause. */
export const pauseReach = withRules(z.object(reach), ...reachRules).register(requestBodies, {
  id: 'PauseReach',
});
export type PauseReach = z.infer<typeof pauseReach>;

/** The form of a new pause. The pause ends at `until`. Without `until`, somebody must end it. */
export const pauseForm = withRules(
  z.object({
    ...reach,
    reason: requiredText('Please Enter Reason', { label: 'Reason', max: limits.text.reason }),
    until: momentInBody('Until'),
  }),
  ...reachRules,
).register(requestBodies, { id: 'NewPause' });
export type PauseForm = z.infer<typeof pauseForm>;

/** The person who began or ended a pause, or the system, which ends it at `until`. */
export const pauseActor = z.object({ kind: z.enum(actorKinds), name: z.string() });

/** The apps of a pause of `apps` that are resumed; without `appIDs`, the whole pause ends. */
export const pauseEndForm = z
  .object({ appIDs: appIDs.optional() })
  .register(requestBodies, { id: 'PauseEnd' });
export type PauseEndForm = z.infer<typeof pauseEndForm>;

/**
 * A pause. `label` says in words what it stops: the name of the account, the owner or the app. `apps` is how many apps it covers
 * now; for an owner, those that the owner may see. `appIDs`: which these are, only for a pause of `apps`.
 */
export const pause = z
  .object({
    id: z.string(),
    scope: z.enum(pauseScopes),
    value: z.string(),
    label: z.string(),
    reason: z.string(),
    createdAt: time,
    createdBy: pauseActor,
    until: time.nullable(),
    endedAt: time.nullable(),
    endedBy: pauseActor.nullable(),
    apps: z.number(),
    appIDs: z.array(z.string()).optional(),
  })
  .register(responseBodies, { id: 'Pause' });
export type Pause = z.infer<typeof pause>;
export const pauseAnswer = success(pause).register(responseBodies, { id: 'PauseAnswer' });

/**
 * The apps that a pause covers, or would cover, judged as if it did not exist: of how many phones get ads (`withAds`), and of
 * how many not, by the first reason (`without`). Null for more apps than `limits.pauses.judged`.
 */
export const pauseEnding = z
  .object({
    apps: z.number(),
    withAds: z.number().nullable(),
    without: z.array(z.object({ reason: z.enum(noAdsReasons), apps: z.number() })),
  })
  .register(responseBodies, { id: 'PauseEnding' });
export type PauseEnding = z.infer<typeof pauseEnding>;
export const pauseEndingAnswer = success(pauseEnding).register(responseBodies, {
  id: 'PauseEndingAnswer',
});

export const pauseStates = ['active', 'ended'] as const;

export const pauseListQuery = z.strictObject({
  state: parameter(
    'Active pauses, or ended ones',
    z.enum(pauseStates, `state must be one of: ${pauseStates.join(', ')}`).default('active'),
  ),
  appID: textFilter('appID', 'Only pauses that cover this app', limits.text.id),
  ...pageQuery,
});

export type PauseListQuery = z.infer<typeof pauseListQuery>;

/** Ended pauses: the newest first. Active pauses: those that stop the most apps first, then the newest. */
export const pauseList = success(z.array(pause))
  .extend(pageTotals)
  .register(responseBodies, { id: 'PauseList' });

const pauseID = z.object({ id: inPath('a pause', 'Pause') });

/** The calls about pauses. */
export const pauseCalls = {
  getPauses: {
    method: 'GET',
    path: '/pauses',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    saysWhatAdsHave: true,
    summary: 'List the pauses of ads; owners only get those that cover their own apps',
    query: pauseListQuery,
    answer: pauseList,
  },
  startPause: {
    method: 'POST',
    path: '/pauses',
    who: 'signed-in',
    viewers: false,
    keys: 'pauses',
    creates: true,
    urgent: true,
    holds: 'apps',
    summary:
      'Stop the ads of all apps, an account, an owner, some apps or an app; owners only of their own apps',
    body: pauseForm,
    answer: pauseAnswer,
    refusals: ['conflict'],
  },
  getPauseBeginning: {
    method: 'POST',
    path: '/pauses/beginning',
    who: 'signed-in',
    viewers: false,
    keys: false,
    readsOnly: true,
    holds: 'apps',
    summary: 'What a pause would do: how many of the apps that it would cover get ads now',
    body: pauseReach,
    answer: pauseEndingAnswer,
  },
  getPauseEnding: {
    method: 'GET',
    path: '/pauses/:id/ending',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'What ending a pause would do: how many of its apps get their ads again',
    params: pauseID,
    answer: pauseEndingAnswer,
    refusals: ['not-found'],
  },
  endPause: {
    method: 'POST',
    path: '/pauses/:id/end',
    who: 'signed-in',
    viewers: false,
    keys: 'pauses',
    urgent: true,
    holds: 'apps',
    summary: 'End a pause, or that of some of its apps: they are as they were before',
    params: pauseID,
    body: pauseEndForm,
    answer: pauseAnswer,
    refusals: ['not-found', 'conflict'],
  },
} as const satisfies Record<string, Call>;
