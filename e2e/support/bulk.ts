import type { Batch } from '@adwarden/contract/batches/batches';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { TestApi } from './test-api.ts';

/* Bulk work in the list of applications (ADR 40). */

export const batchesTab = '/admin/safety/batches';

/** Returns the bar above the rows while they can be selected. */
export const bar = (page: Page): Locator =>
  page.getByRole('region', { name: 'Selected applications' });

/** Returns the button that shows the checkboxes. */
export const select = (page: Page): Locator =>
  page.getByRole('button', { name: 'Select', exact: true });

/** Returns the checkbox of a row. */
export const box = (page: Page, appName: string): Locator =>
  page.getByRole('checkbox', { name: `Select ${appName}`, exact: true });

export const pageBox = (page: Page): Locator =>
  page.getByRole('checkbox', { name: 'Select all on this page' });

/** Opens a list and selects all rows that it has. */
export async function selectAll(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await select(page).click();
  await bar(page)
    .getByRole('button', { name: /^Select all \d/ })
    .click();
  await expect(bar(page)).toContainText('selected');
}

/** Presses an action of the bar. */
export const act = (page: Page, name: string): Promise<void> =>
  bar(page).getByRole('button', { name, exact: true }).click();

/** Opens the form with a field and one value for each of the selected applications. */
export async function openEach(page: Page, field: string) {
  await act(page, 'Edit fields');
  const form = page.getByRole('dialog', { name: 'Edit fields' });
  await form.getByRole('combobox', { name: 'Field' }).fill(field);
  await page.keyboard.press('Enter');
  await form.getByRole('checkbox', { name: `${field}: one value for each application` }).check();
  const rows = form.getByRole('list', { name: `${field} of each application` });
  await expect(rows.getByRole('listitem').first()).toBeVisible();
  return { form, rows: rows.getByRole('listitem') };
}

/** Goes to the preview of another note for what is selected. */
export async function previewNote(page: Page): Promise<void> {
  await act(page, 'Edit fields');
  const form = page.getByRole('dialog', { name: 'Edit fields' });
  await form.getByRole('combobox', { name: 'Field' }).fill('Note');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Note' }).fill('As agreed');
  await form.getByRole('button', { name: 'Preview' }).click();
}

/** Returns the dialog with the preview, and its parts. */
export function previewDialog(page: Page, name = 'Preview') {
  const dialog = page.getByRole('dialog', { name, exact: true });
  return {
    dialog,
    tab: (label: string) => dialog.getByRole('tab', { name: new RegExp(`^${label}`) }),
    apps: dialog
      .getByRole('tabpanel')
      .getByRole('listitem')
      .filter({ has: page.locator('p') }),
    button: (label: string) => dialog.getByRole('button', { name: label, exact: true }),
  };
}

/** Returns the newest batch, when it has ended. */
export async function endedBatch(api: TestApi): Promise<Batch> {
  const newest = async () => (await api.call('getBatches', {}))[0];
  await expect
    .poll(async () => (await newest())?.state, { message: 'the newest batch' })
    .not.toBe('running');
  const batch = await newest();
  if (!batch) throw new Error('There is no batch');
  return batch;
}

/** Changes the note of some apps by a batch of the API, and waits for its end. */
export async function editNotes(api: TestApi, appIDs: string[], note: string, as?: string) {
  const who = as === undefined ? {} : { as };
  const body = { select: { appIDs }, change: { set: { note } } };
  const { previewID } = await api.call('previewBatch', { body, ...who });
  const { batch } = await api.call('startBatch', { body: { previewID }, ...who });
  await expect
    .poll(async () => (await api.call('getBatch', { id: batch.id, ...who })).batch.state)
    .toBe('done');
  return batch;
}
