import type { Locator, Page } from '@playwright/test';
import { fresh, type Office } from './office.ts';
import { fromMenu, openConfigurationRow, openRow, openUserRow } from './rows.ts';

/** Every dialog that is open. */
export const dialogOf = (page: Page) => page.getByRole('dialog');

/** Presses a button of the topmost dialog. */
export const press = (name: string) => (page: Page) =>
  dialogOf(page).last().getByRole('button', { name, exact: true }).first().click();

/** Opens a dialog; answers what it was opened from. */
export type Open = (page: Page, office: Office) => Promise<Locator>;

/** Clicks what opens a dialog, and answers it. */
export async function click(opener: Locator): Promise<Locator> {
  await opener.click();
  return opener;
}

/** The row of a new app. */
export const appRow: Open = async (page, office) => openRow(page, (await office.addApp()).appName);

/** The row of a new app that has been changed once. */
export async function changedAppRow(page: Page, office: Office): Promise<Locator> {
  const { appID, appName } = await office.addApp();
  await office.call('updateApp', { id: appID, body: { note: 'changed' } });
  return openRow(page, appName);
}

/** The row of a new user. */
export const userRow: Open = async (page, office) =>
  openUserRow(page, (await office.addUser({ fullName: fresh('Ada Harbour') })).fullName);

/** The row of a new configuration. */
export const configuredRow: Open = async (page, office) =>
  openConfigurationRow(page, (await office.addConfigured('IN,US')).appName);

/** Opens by an entry of a row's menu. */
export const inMenu =
  (row: Open, entry: string): Open =>
  async (page, office) =>
    fromMenu(page, await row(page, office), entry);

/** Opens by a button of a page. */
export const onPage =
  (path: string, name: string): Open =>
  async (page) => {
    await page.goto(path);
    return click(page.getByRole('button', { name }).first());
  };
