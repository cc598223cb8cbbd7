import type { App } from '@adwarden/contract/apps';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { openRow } from './rows.ts';
import type { TestApi } from './test-api.ts';

/** The fields of the application form. */
export type AppFormDialog = ReturnType<typeof appForm>;

type FormTitle = 'Add New Application' | 'Edit Application';

/** Returns the dialog 'Add New Application' or 'Edit Application'. */
export function appForm(page: Page, title: FormTitle) {
  const dialog = page.getByRole('dialog', { name: title });
  const text = (name: string) => dialog.getByRole('textbox', { name: new RegExp(`^${name}`) });
  const select = (name: string) => dialog.getByRole('combobox', { name: new RegExp(`^${name}`) });
  return {
    dialog,
    appName: text('App Name'),
    packageName: text('Package Name'),
    accountName: select('Account Name'),
    note: text('Note'),
    category: select('Category'),
    adsStatus: select('Ads Status'),
    appStatus: select('App Status'),
    visibleExtra: select('Visible Extra'),
    ipAddress: select('IP Address'),
    owner: dialog.getByRole('combobox', { name: 'User', exact: true }),
    save: dialog.getByRole('button', { name: 'Save', exact: true }),
    close: dialog.getByRole('button', { name: 'Close', exact: true }),
    unit: text,
  };
}

/**
 * Waits until the form has opened and has the focus. The dialog takes the focus a moment after it is seen, and a list that
 * a test has opened in a select would close then.
 */
export async function openedForm(page: Page, title: FormTitle): Promise<AppFormDialog> {
  const form = appForm(page, title);
  await expect(form.dialog.locator(':focus')).toBeVisible();
  return form;
}

/** Opens the form for a new app from the list. */
export async function openNewApp(page: Page): Promise<AppFormDialog> {
  await page.getByRole('button', { name: 'Add New App' }).first().click();
  return openedForm(page, 'Add New Application');
}

/** Opens the form of an app in its row. */
export async function openEdit(page: Page, row: Locator): Promise<AppFormDialog> {
  await row.getByRole('button', { name: /^Edit/ }).click();
  return openedForm(page, 'Edit Application');
}

/** Fills the required fields; an owner's form has no IP Address. */
export async function fillRequired(form: AppFormDialog, appName: string, role = 'admin') {
  await form.appName.fill(appName);
  await form.packageName.fill('com.harbour.tideclock');
  await form.category.selectOption('Weather');
  await form.adsStatus.selectOption('on');
  await form.appStatus.selectOption('in-develop');
  await form.visibleExtra.selectOption('off');
  if (role === 'admin') await form.ipAddress.selectOption('off');
}

/** Opens the form of an app from the administrators' list. */
export const editApp = async (page: Page, { appName }: App): Promise<AppFormDialog> =>
  openEdit(page, await openRow(page, appName));

/** Saves the form, waits until it is closed, and returns the saved app of this name. */
export async function save(form: AppFormDialog, api: TestApi, appName: string) {
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  return findApp(api, appName);
}

/** Returns the saved app with this name; undefined if there is none. */
export async function findApp(api: TestApi, appName: string): Promise<App | undefined> {
  const found = await api.call('getAllApp', { query: { appName } });
  return found.find((app) => app.appName === appName);
}
