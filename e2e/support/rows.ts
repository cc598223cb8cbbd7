import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The rows of a table that hold a text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text });

/** Opens the administrators' list searched for one app, whose row is answered. */
export async function openRow(page: Page, appName: string): Promise<Locator> {
  await page.goto(`/admin/application-list?${new URLSearchParams({ search: appName })}`);
  const row = rowOf(page, appName);
  await expect(row).toBeVisible();
  return row;
}
