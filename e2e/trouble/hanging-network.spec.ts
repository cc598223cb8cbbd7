import type { Page } from '@playwright/test';
import { fillRequired, openNewApp } from '../support/app-form.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* A network on which calls hang, or move slowly. */

test('a list that hangs says so after ten seconds, and Try again works', async ({
  adminPage: page,
  api,
}) => {
  const { appName } = await api.addApp();
  const answer = await holdCalls(page, /getAllApp/, 'reads');
  await page.goto(`/admin/application-list?${new URLSearchParams({ search: appName })}`);
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(page.getByRole('main').getByText('The server did not answer in time')).toBeVisible();
  answer();
  await retry.click();
  await expect(page.getByRole('row').filter({ hasText: appName })).toBeVisible();
});

test('the form of an application whose save hangs is cancelled, keeps its values, and can be left', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  const appName = fresh('Tide Clock');
  await fillRequired(form, appName);
  await holdCalls(page, /addApp/, 'writes');
  await form.save.click();
  await form.dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(form.dialog.getByRole('alert')).toContainText(
    'Cancelled. The server may have done it all the same',
  );
  await expect(form.appName).toHaveValue(appName);
  await form.close.click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form.dialog).toBeHidden();
});

/** Returns a CSV file of some megabytes. */
function largeFile(appIDs: readonly string[]): Buffer {
  const rows = Array.from({ length: 20_000 }, (_, at) =>
    [appIDs[at % appIDs.length], `note ${at} `.padEnd(100, 'x')].join(),
  );
  return Buffer.from(['App ID,Note', ...rows].join('\r\n'));
}

/** Lets the page send at most this many bytes in a second. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

test('an import sends its file once, says how much of it was sent, and can be cancelled', async ({
  adminPage: page,
  api,
}) => {
  const { appID } = await api.addApp();
  const buffer = largeFile([appID]);
  await page.goto('/admin/application-list');
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Import applications…' }).click();
  const wizard = page.getByRole('dialog', { name: 'Import applications' });
  const read = page.waitForRequest(/import\/columns/);
  await wizard
    .getByLabel('File to import')
    .setInputFiles({ name: 'apps.csv', mimeType: 'text/csv', buffer });
  const length = Number((await (await read).allHeaders())['content-length']);
  expect(length, 'only the beginning is sent to read the columns').toBeLessThan(300_000);
  await expect(wizard.getByRole('combobox', { name: 'Field of Note' })).toHaveValue('note');

  await slowDown(page, 100_000);
  await wizard.getByRole('button', { name: 'Preview' }).click();
  await expect(wizard.getByRole('progressbar')).toBeVisible();
  await expect(wizard).toContainText(/0\.[1-9] of 2\.\d MB sent/);
  await wizard.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(wizard.getByRole('alert')).toContainText('Cancelled');
  await expect(wizard.getByRole('progressbar')).toBeHidden();
});
