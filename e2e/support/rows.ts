import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Returns the rows of a table that contain a text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text });

const openRowAt = (path: string) => async (page: Page, search: string) => {
  await page.goto(`${path}?${new URLSearchParams({ search })}`);
  const row = rowOf(page, search);
  await expect(row).toBeVisible();
  return row;
};

/** Opens the administrators' list of apps with a search, and returns the row. */
export const openRow = openRowAt('/admin/application-list');

/** Opens the list of users with a search by login id or name, and returns the row. */
export const openUserRow = openRowAt('/admin/user-list');

/** Opens the app configurations with a search, and returns the row. */
export const openConfigurationRow = openRowAt('/admin/app-configuration');

/** Presses an entry of a row's menu, and returns the menu's button. */
export async function fromMenu(page: Page, row: Locator, entry: string): Promise<Locator> {
  const button = row.getByRole('button', { name: /^(More|Actions) for/ });
  await button.click();
  await page.getByRole('menuitem', { name: entry }).click();
  return button;
}

/** Confirms the question before a delete; types the name if it is required. */
export async function confirmDelete(page: Page, nameToType?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Are you sure ?' });
  if (nameToType) await dialog.getByPlaceholder('Copy the app name').fill(nameToType);
  await dialog.getByRole('button', { name: 'Yes, Delete It!' }).click();
}
