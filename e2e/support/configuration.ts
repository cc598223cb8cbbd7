import type { Locator, Page } from '@playwright/test';

/** The page of the app configurations. */
export const configurationPath = '/admin/app-configuration';

/** Returns a card of that page by its title. */
export const card = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true });

/** Returns the button that saves a card. */
export const save = (at: Locator): Locator => at.getByRole('button', { name: 'Save' });

/** Returns the country field of the App Setting card. */
export const country = (page: Page): Locator =>
  card(page, 'App Setting').getByRole('textbox', { name: /^Country/ });
