import type { Page } from '@playwright/test';
import { editApp } from '../support/app-form.ts';
import { fromMenu, openRow } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';

/* An open tab after an update of the server: chunks that it has not loaded yet are gone. */

// Loading is a subject here.
test.use({ isFresh: true });

const updated = 'The app was updated. Save what you are working on, then reload the page.';

/** Answers as a server with another build: a chunk of this tab is gone, and index.html names another first script. */
async function update(page: Page, chunk: RegExp): Promise<void> {
  await page.route(chunk, (route) =>
    route.fulfill({ status: 404, json: { status: 'error', success: false, message: 'Not found' } }),
  );
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(
      /(<script type="module"[^>]*assets\/)[^.]+/,
      '$1next',
    );
    return route.fulfill({ response: answer, body: html });
  });
}

const noFault = (page: Page) => expect(page.getByText('The fault is ours')).toHaveCount(0);
const offer = (page: Page) => page.getByRole('alert').filter({ hasText: updated });

test('a dialog whose chunk is gone offers to reload, and the page stays', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('404 /assets/');
  await api.addApp();
  await page.goto('/admin/application-list');
  await update(page, /assets\/(about|dialogs|pause-dialog)-.*\.js/);
  const help = page.getByRole('button', { name: 'Help' });
  await help.click();
  await page.getByRole('menuitem', { name: 'About' }).click();
  await expect(offer(page)).toBeVisible();
  await noFault(page);
  await expect(page.getByRole('table', { name: 'Applications' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('pause all');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Import applications…' }).click();
  await noFault(page);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(offer(page), 'said once').toHaveCount(1);

  // The page may be asking for index.html right now.
  await page.unrouteAll({ behavior: 'wait' });
  await offer(page).getByRole('button', { name: 'Reload' }).click();
  await help.click();
  await page.getByRole('menuitem', { name: 'About' }).click();
  await expect(page.getByRole('dialog', { name: 'About' })).toBeVisible();
});

test('what is typed in an open form stays, and can be saved before the page is reloaded', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('404 /assets/');
  const app = await api.addApp();
  const form = await editApp(page, app);
  await form.note.fill('typed before the update');
  await update(page, /assets\/.*\.js/);
  await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')));
  await expect(offer(page)).toBeVisible();
  // The browser asks before what is typed would be lost.
  page.once('dialog', (question) => question.dismiss());
  await offer(page).getByRole('button', { name: 'Reload' }).click();
  await expect(form.note).toHaveValue('typed before the update');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  const saved = await api.call('getAllApp', { query: { search: app.appID } });
  expect(saved).toMatchObject([{ note: 'typed before the update' }]);
});

test('a chunk that the network lost is asked for again when the dialog is opened again', async ({
  adminPage: page,
  mayFail,
}) => {
  mayFail('ERR_FAILED /assets/');
  await page.goto('/admin/dashboard');
  await page.route(/assets\/about-.*\.js/, (route) => route.abort());
  const open = async () => {
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'About' }).click();
  };
  await open();
  await expect(page.getByRole('alert')).toHaveText(
    'The server cannot be reached, or the app was updated in the meantime',
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute(/assets\/about-.*\.js/);
  await open();
  await expect(page.getByRole('dialog', { name: 'About' })).toBeVisible();
});

test('the content of a dialog whose chunk does not load says so in its place', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('ERR_FAILED /assets/');
  const { appName } = await api.addApp();
  const row = await openRow(page, appName);
  await page.route(/assets\/connect-panel-.*\.js/, (route) => route.abort());
  await fromMenu(page, row, 'Connect');
  const dialog = page.getByRole('dialog', { name: `Connect ${appName}` });
  const retry = dialog.getByRole('button', { name: 'Try again' });
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached');
  await page.unroute(/assets\/connect-panel-.*\.js/);
  await retry.click();
  await expect(dialog.getByRole('tab').first()).toBeVisible();
});
