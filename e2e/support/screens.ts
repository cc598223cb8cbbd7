import { expect, type Page } from '@playwright/test';

/** A page of the product; `ready` waits until its data is there. */
export type Screen = { name: string; path: string; ready: (page: Page) => Promise<void> };

/** Waits for the first row of a list. */
export const seesRow = async (page: Page) => {
  await expect(page.getByRole('row').nth(1)).toBeVisible();
};
const seesHeading = (name: string) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
};

/** The administrators’ pages. */
export const adminScreens: Screen[] = [
  { name: 'dashboard', path: '/admin/dashboard', ready: seesHeading('No. of Live App') },
  { name: 'application list', path: '/admin/application-list', ready: seesRow },
  { name: 'user list', path: '/admin/user-list', ready: seesRow },
  { name: 'app configuration', path: '/admin/app-configuration', ready: seesRow },
  {
    name: 'change password',
    path: '/admin/change-password',
    ready: seesHeading('Change Password'),
  },
  { name: 'traffic', path: '/admin/traffic', ready: seesHeading('Biggest decreases') },
  { name: 'safety', path: '/admin/safety', ready: seesHeading('Safety') },
  {
    name: 'change requests',
    path: '/admin/safety/change-requests',
    ready: seesHeading('Safety'),
  },
  { name: 'batches', path: '/admin/safety/batches', ready: seesHeading('Safety') },
  { name: 'app-ads.txt', path: '/admin/app-ads', ready: seesHeading('app-ads.txt') },
  { name: 'audit log', path: '/admin/audit-log', ready: seesRow },
  {
    name: 'notifications',
    path: '/admin/notifications',
    ready: seesHeading('Notifications'),
  },
  {
    name: 'administrators',
    path: '/admin/administrators',
    ready: seesHeading('Administrators'),
  },
  { name: 'edges', path: '/admin/edges', ready: seesHeading('Edges') },
  {
    name: 'system check',
    path: '/admin/system-check',
    ready: (page) => expect(page.getByRole('list', { name: 'Checks' })).toBeVisible(),
  },
  { name: 'sign-in and security', path: '/admin/security', ready: seesHeading('Second factor') },
  { name: 'API keys', path: '/admin/api-keys', ready: seesHeading('API keys') },
  { name: 'sessions', path: '/admin/open-sessions', ready: seesRow },
];

/** The owners’ pages. */
export const ownerScreens: Screen[] = [
  { name: 'user dashboard', path: '/dashboard', ready: seesHeading('No. of Live App') },
  { name: 'user application list', path: '/application-list', ready: seesRow },
  { name: 'user traffic', path: '/traffic', ready: seesHeading('Biggest decreases') },
  { name: 'user safety', path: '/safety', ready: seesHeading('Safety') },
  { name: 'user change requests', path: '/safety/change-requests', ready: seesHeading('Safety') },
  { name: 'user batches', path: '/safety/batches', ready: seesHeading('Safety') },
  { name: 'user change password', path: '/change-password', ready: seesHeading('Change Password') },
  { name: 'user security', path: '/security', ready: seesHeading('Second factor') },
  { name: 'user API keys', path: '/api-keys', ready: seesHeading('API keys') },
  { name: 'user sessions', path: '/open-sessions', ready: seesRow },
];
