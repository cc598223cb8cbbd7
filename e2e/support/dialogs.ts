import { expect, type Locator, type Page } from '@playwright/test';
import { fromMenu, openConfigurationRow, openRow, openUserRow } from './rows.ts';
import { fresh, type TestApi } from './test-api.ts';

/** All open dialogs. */
export const dialogOf = (page: Page) => page.getByRole('dialog');

/** Presses a button of the topmost dialog. */
export const press = (name: string) => (page: Page) =>
  dialogOf(page).last().getByRole('button', { name, exact: true }).first().click();

/** Opens a dialog; returns the element that opened it. */
export type Open = (page: Page, api: TestApi) => Promise<Locator>;

/** A dialog, and the ways to close it that change nothing. */
export type Case = { open: Open; ways: Record<string, (page: Page) => Promise<unknown>> };

const byEscape = (page: Page) => page.keyboard.press('Escape');
export const asDrawer = { Close: press('Close'), Escape: byEscape };
export const asForm = { ...asDrawer, Dismiss: press('Dismiss') };

/** Opens a dialog and closes it, in each way; fails if the focus does not return to what opened it. */
export async function expectReturn(page: Page, api: TestApi, { open, ways }: Case): Promise<void> {
  for (const [way, leave] of Object.entries(ways)) {
    const opener = await open(page, api);
    if (way !== 'Cancel' && way !== 'Save') await expect(dialogOf(page)).toBeVisible();
    await leave(page);
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(opener, `after ${way}`).toBeFocused();
  }
}

/** Clicks an element that opens a dialog, and returns it. */
export async function click(opener: Locator): Promise<Locator> {
  await opener.click();
  return opener;
}

/** The row of a new app. */
export const appRow: Open = async (page, api) => openRow(page, (await api.addApp()).appName);

/** The row of a new app that was changed once. */
export async function changedAppRow(page: Page, api: TestApi): Promise<Locator> {
  const { appID, appName } = await api.addApp();
  await api.call('updateApp', { id: appID, body: { note: 'changed' } });
  return openRow(page, appName);
}

/** The row of a new user. */
export const userRow: Open = async (page, api) =>
  openUserRow(page, (await api.addUser({ fullName: fresh('Ada Harbour') })).fullName);

/** The row of a new configuration. */
export const configuredRow: Open = async (page, api) =>
  openConfigurationRow(page, (await api.addConfigured('IN,US')).appName);

/** Opens a dialog by an entry of a row's menu. */
export const inMenu =
  (row: Open, entry: string): Open =>
  async (page, api) =>
    fromMenu(page, await row(page, api), entry);

/** Opens a dialog by a button of a page. */
export const onPage =
  (path: string, name: string): Open =>
  async (page) => {
    await page.goto(path);
    return click(page.getByRole('button', { name }).first());
  };
