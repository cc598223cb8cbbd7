import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';

/* Helpers of tests for the saved views of a list. */

/** Returns the button that opens the menu of views. */
export const views = (page: Page) => page.getByRole('button', { name: /^Views?(:|$)/ });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

export async function choose(page: Page, item: string): Promise<void> {
  await views(page).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Saves the filters and the look of the list as a view. */
export async function saveAs(page: Page, name: string, switches: string[] = []): Promise<void> {
  await choose(page, 'Save as a new view…');
  const form = dialog(page, 'Save view');
  await form.getByLabel('Name').fill(name);
  for (const one of switches) await form.getByLabel(one).check();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
}
