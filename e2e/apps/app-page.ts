import type { Page } from '@playwright/test';

/** Returns the name of the app, which is the heading of its page. */
export const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

/** Returns a tab of the page of an app. */
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name, exact: true });

/** Returns a cell of the summary below the name: 'Ads now'. */
export const summary = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: name }) }).locator('dd');

export const next = (page: Page) => page.getByRole('button', { name: 'Next application' });
export const previous = (page: Page) => page.getByRole('button', { name: 'Previous application' });
