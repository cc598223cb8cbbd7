import type { Locator } from '@playwright/test';
import { fromMenu, openRow, openUserRow } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';
import { choose, saveAs } from '../tables/views.ts';

/* A browser that lets nothing be copied: words in red, never "Copy Successfully". */

const words = 'Copying failed: select the text instead';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
});

/** Tells whether a colour of an element is red. */
const isRed = (element: Locator, property: 'color' | 'backgroundColor') =>
  element.evaluate((one, name) => {
    const [red = 0, green = 0] = (getComputedStyle(one)[name].match(/\d+/g) ?? []).map(Number);
    return red > green + 60;
  }, property);

test('the button that copies a sign-in link', async ({ adminPage: page, api }) => {
  const { fullName } = await api.addUser({ fullName: fresh('Ada Harbour') });
  await fromMenu(page, await openUserRow(page, fullName), 'Edit');
  await page.getByRole('button', { name: 'Copy sign-in link' }).click();
  const button = page.getByRole('button', { name: words });
  await expect(button).toBeVisible();
  await expect.poll(() => isRed(button, 'color')).toBe(true);
});

test('the button beside a text', async ({ adminPage: page, api }) => {
  const { appName } = await api.addApp();
  const row = await openRow(page, appName);
  await row.getByRole('button', { name: /^Copy the ads URL/ }).click();
  const hint = page.getByRole('tooltip').filter({ hasText: words });
  await expect(hint).toBeVisible();
  await expect.poll(() => isRed(hint, 'backgroundColor')).toBe(true);
});

test('the link of a view', async ({ adminPage: page }) => {
  await page.goto('/admin/application-list');
  await saveAs(page, fresh('Mine'));
  await choose(page, 'Copy the link');
  const toast = page.getByRole('alert').filter({ hasText: words });
  await expect(toast).toBeVisible();
  await expect(page.getByText('Copy Successfully')).toHaveCount(0);
});
