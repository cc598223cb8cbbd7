import { execFileSync } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventType } from '@adwarden/contract/notifications/events';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { endAllPauses, startPause } from '../support/pauses.ts';
import { fromMenu, rowOf } from '../support/rows.ts';
import { startServer } from '../support/server-process.ts';
import { test as base, expect, usualSettings } from '../support/test.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

/* The page Notifications: webhooks, their deliveries and their secrets (ADR 57). */

type Received = { text: string; headers: IncomingHttpHeaders };
type Receiver = { url: string; texts: string[]; last: Received | null; status: number };

/** The usual fixtures, on a server that may send to this machine, and a program that is told what happens. */
const test = base.extend<{ receiver: Receiver }, { api: TestApi }>({
  api: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const server = await startServer({ ...usualSettings, WEBHOOK_PRIVATE: 'on' });
      await use(await openTestApi(server.address));
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
  async receiver({}, use) {
    const receiver: Receiver = { url: '', texts: [], last: null, status: 204 };
    const server: Server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      receiver.texts.push(JSON.parse(body).text);
      receiver.last = { text: body, headers: request.headers };
      response.writeHead(receiver.status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    await use(receiver);
    server.closeAllConnections();
    server.close();
  },
});

test.afterEach(async ({ api }) => {
  for (const { id } of await api.call('getWebhooks', { query: { pageSize: 100 } })) {
    await api.call('deleteWebhook', { id });
  }
});

const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add webhook' });
const hook = (url: string, events: EventType[] = ['change.app']) => ({
  body: { name: 'Operations', url, events },
});

test('an empty page says what a webhook is; one is added, and its secret shown once', async ({
  adminPage: page,
  api,
  receiver,
}) => {
  await page.goto('/admin/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Notifications' }).click();
  await expect(page).toHaveURL('/admin/notifications');
  await expect(page).toHaveTitle('Admin Panel | Notifications');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await expectAccessible(page, 'no webhooks');

  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = addDialog(page);
  await expect(dialog.getByLabel('URL')).toBeFocused();
  await page.keyboard.type(receiver.url);
  await dialog.getByLabel('Name').fill('Operations');
  await expect(dialog.getByLabel('Ads are paused')).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'What happens' }).check();
  await expect(dialog.getByLabel('It is no longer wrong')).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'What happens' }).uncheck();
  await expect(dialog.getByLabel('Bulk change', { exact: true })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please Select Events')).toBeVisible();
  await dialog.getByLabel('Application', { exact: true }).check();
  await expectAccessible(page, 'the form of a webhook');
  await dialog.getByRole('button', { name: 'Save' }).click();

  const secret = page.getByRole('dialog', { name: 'Secret' });
  await expect(secret.locator('code')).toHaveText(/^whsec_[\w+/]{44}$/);
  await expectAccessible(page, 'the secret of a webhook');
  await expect(secret.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(secret).toBeHidden();
  const cells = rowOf(page, 'Operations').getByRole('cell');
  await expect(cells.filter({ hasText: 'Application' })).toBeVisible();
  await expect(cells.filter({ hasText: 'On' }).last()).toBeVisible();
  await expect(page.getByText(/whsec_/)).toHaveCount(0);

  await api.addApp({ appName: 'Tide Clock' });
  await expect
    .poll(() => receiver.texts)
    .toContainEqual(expect.stringMatching(/“Tide Clock”: created, by Morgan Quay$/));
});

