import { z } from 'zod';
import { countryOfNewApp } from './app-configurations.ts';
import {
  appAnswer,
  appChanges,
  appList,
  appListQuery,
  appStats,
  deletedApp,
  endOldTokenForm,
  ipRules,
  newAppForm,
  oldTokens,
  rotatedToken,
  rotateTokenForm,
  staleApp,
} from './apps.ts';
import type { Call } from './call.ts';
import { changeRequestInTheWay, changeRequestWaiting } from './change-requests/change-requests.ts';
import { inPath } from './fields.ts';
import { requestBodies } from './named.ts';

/* The calls about apps. They are not in `apps`, because change requests, which they answer with, need its forms. */

/** A new app, for administrators also with its countries: then it never shows ads where it should not. */
export const newApp = newAppForm
  .extend({ country: countryOfNewApp })
  .register(requestBodies, { id: 'NewApp' });
export type NewApp = z.infer<typeof newApp>;

const appID = z.object({ appID: inPath('an app', 'App ID') });

/** The calls about apps and their tokens. */
export const appCalls = {
  getAllApp: {
    method: 'GET',
    path: '/apps/getAllApp',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'List all apps',
    query: appListQuery,
    answer: appList,
  },
  getApp: {
    method: 'GET',
    path: '/user/getApp/:userID',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'List the apps of one owner, by login id',
    params: z.object({
      userID: inPath('a user', 'User id', 'The login id of an owner'),
    }),
    query: appListQuery,
    answer: appList,
    refusals: ['not-found'],
  },
  addApp: {
    method: 'POST',
    path: '/apps/addApp',
    who: 'signed-in',
    viewers: false,
    keys: 'apps',
    creates: true,
    multipart: true,
    holds: 'app',
    summary: 'Register an app',
    body: newApp,
    answer: appAnswer,
    refusals: ['conflict'],
  },
  updateApp: {
    method: 'PUT',
    path: '/apps/updateApp/:appID',
    who: 'signed-in',
    viewers: false,
    keys: 'apps',
    multipart: true,
    holds: 'app',
    summary: 'Change an app',
    params: appID,
    body: appChanges,
    answer: appAnswer,
    accepted: changeRequestWaiting,
    stale: staleApp,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found', 'conflict'],
  },
  deleteApp: {
    method: 'DELETE',
    path: '/apps/deleteApp/:appID',
    who: 'admin',
    viewers: false,
    keys: 'apps',
    summary: 'Delete an app and its configuration',
    params: appID,
    answer: deletedApp,
    refusals: ['not-found'],
  },
  appStats: {
    method: 'GET',
    path: '/apps/stats',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'The counts of the dashboards',
    answer: appStats,
  },
  rotateToken: {
    method: 'POST',
    path: '/apps/rotateToken/:appID',
    who: 'signed-in',
    viewers: false,
    keys: 'apps',
    creates: true,
    summary: 'Give an app a new auth token',
    params: appID,
    body: rotateTokenForm,
    answer: rotatedToken,
    refusals: ['not-found'],
  },
  getOldTokens: {
    method: 'GET',
    path: '/apps/oldTokens/:appID',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'List the old tokens that are still valid, without the tokens themselves',
    params: appID,
    answer: oldTokens,
    refusals: ['not-found'],
  },
  revokeOldTokens: {
    method: 'POST',
    path: '/apps/revokeOldTokens/:appID',
    who: 'signed-in',
    viewers: false,
    keys: 'apps',
    urgent: true,
    summary: 'Revoke all old tokens of an app',
    params: appID,
    answer: appAnswer,
    refusals: ['not-found'],
  },
  endOldToken: {
    method: 'POST',
    path: '/apps/endOldToken/:appID',
    who: 'signed-in',
    viewers: false,
    keys: 'apps',
    urgent: true,
    summary: 'Revoke one old token of an app',
    params: appID,
    body: endOldTokenForm,
    answer: appAnswer,
    refusals: ['not-found'],
  },
  getIpRules: {
    method: 'GET',
    path: '/apps/ipRules/:appID',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'The countries of an app, and whether VPNs are looked up',
    params: appID,
    answer: ipRules,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
