import { openMailServer } from '../../deploy/programs/mail-server.ts';
import { expectAccessible } from '../support/axe.ts';
import { startServer } from '../support/server-process.ts';
import { test as base, expect, usualSettings } from '../support/test.ts';
import { openTestApi } from '../support/test-api.ts';

/* The page Notifications: the daily mail of the signed-in administrator (ADR 57). */

const mails = await openMailServer();
base.afterAll(() => mails.close());

const panel = 'Daily mail';
const missing = /This server sends no mails/;

/** The usual fixtures, on a server that has a mail server. */
const test = base.extend({
  api: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const server = await startServer({ ...usualSettings, SMTP_URL: mails.url });
      await use(await openTestApi(server.address));
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('an administrator sends a test mail, and turns the daily mail on and off', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/notifications');
  const region = page.getByRole('region', { name: panel });
  const daily = region.getByRole('switch', { name: /^Mail me at/ });
  await expect(daily).not.toBeChecked();
  await region.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(page.getByText('The mail server has taken the mail')).toBeVisible();
  expect(mails.mails.map(({ subject }) => subject)).toEqual(['Harbour & Daughters: test']);

  mails.refuse('The box is full');
  await region.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(page.getByText(/has not taken the mail: .*The box is full/)).toBeVisible();
  mails.refuse(null);

  await daily.focus();
  await page.keyboard.press('Space');
  await expect(region.getByText(/^Next .* if there are new errors; none sent yet$/)).toBeVisible();
  await expectAccessible(page, 'the daily mail');
  await page.reload();
  await expect(daily).toBeChecked();
  await daily.click();
  await expect(daily).not.toBeChecked();
  await expect(region.getByText(/^Next/)).toHaveCount(0);
});

test('on a phone it fits', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/notifications');
  await expect(page.getByRole('region', { name: panel }).getByRole('switch')).toBeVisible();
  await expectAccessible(page, 'the daily mail', 390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

base('without a mail server the page says what is missing', async ({ adminPage: page }) => {
  await page.goto('/admin/notifications');
  const region = page.getByRole('region', { name: panel });
  await expect(region.getByText(missing)).toBeVisible();
  await expect(region.getByRole('switch')).toBeDisabled();
  await expect(region.getByRole('button')).toHaveCount(0);
});
