import { batchRoutes } from './batches/routes.ts';
import { changeRequestRoutes } from './change-requests/routes.ts';
import { changeRoutes } from './changes/routes.ts';
import { connectionRoutes } from './connections/routes.ts';
import { findingRoutes } from './findings/routes.ts';
import { limits } from './limits.ts';
import { pauseRoutes } from './pauses/routes.ts';
import type { Route } from './route.ts';
import { spreadsheetRoutes } from './spreadsheets/routes.ts';
import { viewRoutes } from './views/routes.ts';

/** All calls: first those of section 7 of the spec, then our own. */
export const routes = {
  adminSignIn: {
    method: 'POST',
    path: '/admin/login',
    who: 'anyone',
    summary: 'Sign in as an administrator',
  },
  userSignIn: {
    method: 'POST',
    path: '/user/login',
    who: 'anyone',
    summary: 'Sign in as an app owner',
  },
  signOut: {
    method: 'POST',
    path: '/admin/Adminlogout',
    who: 'anyone',
    summary: 'End the session of the caller',
  },
  adminChangePassword: {
    method: 'POST',
    path: '/admin/changePassword',
    who: 'admin',
    summary: 'Change the administrator’s own password',
  },
  userChangePassword: {
    method: 'POST',
    path: '/user/changePassword',
    who: 'user',
    summary: 'Change the app owner’s own password',
  },
  getUser: { method: 'GET', path: '/user/getUser', who: 'admin', summary: 'List the app owners' },
  createNewUser: {
    method: 'POST',
    path: '/user/createNewUser',
    who: 'admin',
    multipart: true,
    summary: 'Create an app owner',
  },
  updateUser: {
    method: 'PUT',
    path: '/user/updateUser/:id',
    who: 'admin',
    multipart: true,
    summary: 'Change an app owner',
  },
  deleteUser: {
    method: 'DELETE',
    path: '/user/deleteUser/:id',
    who: 'admin',
    summary: 'Delete an app owner; the apps stay, unassigned',
  },
  getCategory: {
    method: 'GET',
    path: '/category/getCategory',
    who: 'signed-in',
    summary: 'List the store categories',
  },
  getAllApp: { method: 'GET', path: '/apps/getAllApp', who: 'admin', summary: 'List all apps' },
  getApp: {
    method: 'GET',
    path: '/user/getApp/:userID',
    who: 'signed-in',
    summary: 'List the apps of one owner, by login id',
  },
  addApp: {
    method: 'POST',
    path: '/apps/addApp',
    who: 'signed-in',
    multipart: true,
    holds: 'app',
    summary: 'Register an app',
  },
  updateApp: {
    method: 'PUT',
    path: '/apps/updateApp/:appID',
    who: 'signed-in',
    multipart: true,
    holds: 'app',
    summary: 'Change an app',
  },
  deleteApp: {
    method: 'DELETE',
    path: '/apps/deleteApp/:appID',
    who: 'admin',
    summary: 'Delete an app and its configuration',
  },
  getRemainingApp: {
    method: 'GET',
    path: '/apps/getRemainingApp',
    who: 'admin',
    summary: 'List the apps without a configuration',
  },
  getConfigureApp: {
    method: 'GET',
    path: '/apps/getConfigureApp',
    who: 'admin',
    summary: 'List the configured apps',
  },
  addConfigureApp: {
    method: 'POST',
    path: '/apps/addConfigureApp',
    who: 'admin',
    multipart: true,
    holds: 'countries',
    summary: 'Configure the countries of an app',
  },
  updateConfigureApp: {
    method: 'PUT',
    path: '/apps/updateConfigureApp/:appID',
    who: 'admin',
    multipart: true,
    holds: 'countries',
    summary: 'Change the countries of an app',
  },
  deleteConfigureApp: {
    method: 'DELETE',
    path: '/apps/deleteConfigureApp/:appID',
    who: 'admin',
    summary: 'Delete the configuration of an app',
  },
  getAllConfig: {
    method: 'GET',
    path: '/config/getAllConfig',
    who: 'admin',
    summary: 'Read the global settings',
  },
  updateAPIMethod: {
    method: 'PUT',
    path: '/config/updateAPIMethod',
    who: 'admin',
    summary: 'Set how the country of a caller is found',
  },
  updateIPInfoToken: {
    method: 'PUT',
    path: '/config/updateIPInfoToken',
    who: 'admin',
    summary: 'Set the IP-information token',
  },
  updateVPNAPIKey: {
    method: 'PUT',
    path: '/config/updateVPNAPIKey',
    who: 'admin',
    summary: 'Set or remove the VPN API key',
  },
  getAds: {
    method: 'GET',
    path: '/api/getAds',
    who: 'anyone',
    summary: 'The ads configuration of an app, for its installed copies',
  },

  appStats: {
    method: 'GET',
    path: '/apps/stats',
    who: 'signed-in',
    summary: 'The counts of the dashboards',
  },
  getUsage: {
    method: 'GET',
    path: '/apps/usage',
    who: 'signed-in',
    summary: 'Requests for ads of all apps by day, and the apps with most requests',
  },
  getAppUsage: {
    method: 'GET',
    path: '/apps/usage/:appID',
    who: 'signed-in',
    summary: 'Requests for ads of an app by day and by country',
  },
  rotateToken: {
    method: 'POST',
    path: '/apps/rotateToken/:appID',
    who: 'signed-in',
    summary: 'Give an app a new auth token',
  },
  getOldTokens: {
    method: 'GET',
    path: '/apps/oldTokens/:appID',
    who: 'signed-in',
    summary: 'List the old tokens that are still valid, without the tokens themselves',
  },
  revokeOldTokens: {
    urgent: true,
    method: 'POST',
    path: '/apps/revokeOldTokens/:appID',
    who: 'signed-in',
    summary: 'Revoke all old tokens of an app',
  },
  testAds: {
    method: 'POST',
    path: '/apps/testAds/:appID',
    who: 'signed-in',
    readsOnly: true,
    summary: 'The ads answer for a phone at an address or in a country, and the reasons',
  },
  getEdges: {
    method: 'GET',
    path: '/edges',
    who: 'admin',
    summary: 'List the edges: machines that answer ads and follow an office elsewhere',
  },
  forgetEdge: {
    method: 'DELETE',
    path: '/edges/:name',
    who: 'admin',
    summary: 'Forget a silent edge; when it comes back, it is listed again',
  },
  ...connectionRoutes,
  ...findingRoutes,
  ...changeRoutes,
  ...pauseRoutes,
  ...changeRequestRoutes,
  ...batchRoutes,
  ...spreadsheetRoutes,
  ...viewRoutes,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

/** The maximum size of a route's JSON body, in bytes. */
export function bodyBytesOf(name: RouteName): number {
  const { holds }: Route = routes[name];
  return limits.bodyBytes[holds ?? 'few'];
}

/** The path of a route with its parameter filled in, percent-encoded. */
export function pathOf(name: RouteName, parameter?: string | number): string {
  return routes[name].path.replace(/:\w+/, encodeURIComponent(String(parameter ?? '')));
}
