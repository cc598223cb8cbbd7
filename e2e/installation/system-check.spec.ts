import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expectAccessible } from '../support/axe.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { test as base, expect, usualSettings } from '../support/test.ts';
import { openTestApi } from '../support/test-api.ts';

/* The page System Check: what `npm run doctor` says, for administrators. */

/** The usual fixtures, on a server whose folder a test may spoil. */
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

test('the page says what is wrong, why it matters and what to do, and checks again', async ({
  adminPage: page,
  place,
}) => {
  await page.goto('/admin/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'System Check' }).click();
  await expect(page).toHaveURL('/admin/system-check');
  await expect(page).toHaveTitle('Admin Panel | System Check');
  const items = page.getByRole('list', { name: 'Checks' }).getByRole('listitem');
  await expect(items.first()).toContainText('WarningThe server makes no backups by itself');
  await expect(items.first()).toContainText('Set BACKUP_DIR to a folder on another disk.');
  await expect(items.last()).toContainText('In order');
  await expect(items.nth(1)).toContainText('one of the examples: ');
  await expect(page.getByRole('status').filter({ hasText: '2 warnings' })).toBeVisible();
  await expectAccessible(page, 'system check');

  const key = join(place.dataDir, 'secret.key');
  chmodSync(key, 0o644);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(items.first()).toContainText('can be read by other users of this machine');
  await expect(page.getByRole('status').filter({ hasText: '1 error' })).toBeVisible();
  chmodSync(key, 0o600);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(items.first()).toContainText('makes no backups');
});

test('a clock that is not believed is accepted by an administrator', async ({
  adminPage: page,
  place,
}) => {
  const db = new DatabaseSync(join(place.dataDir, 'adwarden.db'));
  const month = 40 * 86_400_000;
  db.exec(`update kept_time set minute = minute - ${month}, expected = expected - ${month}`);
  db.close();
  await page.goto('/admin/system-check');
  const items = page.getByRole('list', { name: 'Checks' }).getByRole('listitem');
  await expect(items.first()).toContainText('The clock is more than 30 days ahead');
  await expectAccessible(page, 'a clock that is not believed');
  await page.getByRole('button', { name: 'Accept the clock' }).click();
  await expect(page.getByText('Clock accepted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept the clock' })).toBeHidden();
  await expect(page.getByText('The clock fits the time that the server has kept')).toBeVisible();
});

test('a check that fails can be tried again', async ({ adminPage: page, mayFail }) => {
  mayFail('503 /doctor');
  let isDown = true;
  await page.route('**/doctor', (route) =>
    isDown
      ? route.fulfill({
          status: 503,
          json: { status: 'error', success: false, message: 'Not now' },
        })
      : route.fallback(),
  );
  await page.goto('/admin/system-check');
  await expect(page.getByRole('alert')).toContainText('Not now');
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible();
});

test('on a phone nothing is cut off', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/system-check');
  await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await expectAccessible(page, 'system check', 390);
});
