import { limits } from './limits.ts';
import type { Route } from './route.ts';

/** Every call of section 7 of the spec, then ours. */
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
    summary: 'Change the own password of an administrator',
  },
  userChangePassword: {
    method: 'POST',
    path: '/user/changePassword',
    who: 'user',
    summary: 'Change the own password of an app owner',
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
    summary: 'Take the configuration of an app away',
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
    summary: 'How often the apps were asked for, day by day, and which ones most',
  },
  getAppUsage: {
    method: 'GET',
    path: '/apps/usage/:appID',
    who: 'signed-in',
    summary: 'How often an app was asked for, day by day and by country',
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
    summary: 'How many tokens that were rotated away are still good, and until when',
  },
  revokeOldTokens: {
    method: 'POST',
    path: '/apps/revokeOldTokens/:appID',
    who: 'signed-in',
    summary: 'End all tokens of an app that were rotated away',
  },
  testAds: {
    method: 'POST',
    path: '/apps/testAds/:appID',
    who: 'signed-in',
    readsOnly: true,
    summary: 'What a phone at an address, or of a country, would get of an app, and why',
  },
  getChanges: {
    method: 'GET',
    path: '/changes',
    who: 'signed-in',
    summary: 'Read the log of changes, newest first; owners that of their own apps',
  },
  previewRestore: {
    method: 'GET',
    path: '/changes/:seq/restore',
    who: 'admin',
    summary: 'What going back to the state after a change would change',
  },
  restoreChange: {
    method: 'POST',
    path: '/changes/:seq/restore',
    who: 'admin',
    summary:
      'Bring an app, a user, a configuration or the API method back as it was after a change, before it for a delete',
  },
  previewUndo: {
    method: 'GET',
    path: '/changes/:seq/undo',
    who: 'admin',
    summary: 'What undoing a change would change',
  },
  undoChange: {
    method: 'POST',
    path: '/changes/:seq/undo',
    who: 'admin',
    summary: 'Take back what one change did, field by field, where nobody changed the field since',
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

/** Most the body of a route may weigh as JSON, in bytes. */
export function bodyBytesOf(name: RouteName): number {
  const { holds }: Route = routes[name];
  return limits.bodyBytes[holds ?? 'few'];
}

/** The path of a route with its parameter filled in, percent-encoded. */
export function pathOf(name: RouteName, parameter?: string | number): string {
  return routes[name].path.replace(/:\w+/, encodeURIComponent(String(parameter ?? '')));
}