test('a chat has its format by its address and no secret, and a test that fails stays in the form', async ({
  adminPage: page,
  receiver,
}) => {
  await page.goto('/admin/notifications');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = addDialog(page);
  const format = dialog.getByLabel('Format');
  await dialog.getByLabel('URL').fill('https://discord.com/api/webhooks/1/x');
  await expect(format).toHaveValue('discord');
  await dialog.getByLabel('URL').fill('https://hooks.slack.com/services/T0/B0/x');
  await expect(format).toHaveValue('slack');
  await dialog.getByText('Where do I get the address?').click();
  await expect(dialog.getByText(/Copy Webhook URL/)).toBeVisible();
  await expectAccessible(page, 'where an address comes from');

  receiver.status = 404;
  await dialog.getByLabel('URL').fill('https://example.com/hook');
  await expect(format, 'an address of no chat').toHaveValue('json');
  await format.selectOption('slack');
  await dialog.getByLabel('URL').fill(receiver.url);
  await expect(format, 'a chosen format stays').toHaveValue('slack');
  await dialog.getByLabel('Name').fill('Operations');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit webhook' });
  await expect(edit.getByRole('alert')).toContainText('it answers 404');
  await expectAccessible(page, 'a webhook whose test did not arrive');
  receiver.status = 200;
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText(/The receiver has taken the event/)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Secret' })).toHaveCount(0);
  await expect(rowOf(page, 'Operations'), 'saved once').toHaveCount(1);
  expect(receiver.texts.filter((text) => text.includes('test event'))).toHaveLength(2);
  await rowOf(page, 'Operations')
    .getByRole('button', { name: /Actions for/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Edit…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'New secret…' })).toHaveCount(0);
  await page.keyboard.press('Escape');
});

test('a URL that cannot be is refused beside its field, and what was typed stays', async ({
  adminPage: page,
  mayFail,
}) => {
  mayFail('400 /webhooks');
  await page.goto('/admin/notifications');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = addDialog(page);
  await dialog.getByLabel('URL').fill('http://hooks.example.com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^URL must begin with https:\/\//)).toBeVisible();
  await dialog.getByLabel('URL').fill('https://169.254.169.254/hook');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    dialog.getByText(/^169\.254\.169\.254 is an address that is never asked/),
  ).toBeVisible();
  await expect(dialog.getByLabel('URL')).toBeFocused();
  await expect(dialog.getByLabel('URL')).toHaveValue('https://169.254.169.254/hook');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
});

test('a test event, the deliveries, and sending one again', async ({
  adminPage: page,
  api,
  receiver,
}) => {
  await api.call('addWebhook', hook(receiver.url));
  await page.goto('/admin/notifications');
  const row = rowOf(page, 'Operations');
  await fromMenu(page, row, 'Deliveries');
  const drawer = page.getByRole('dialog', { name: 'Deliveries of Operations' });
  await expect(drawer.getByText('Nothing was sent yet')).toBeVisible();
  await page.keyboard.press('Escape');

  await fromMenu(page, row, 'Send a test event');
  await expect(page.getByText('The receiver has taken the event')).toBeVisible();
  receiver.status = 500;
  await fromMenu(page, row, 'Send a test event');
  const failed = page.getByText('The receiver has not taken the event: it answers 500');
  await expect(failed).toBeVisible();

  await fromMenu(page, row, 'Deliveries');
  const items = drawer.getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText('Failed');
  await expect(items.first()).toContainText('test, it answers 500');
  await expect(items.last()).toContainText('Delivered');
  await expect(items.last()).toContainText('test, HTTP 204');
  await expectAccessible(page, 'the deliveries of a webhook');
  receiver.status = 200;
  await items.first().getByRole('button', { name: 'Send again' }).click();
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText('sent again by hand, HTTP 200');
  expect(receiver.texts).toHaveLength(3);
});

test('an alarm is marked as urgent, and its turn is not', async ({
  adminPage: page,
  api,
  receiver,
}) => {
  await api.call('addWebhook', hook(receiver.url, ['pause.began']));
  const { appID } = await api.addApp();
  await startPause(api, { scope: 'app', value: appID, reason: 'Invalid traffic' });
  await expect.poll(() => receiver.texts.length).toBe(2);
  await page.goto('/admin/notifications');
  await fromMenu(page, rowOf(page, 'Operations'), 'Deliveries');
  const items = page
    .getByRole('dialog', { name: 'Deliveries of Operations' })
    .getByRole('listitem');
  await expect(items).toHaveCount(2);
  const urgent = items.filter({ hasText: 'Urgent' });
  await expect(urgent).toHaveCount(1);
  await expect(urgent).toContainText('ahead of its turn, HTTP 204');
  await expectAccessible(page, 'urgent deliveries');
  await endAllPauses(api);
});

