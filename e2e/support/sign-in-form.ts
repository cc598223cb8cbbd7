import type { Page } from '@playwright/test';

/** The fields and the button of both sign-ins. */
export const email = (page: Page) => page.getByLabel('Email');
export const userId = (page: Page) => page.getByLabel('User Id');
export const password = (page: Page) => page.getByLabel('Password', { exact: true });
export const button = (page: Page) => page.getByRole('button', { name: 'Sign In' });

/** What session storage holds under a key, parsed; null when nothing. */
export const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? 'null'), key);
