import type { Page } from '@playwright/test';
import { changedAppRow } from '../support/dialogs.ts';
import { fromMenu } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import type { TestApi } from '../support/test-api.ts';

/* The focus of the keyboard after "Try again", and on a new page. */

const refusal = { status: 'error', success: false, message: 'Not now' };

/** Things that are loaded late, the path of their call, and how to open them. */
const places: Record<
  string,
  { path: RegExp; open: (page: Page, api: TestApi) => Promise<unknown> }
> = {
  'the counts of the dashboard': {
    path: /\/apps\/stats/,
    open: (page) => page.goto('/admin/dashboard'),
  },
  'the requests on the dashboard': {
    path: /\/traffic\?/,
    open: (page) => page.goto('/admin/dashboard'),
  },
  'the global settings': {
    path: /\/config\/getAllConfig/,
    open: (page) => page.goto('/admin/app-configuration'),
  },
  'the history of an application': {
    path: /\/changes\?/,
    open: async (page, api) => fromMenu(page, await changedAppRow(page, api), 'History'),
  },
  'the deleted applications': {
    path: /\/changes\?/,
    open: async (page) => {
      await page.goto('/admin/application-list');
      await page.getByRole('button', { name: 'Deleted' }).click();
    },
  },
};

for (const [name, { path, open }] of Object.entries(places)) {
  test(`Try again keeps the keyboard at ${name}`, async ({ adminPage: page, api, mayFail }) => {
    mayFail('400 /');
    let isBroken = true;
    await page.route(path, (route) =>
      isBroken ? route.fulfill({ status: 400, json: refusal }) : route.fallback(),
    );
    await open(page, api);
    const retry = page.getByRole('button', { name: 'Try again' }).first();
    await retry.focus();
    const refused = page.waitForResponse(path);
    await page.keyboard.press('Enter');
    await refused;
    await expect(retry, 'it failed again').toBeEnabled();
    await expect(retry).toBeFocused();
    isBroken = false;
    const answered = page.waitForResponse(path);
    await page.keyboard.press('Enter');
    await answered;
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    const focused = page.locator(':focus');
    await expect(focused).toHaveCount(1);
    const inPage = await focused.evaluate(
      (one) => one.matches(':not(h1)') && one.closest('main, [role="dialog"]') !== null,
    );
    expect(inPage, 'the focus is in what was loaded').toBe(true);
  });
}

test('a new page is announced by its heading, which has the focus', async ({ adminPage: page }) => {
  await page.goto('/admin/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Users' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
  await page.keyboard.type('audit log');
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
  await expect(found.first()).toContainText('Audit Log');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeFocused();
});

test('a tab of a page keeps the focus', async ({ adminPage: page }) => {
  await page.goto('/admin/safety/pauses');
  const tab = page
    .getByRole('main')
    .getByRole('link', { name: /Bulk changes/ })
    .first();
  await tab.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/safety/batches');
  await expect(tab).toBeFocused();
});
