import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { act, bar, box, previewDialog, select, selectAll } from '../support/bulk.ts';
import { fleet } from '../support/fleet.ts';
import { loseSession } from '../support/lost-session.ts';
import { startServer } from '../support/server-process.ts';
import { enter, expect, test } from '../support/test.ts';
import { administrator, openTestApi } from '../support/test-api.ts';

/* Failures in the middle of bulk work (ADR 40). */

async function signInAgain(page: Page) {
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password', { exact: true }).fill(administrator.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
}

test('the session ends while rows are selected: they stay selected', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('401 /apps/getAllApp', '401 /batches/preview');
  const { list, name } = await fleet(api, 12);
  await page.goto(list());
  await select(page).click();
  await box(page, name('02')).check();
  await box(page, name('05')).check();
  await loseSession(page, api);
  await page.getByRole('button', { name: 'Next page' }).click();
  await signInAgain(page);
  await box(page, name('11')).check();
  await expect(bar(page)).toContainText('3 selected');

  await loseSession(page, api);
  await act(page, 'Delete');
  await signInAgain(page);
  const { dialog } = previewDialog(page);
  await expect(dialog).toContainText('Deletes 3 applications.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // A selection is quickly made again, so leaving asks nothing.
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test('the session ends before the preview and before the run: nothing is lost', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('401 /batches', '401 /batches/preview', '404 /batches');
  const { list } = await fleet(api, 2);
  await selectAll(page, list());
  await act(page, 'Edit fields');
  const form = page.getByRole('dialog', { name: 'Edit fields' });
  await form.getByRole('combobox', { name: 'Field' }).fill('Note');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Note' }).fill('kept');

  await loseSession(page, api);
  await form.getByRole('button', { name: 'Preview' }).click();
  await signInAgain(page);
  const { dialog, tab, button } = previewDialog(page);
  await expect(tab('Changed')).toHaveText('Changed2');

  await loseSession(page, api);
  await button('Run').click();
  await signInAgain(page);
  // The preview belonged to the session that ended.
  await expect(dialog.getByRole('alert')).toContainText(
    'The preview had expired. This is a new one',
  );
  await expect(tab('Changed')).toHaveText('Changed2');
  await button('Run').click();
  await expect(page.getByText('2 applications changed').first()).toBeVisible();
});

test('an application that somebody else changed meanwhile is skipped, and listed', async ({
  adminPage: page,
  api,
}) => {
  const { list, name, accountName } = await fleet(api, 3);
  const apps = await api.call('getAllApp', { query: { accountName } });
  await selectAll(page, list());
  await act(page, 'Edit fields');
  const form = page.getByRole('dialog', { name: 'Edit fields' });
  await form.getByRole('combobox', { name: 'Field' }).fill('Note');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Note' }).fill('mine');
  await form.getByRole('button', { name: 'Preview' }).click();
  const { button } = previewDialog(page);
  await expect(button('Run')).toBeEnabled();
  const other = apps.find(({ appName }) => appName === name('02'));
  await api.call('updateApp', { id: other?.appID ?? '', body: { note: 'theirs' } });
  await button('Run').click();
  const progress = page.getByRole('dialog', { name: /^Note/ });
  await expect(progress).toContainText('2 applications changed, 1 skipped');
  await expect(progress.getByRole('tab', { name: /^Skipped/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(progress.getByRole('tabpanel').getByRole('listitem')).toContainText(name('02'));
  const after = await api.call('getAllApp', { query: { accountName, sort: 'appName' } });
  expect(after.map(({ note }) => note)).toEqual(['mine', 'theirs', 'mine']);
  await page.keyboard.press('Escape');
  await expect(progress).toBeHidden();
});

test('an expired preview is made anew, and run only after a second look', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('404 /batches/preview');
  const { list } = await fleet(api, 11);
  await selectAll(page, list());
  await act(page, 'Edit fields');
  const form = page.getByRole('dialog', { name: 'Edit fields' });
  await form.getByRole('combobox', { name: 'Field' }).fill('Note');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Note' }).fill('later');
  await form.getByRole('button', { name: 'Preview' }).click();
  const { dialog, tab, button } = previewDialog(page);
  await expect(tab('Changed')).toHaveText('Changed11');
  const gone = { status: 'error', success: false, message: 'Preview not found' };
  await page.route(
    /\/batches\/preview\/[^/]+\?/,
    (route) => route.fulfill({ status: 404, json: gone }),
    {
      times: 1,
    },
  );
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await expect(dialog).toContainText('The preview has expired.');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is a new one');
  await expect(tab('Changed')).toHaveText('Changed11');
  await button('Run').click();
  await expect(page.getByText('11 applications changed').first()).toBeVisible();
});

test('a failed preview keeps the form and the selection', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('ERR_FAILED /batches/preview');
  const { list, name } = await fleet(api, 1);
  await page.goto(list());
  await select(page).click();
  await box(page, name('01')).check();
  await page.route('**/batches/preview', (route) => route.abort());
  await act(page, 'Replace in ad units');
  const form = page.getByRole('dialog', { name: 'Replace in ad units' });
  await form.getByRole('textbox', { name: /^Find/ }).fill('pub-1');
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByRole('alert')).toHaveText('The server cannot be reached');
  await expect(form.getByRole('textbox', { name: /^Find/ })).toHaveValue('pub-1');
  await form.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await act(page, 'Delete');
  await expect(page.getByText('The server cannot be reached')).toBeVisible();
  await expect(bar(page)).toContainText('1 selected');
});

test('a batch goes on after the server was stopped and started', async ({ browser, mayFail }) => {
  // The server may stop or start in the middle of any call, and the page asks again.
  mayFail('ERR_CONNECTION_REFUSED /', 'ERR_CONNECTION_RESET /', '503 /');
  test.setTimeout(120_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-e2e-batch-'));
  const settings = {
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ADMIN_NAME: administrator.fullName,
    WRITES_PER_MINUTE: '100000',
  };
  let server = await startServer(settings, dataDir);
  const { address } = server;
  // This is not the page of the fixture, which may call only that server.
  const page = await browser.newPage();
  try {
    const own = await openTestApi(address);
    const { list, accountName } = await fleet(own, 30);
    await enter(page, await own.signInAdmin());
    await selectAll(page, `${address}${list()}`);
    await act(page, 'Edit fields');
    const form = page.getByRole('dialog', { name: 'Edit fields' });
    await form.getByRole('combobox', { name: 'Field' }).fill('Note');
    await page.keyboard.press('Enter');
    await form.getByRole('textbox', { name: 'Note' }).fill('in the end');
    await form.getByRole('button', { name: 'Preview' }).click();
    await previewDialog(page).button('Run').click();
    await server.stop();
    const progress = page.getByRole('dialog', { name: /^Note/ });
    const behind = progress.getByText('The server does not answer. Asking again…');
    // A batch of thirty may be done before the server stops.
    await expect(behind.or(page.getByText('30 applications changed')).first()).toBeVisible();
    server = await startServer({ ...settings, PORT: new URL(address).port }, dataDir);
    await expect(page.getByText('30 applications changed').first()).toBeVisible();
    const again = await openTestApi(address);
    const query = { accountName, pageSize: 100 };
    const after = await again.call('getAllApp', { query });
    expect(after.filter(({ note }) => note === 'in the end')).toHaveLength(30);
  } finally {
    await page.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
