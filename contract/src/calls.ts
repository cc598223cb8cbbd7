import { z } from 'zod';
import { adsAnswer } from './ads.ts';
import {
  appConfigurationAnswer,
  appConfigurationChanges,
  appConfigurationList,
  appConfigurationListQuery,
  deletedAppConfiguration,
  newAppConfigurationForm,
  remainingAppList,
  remainingAppListQuery,
  staleAppConfiguration,
} from './app-configurations.ts';
import {
  appAnswer,
  appChanges,
  appList,
  appListQuery,
  appStats,
  deletedApp,
  newAppForm,
  oldTokens,
  rotatedToken,
  rotateTokenForm,
  staleApp,
} from './apps.ts';
import { batchCalls } from './batches/calls.ts';
import { categoryList } from './categories.ts';
import { changeRequestCalls } from './change-requests/calls.ts';
import { changeRequestInTheWay, changeRequestWaiting } from './change-requests/change-requests.ts';
import {
  changeList,
  changeListQuery,
  news,
  newsQuery,
  restored,
  undone,
  wayBackForm,
  wayBackPreview,
} from './changes/changes.ts';
import { connectionCalls } from './connections/calls.ts';
import { edgeList, edgeListQuery, edgeName, forgottenEdge } from './edges.ts';
import type { ErrorCode } from './error-codes.ts';
import { requiredText, wholeNumber } from './fields.ts';
import { findingCalls } from './findings/calls.ts';
import { apiMethodForm, globalConfigAnswer, ipInfoTokenForm, vpnKeyForm } from './global-config.ts';
import { limits } from './limits.ts';
import { adminPasswordForm, passwordChanged, userPasswordForm } from './passwords.ts';
import { pauseCalls } from './pauses/calls.ts';
import type { RouteName } from './routes.ts';
import {
  adminSignedIn,
  adminSignInForm,
  signedOut,
  signOutForm,
  userSignedIn,
  userSignInForm,
} from './sessions.ts';
import { spreadsheetCalls } from './spreadsheets/calls.ts';
import { testAdsAnswer, testAdsForm } from './test-ads.ts';
import { appUsageAnswer, appUsageQuery, usageAnswer, usageQuery } from './usage.ts';
import {
  deletedUser,
  newUserForm,
  staleUser,
  userAnswer,
  userChanges,
  userList,
  userListQuery,
} from './users.ts';
import { viewCalls } from './views/calls.ts';

/** The schemas of a call: its request and its answer. */
export type Call = {
  params?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body of a 200. */
  answer: z.ZodType;
  /** The body of a 200 is a file, in CSV unless the request asks for JSON; `answer` is the JSON. */
  file?: true;
  /** The answer can also be a stream of events (`Accept: text/event-stream`). Each event has the `data` of `answer`. */
  events?: true;
  /** The body of a 202: the change waits for approval. */
  accepted?: z.ZodType;
  /** What the 409 of a stale edit contains besides the failure. */
  stale?: z.ZodObject;
  /** What the 409 about a change request contains besides the failure. */
  inTheWay?: z.ZodObject;
  /** Reasons to refuse, besides those that follow from the route and its schemas. */
  refusals?: readonly ErrorCode[];
};

const id = (label: string, missing: string) =>
  requiredText(missing, { label, max: limits.text.id });
const appID = z.object({ appID: id('App ID', 'The address must name an app') });

const seq = z.object({ seq: wholeNumber('Change', 1, Number.MAX_SAFE_INTEGER) });

/**
 * The schemas of every route. The server's validation, the web client's types and the OpenAPI document are derived
 * from this table. It is separate from `routes`, so that the sign-in page does not load every schema.
 */
