import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { fromMenu, openConfigurationRow, openRow, openUserRow } from './rows.ts';
import { fresh, type TestApi } from './test-api.ts';

/** Returns all open dialogs. */
export const dialogOf = (page: Page) => page.getByRole('dialog');

/** Presses a button of the topmost dialog. */
export const press = (name: string) => (page: Page) =>
  dialogOf(page).last().getByRole('button', { name, exact: true }).first().click();

/** Goes to a new thing, and returns its row. */
type ToRow = (page: Page, api: TestApi) => Promise<Locator>;

/** Goes to a page with a dialog. Returns a function that opens the dialog and returns the element that opened it. */
export type Arrive = (page: Page, api: TestApi) => Promise<() => Promise<Locator>>;

/** A dialog, and the ways to close it that change nothing. */
export type Case = { arrive: Arrive; ways: Record<string, (page: Page) => Promise<unknown>> };

const byEscape = (page: Page) => page.keyboard.press('Escape');
export const asDrawer = { Close: press('Close'), Escape: byEscape };
export const asForm = { ...asDrawer, Dismiss: press('Dismiss') };

/**
 * Opens a dialog and closes it again, once for each way to close it. Fails if the focus does not return to the element
 * that opened it. The first time, axe checks the dialog; what it finds also fails.
 */
export async function expectDialog(page: Page, api: TestApi, name: string, { arrive, ways }: Case) {
  const open = await arrive(page, api);
  for (const [index, [way, leave]] of Object.entries(ways).entries()) {
    const opener = await open();
    if (way !== 'Cancel' && way !== 'Save') await expect(dialogOf(page)).toBeVisible();
    if (index === 0) await expectAccessible(page, name);
    await leave(page);
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(opener, `after ${way}`).toBeFocused();
  }
}

/** Goes to a page with a dialog and opens the dialog. Returns the element that opened it. */
export async function open(arrive: Arrive, page: Page, api: TestApi): Promise<Locator> {
  return (await arrive(page, api))();
}

/** Clicks an element that opens a dialog, and returns it. */
export async function click(opener: Locator): Promise<Locator> {
  await opener.click();
  return opener;
}

/** The row of a new app. */
export const appRow: ToRow = async (page, api) => openRow(page, (await api.addApp()).appName);

/** Makes the row of a new app that was changed once. */
export async function changedAppRow(page: Page, api: TestApi): Promise<Locator> {
  const { appID, appName } = await api.addApp();
  await api.call('updateApp', { id: appID, body: { note: 'changed' } });
  return openRow(page, appName);
}

/** The row of a new user. */
export const userRow: ToRow = async (page, api) =>
  openUserRow(page, (await api.addUser({ fullName: fresh('Ada Harbour') })).fullName);

/** The row of a new configuration. */
export const configuredRow: ToRow = async (page, api) =>
  openConfigurationRow(page, (await api.addConfigured('IN,US')).appName);

/** Opens a dialog by an entry of a row's menu. */
export const inMenu =
  (toRow: ToRow, entry: string): Arrive =>
  async (page, api) => {
    const row = await toRow(page, api);
    return () => fromMenu(page, row, entry);
  };

/** Opens a dialog by a button of a row. */
export const inRow =
  (toRow: ToRow, name: RegExp): Arrive =>
  async (page, api) => {
    const row = await toRow(page, api);
    return () => click(row.getByRole('button', { name }));
  };

/** Opens a dialog by a button of a page. */
export const onPage =
  (path: string, name: string): Arrive =>
  async (page) => {
    await page.goto(path);
    return () => click(page.getByRole('button', { name }).first());
  };