test('a webhook that fails says why, and when it is tried again', async ({
  adminPage: page,
  api,
  receiver,
}) => {
  receiver.status = 503;
  await api.call('addWebhook', hook(receiver.url));
  await api.addApp();
  await page.goto('/admin/notifications');
  const row = rowOf(page, 'Operations');
  await expect(row).toContainText('Failing');
  await expect(row).toContainText(/It answers 503, next try \d\d \w{3} \d{4}/);
  await expectAccessible(page, 'a failing webhook');
});

test('the code beside a new secret checks an event as it stands there', async ({
  adminPage: page,
  api,
  receiver,
}) => {
  const { id } = await api.call('addWebhook', hook(receiver.url));
  await page.goto('/admin/notifications');
  await fromMenu(page, rowOf(page, 'Operations'), 'New secret…');
  const dialog = page.getByRole('dialog', { name: 'Secret' });
  await dialog.getByRole('button', { name: 'Make a new secret' }).click();
  const secret = await dialog.locator('code').innerText();
  const sample = await dialog.getByRole('region', { name: 'sample code' }).innerText();
  await expectAccessible(page, 'the code beside a secret');
  await api.call('testWebhook', { id });
  const { text, headers } = receiver.last ?? { text: '', headers: {} };
  const program = [
    `const body = ${JSON.stringify(text)}, request = ${JSON.stringify({ headers })};`,
    sample,
    'console.log(event.text);',
  ].join('\n');
  const read = (by: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, WEBHOOK_SECRET: by },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(read(secret).trim()).toBe(JSON.parse(text).text);
  expect(() => read(`whsec_${'A'.repeat(44)}`)).toThrow('No matching signature found');
});

test('it is edited by Enter, turned off, gets another secret, and is deleted', async ({
  adminPage: page,
  api,
  receiver,
}) => {
  await api.call('addWebhook', hook(receiver.url));
  await page.goto('/admin/notifications');
  const row = rowOf(page, 'Operations');
  await row.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit webhook' });
  await dialog.getByLabel('Name').fill('Nobody');
  await dialog.getByRole('switch', { name: 'On' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const renamed = rowOf(page, 'Nobody');
  await expect(renamed).toContainText('JSON');
  await expect(renamed).toContainText('Off');

  await fromMenu(page, renamed, 'New secret…');
  const secret = page.getByRole('dialog', { name: 'Secret' });
  await expect(secret).toContainText('Make a new secret for Nobody?');
  await secret.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(secret.locator('code')).toHaveText(/^whsec_/);
  await secret.getByRole('button', { name: 'Done' }).click();

  await fromMenu(page, renamed, 'Delete…');
  await page.getByRole('button', { name: 'Yes, Delete It!' }).click();
  await expect(page.getByText('Nobody deleted')).toBeVisible();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});

test('a list that cannot be read says so, and can be tried again', async ({
  adminPage: page,
  mayFail,
}) => {
  mayFail('503 /webhooks');
  let isDown = true;
  await page.route(/\/webhooks\?/, (route) =>
    isDown
      ? route.fulfill({
          status: 503,
          json: { status: 'error', success: false, message: 'Not now' },
        })
      : route.fallback(),
  );
  await page.goto('/admin/notifications');
  await expect(page.getByRole('alert')).toContainText('Not now');
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});

test('on a phone a webhook is a card, and its form fits', async ({
  adminPage: page,
  api,
  receiver,
}) => {
  await api.call('addWebhook', hook(receiver.url));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/notifications');
  const card = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  await expect(card).toContainText('Operations');
  await expect(card).toContainText('On');
  await expectAccessible(page, 'webhooks', 390);
  await card.getByRole('button', { name: 'Actions for Operations' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit webhook' });
  await expect(dialog.getByLabel('URL')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await expectAccessible(page, 'the form of a webhook', 390);
});

test('an owner has no access to the page', async ({ ownerPage: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Safety' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Notifications' })).toHaveCount(0);
  await page.goto('/admin/notifications');
  await expect(page).toHaveURL('/dashboard');
});