export const calls = {
  adminSignIn: {
    body: adminSignInForm,
    answer: adminSignedIn,
    refusals: ['wrong-credentials', 'too-many'],
  },
  userSignIn: {
    body: userSignInForm,
    answer: userSignedIn,
    refusals: ['wrong-credentials', 'too-many'],
  },
  signOut: { body: signOutForm, answer: signedOut },
  adminChangePassword: {
    body: adminPasswordForm,
    answer: passwordChanged,
    refusals: ['too-many'],
  },
  userChangePassword: { body: userPasswordForm, answer: passwordChanged, refusals: ['too-many'] },
  getUser: { query: userListQuery, answer: userList },
  createNewUser: { body: newUserForm, answer: userAnswer, refusals: ['conflict', 'too-many'] },
  updateUser: {
    params: z.object({ id: id('User', 'The address must name a user') }),
    body: userChanges,
    answer: userAnswer,
    stale: staleUser,
    refusals: ['not-found', 'conflict', 'too-many'],
  },
  deleteUser: {
    params: z.object({ id: id('User', 'The address must name a user') }),
    answer: deletedUser,
    refusals: ['not-found'],
  },
  getCategory: { answer: categoryList },
  getAllApp: { query: appListQuery, answer: appList },
  getApp: {
    params: z.object({ userID: id('User id', 'The address must name a user') }),
    query: appListQuery,
    answer: appList,
    refusals: ['not-found'],
  },
  addApp: { body: newAppForm, answer: appAnswer, refusals: ['conflict'] },
  updateApp: {
    params: appID,
    body: appChanges,
    answer: appAnswer,
    accepted: changeRequestWaiting,
    stale: staleApp,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found', 'conflict'],
  },
  deleteApp: { params: appID, answer: deletedApp, refusals: ['not-found'] },
  getRemainingApp: { query: remainingAppListQuery, answer: remainingAppList },
  getConfigureApp: { query: appConfigurationListQuery, answer: appConfigurationList },
  addConfigureApp: {
    body: newAppConfigurationForm,
    answer: appConfigurationAnswer,
    refusals: ['conflict'],
  },
  updateConfigureApp: {
    params: appID,
    body: appConfigurationChanges,
    answer: appConfigurationAnswer,
    stale: staleAppConfiguration,
    refusals: ['not-found'],
  },
  deleteConfigureApp: {
    params: appID,
    answer: deletedAppConfiguration,
    refusals: ['not-found'],
  },
  getAllConfig: { answer: globalConfigAnswer },
  updateAPIMethod: { body: apiMethodForm, answer: globalConfigAnswer },
  updateIPInfoToken: { body: ipInfoTokenForm, answer: globalConfigAnswer },
  updateVPNAPIKey: { body: vpnKeyForm, answer: globalConfigAnswer },
  getAds: {
    // Only for the OpenAPI document: the endpoint checks its query itself, before Fastify (ADR 30).
    query: z.strictObject({ appID: z.string(), authToken: z.string() }),
    answer: adsAnswer,
    refusals: ['wrong-credentials'],
  },
  appStats: { answer: appStats },
  getUsage: { query: usageQuery, answer: usageAnswer },
  getAppUsage: {
    params: appID,
    query: appUsageQuery,
    answer: appUsageAnswer,
    refusals: ['not-found'],
  },
  rotateToken: {
    params: appID,
    body: rotateTokenForm,
    answer: rotatedToken,
    refusals: ['not-found'],
  },
  getOldTokens: { params: appID, answer: oldTokens, refusals: ['not-found'] },
  revokeOldTokens: { params: appID, answer: appAnswer, refusals: ['not-found'] },
  testAds: {
    params: appID,
    body: testAdsForm,
    answer: testAdsAnswer,
    refusals: ['not-found', 'too-many'],
  },
  getEdges: { query: edgeListQuery, answer: edgeList },
  forgetEdge: { params: edgeName, answer: forgottenEdge, refusals: ['not-found', 'conflict'] },
  ...connectionCalls,
  ...findingCalls,
  getChanges: { query: changeListQuery, answer: changeList },
  getNews: { query: newsQuery, answer: news },
  previewRestore: { params: seq, answer: wayBackPreview, refusals: ['not-found', 'conflict'] },
  restoreChange: {
    params: seq,
    body: wayBackForm,
    answer: restored,
    refusals: ['not-found', 'conflict'],
  },
  previewUndo: { params: seq, answer: wayBackPreview, refusals: ['not-found', 'conflict'] },
  undoChange: {
    params: seq,
    body: wayBackForm,
    answer: undone,
    refusals: ['not-found', 'conflict', 'forbidden'],
  },
  ...pauseCalls,
  ...changeRequestCalls,
  ...batchCalls,
  ...spreadsheetCalls,
  ...viewCalls,
} as const satisfies Record<RouteName, Call>;

/** The body of a call's answer: of a 200, or of a 202 if the call has one. */
export type AnswerOf<N extends RouteName> =
  | z.output<(typeof calls)[N]['answer']>
  | AcceptedOf<(typeof calls)[N]>;

type AcceptedOf<C> = C extends { accepted: infer Accepted extends z.ZodType }
  ? z.output<Accepted>
  : never;
