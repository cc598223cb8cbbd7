import type { AppStatus } from '@adwarden/contract/apps';

/** The spec's route table (section 2), the page of an application, the pages of "Operation" and the guide, as addresses by role. */
export const paths = {
  admin: {
    signIn: '/admin/login',
    logout: '/admin/logout',
    dashboard: '/admin/dashboard',
    applicationList: '/admin/application-list',
    application: '/admin/application',
    userList: '/admin/user-list',
    appConfiguration: '/admin/app-configuration',
    changePassword: '/admin/change-password',
    traffic: '/admin/traffic',
    safety: '/admin/safety',
    appAds: '/admin/app-ads',
    auditLog: '/admin/audit-log',
    notifications: '/admin/notifications',
    edges: '/admin/edges',
    administrators: '/admin/administrators',
    apiKeys: '/admin/api-keys',
    openSessions: '/admin/open-sessions',
    security: '/admin/security',
    setUp: '/admin/set-up',
    systemCheck: '/admin/system-check',
    guide: '/admin/guide',
  },
  user: {
    signIn: '/login',
    logout: '/logout',
    dashboard: '/dashboard',
    applicationList: '/application-list',
    application: '/application',
    changePassword: '/change-password',
    apiKeys: '/api-keys',
    openSessions: '/open-sessions',
    security: '/security',
    setUp: '/set-up',
    traffic: '/traffic',
    safety: '/safety',
    guide: '/guide',
  },
} as const;

/** The address of a list of applications that shows only those with this status. */
export const withStatus = (applicationList: string, appStatus: AppStatus): string =>
  `${applicationList}?${new URLSearchParams({ appStatus })}`;

/** The address of the page about the app-ads.txt of an account. */
export const accountPath = (account: string): string =>
  `${paths.admin.appAds}/${encodeURIComponent(account)}`;

/** The address of the page about the sessions of a person, for administrators. */
export const sessionsOfPath = (account: string): string =>
  `${paths.admin.openSessions}/${encodeURIComponent(account)}`;

/** The address of a list of applications that opens the form of one of them, at one of its fields if it is given. */
export function editAppPath(applicationList: string, appID: string, field = ''): string {
  const query = new URLSearchParams({ search: appID, edit: appID });
  if (field !== '') query.set('field', field);
  return `${applicationList}?${query}`;
}
