import { mkdirSync, renameSync } from 'node:fs';
import { expectAccessible } from '../support/axe.ts';
import { pauseDialog } from '../support/pauses.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { test as base, expect, usualSettings } from '../support/test.ts';
import { openTestApi } from '../support/test-api.ts';

/* Saved changes do not reach phones, or would be lost: the web app says so (ADR 63). */

/** The usual fixtures, on a server whose folder a test may move away. */
const test = base.extend<object, { place: ServerProcess }>({
  place: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const server = await startServer(usualSettings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  api: [async ({ place }, use) => use(await openTestApi(place.address)), { scope: 'worker' }],
});

const message = 'Ads paused. Saved, but phones get it only when';

test('a banner on every page says it while no process has what is saved, and a pause says it in red', async ({
  adminPage: page,
}) => {
  let areBehind = true;
  await page.route(/\/pauses(\?.*)?$/, async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const isPause = route.request().method() === 'POST';
    await route.fulfill({
      response: answer,
      json: {
        ...json,
        ...(isPause && areBehind && { message: `${message} they follow` }),
        adsHaveIt: areBehind ? 'none' : 'all',
      },
    });
  });
  await page.goto('/admin/dashboard');
  const banner = page.getByRole('alert').filter({ hasText: 'Phones do not get changes.' });
  await expect(banner).toBeVisible();
  await expectAccessible(page, 'phones behind');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
  await page.keyboard.type('pause all');
  await page.getByRole('option', { name: /Pause all ads/ }).click();
  const { dialog, reason } = pauseDialog(page);
  await reason.fill('Account in danger');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();

  areBehind = false;
  await expect(banner, 'it asks every three seconds').toBeHidden({ timeout: 15_000 });
});

test('a banner on every page says that an operator has stopped all ads', async ({
  adminPage: page,
}) => {
  let areStopped = true;
  await page.route(/\/pauses(\?.*)?$/, async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const more = areStopped && { adsStopped: true };
    await route.fulfill({ response: answer, json: { ...json, ...more } });
  });
  await page.clock.install();
  await page.goto('/admin/dashboard');
  const banner = page.getByRole('alert').filter({ hasText: 'are stopped on this server' });
  await expect(banner).toContainText('npm run admin -- resume-all');
  await expectAccessible(page, 'ads stopped');
  areStopped = false;
  await page.clock.fastForward(30_000);
  await expect(banner, 'it asks again').toBeHidden();
});

test('a copy of a database whose files are gone can be saved, and the page says where', async ({
  adminPage: page,
  place,
}) => {
  await page.goto('/admin/system-check');
  const items = page.getByRole('list', { name: 'Checks' }).getByRole('listitem');
  await expect(items.first()).toBeVisible();
  renameSync(place.dataDir, `${place.dataDir}.away`);
  mkdirSync(place.dataDir);
  await expect(async () => {
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(items.first()).toContainText('is another one than at the start', {
      timeout: 3_000,
    });
  }).toPass({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Save a copy' }).click();
  await expect(page.getByText('Saved on the server, in')).toContainText('adwarden-saved-');
  await expectAccessible(page, 'files gone');
});
