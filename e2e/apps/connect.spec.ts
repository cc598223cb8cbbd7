import { readFile } from 'node:fs/promises';
import type { App } from '@adwarden/contract/apps';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import type { Locator, Page } from '@playwright/test';
import { fillRequired, openNewApp } from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { fromMenu, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* 'Connect' (ADR 42): from the row menu, and from the message after a new application was saved. */

const dialogOf = (page: Page, { appName }: Pick<App, 'appName'>) =>
  page.getByRole('dialog', { name: `Connect ${appName}` });
const lineOf = (dialog: Locator) => dialog.getByRole('region', { name: 'Requests of phones' });

async function openConnect(page: Page, list: string, app: App): Promise<Locator> {
  await page.goto(`${list}?${new URLSearchParams({ search: app.appName })}`);
  await fromMenu(page, rowOf(page, app.appName), 'Connect');
  const dialog = dialogOf(page, app);
  await expect(dialog.getByRole('tab', { name: 'Kotlin' })).toBeFocused();
  await expect(lineOf(dialog)).toContainText('Waiting for the first request…');
  return dialog;
}

test('shows the first request of a phone, and each next one, without a reload', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp({ appStatus: 'live', adsStatus: 'on' });
  const dialog = await openConnect(page, '/admin/application-list', app);
  const line = lineOf(dialog);
  // The tested server listens on 127.0.0.1.
  await expect(dialog.getByRole('note')).toHaveText(/No phone can reach it.*Set PUBLIC_URL/);
  await expectAccessible(page, 'Connect, waiting');
  const { headers } = await api.requestAds(app);
  await expect(line).toContainText(/Answered \d s ago, to an unknown country, 200/);
  await expect(line).toContainText('The phone has its ads.');
  await expectAccessible(page, 'Connect, answered');
  await api.requestAds(app, { 'if-none-match': headers.get('etag') ?? '' });
  await expect(line).toContainText(/, 304/);
  await api.requestAds({ ...app, authToken: 'x'.repeat(32) });
  await expect(line).toContainText(/, 401/);
  await expect(line).toContainText('The token is wrong');
  await api.call('updateApp', { id: app.appID, body: { appStatus: 'suspend' } });
  await api.requestAds(app);
  await expect(line).toContainText(/, 200/);
  await expect(line).toContainText('The app is suspended. The phone shows no ads.');
  await expect(line, 'the seconds go on').toContainText(/Answered [2-9] s ago/);
});

test('has the code of each language with the app in it, to copy, and the files of the clients', async ({
  ownerPage: page,
  owner,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await api.addApp({ selectedUser: owner.userID });
  const dialog = await openConnect(page, '/application-list', app);
  for (const [language, sign] of [
    ['Kotlin', 'Adwarden.start(Options('],
    ['Java', 'Adwarden.start(new Options('],
    ['Swift', 'startAdwarden('],
    ['TypeScript', 'startAdwarden('],
    ['C#', 'AdwardenClient.Start('],
    ['HTTP', 'curl '],
  ] as const) {
    const tab = dialog.getByRole('tab', { name: language, exact: true });
    await expect(tab).toBeFocused();
    const code = dialog.getByRole('region', { name: `${language} code`, exact: true });
    for (const part of [sign, api.address, app.appID, app.authToken]) {
      await expect(code).toContainText(part);
    }
    if (language !== 'HTTP') {
      const install = dialog.getByRole('region', { name: `${language} installation` });
      await expect(install).toContainText(`${api.address}/clients/`);
    }
    await dialog.getByRole('button', { name: `Copy the ${language} code`, exact: true }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await code.locator('pre').textContent());
    for (const link of await dialog.getByRole('list', { name: 'Files' }).getByRole('link').all()) {
      const answer = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(answer.status()).toBe(200);
      expect(answer.headers()['content-type']).toMatch(/^(application|text)\/(zip|plain|json)/);
      expect((await answer.body()).length).toBeGreaterThan(500);
    }
    await tab.focus();
    await page.keyboard.press('ArrowRight');
  }
});

test('everything for a developer is one text, to copy or to mail; an owner reads nothing of the server', async ({
  ownerPage: page,
  owner,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await api.addApp({ selectedUser: owner.userID });
  const dialog = await openConnect(page, '/application-list', app);
  await expect(dialog.getByRole('note')).toHaveText(/No phone can reach it.*your administrator/);
  await expect(dialog).not.toContainText('PUBLIC_URL');
  await dialog.getByRole('tab', { name: 'Swift' }).click();
  await dialog.getByRole('button', { name: 'Send to a developer' }).click();
  const text = dialog.getByRole('region', { name: 'text for a developer' });
  for (const part of [api.address, app.appID, app.authToken, 'startAdwarden(', '"success": true']) {
    await expect(text).toContainText(part);
  }
  await dialog.getByRole('button', { name: 'Copy the text for a developer' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await text.locator('pre').textContent());
  const mail = dialog.getByRole('link', { name: 'Write a mail' });
  expect(await mail.getAttribute('href')).toContain(encodeURIComponent(app.authToken));
  await expectAccessible(page, 'the text for a developer');
});

test('says that phones ask when they asked before', async ({ adminPage: page, api }) => {
  const app = await api.addApp();
  await api.requestAds(app);
  const uses = () => api.call('getTokenUses', { id: app.appID });
  await expect.poll(async () => (await uses()).tokens[0]?.requests, { timeout: 30_000 }).toBe(1);
  await page.goto(`/admin/application/${app.appID}/connect`);
  const line = page.getByRole('region', { name: 'Requests of phones' });
  await expect(line).toContainText('Phones ask: 0 requests yesterday, 1 today (UTC).');
  await expect(line).toContainText('The app is connected.');
});

test('the defaults for a first start offline are a file', async ({ adminPage: page, api }) => {
  const googleBanner1 = 'ca-app-pub-1111111111111111/1111111111';
  const app = await api.addApp({ appStatus: 'live', adsStatus: 'on', googleBanner1 });
  const dialog = await openConnect(page, '/admin/application-list', app);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download defaults' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('adwarden-defaults.json');
  const { data } = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data).toMatchObject({ appID: app.appID, adsStatus: 'on', googleBanner1 });
});

test('the curl command of HTTP gets the ads', async ({ adminPage: page, api }) => {
  const app = await api.addApp();
  const dialog = await openConnect(page, '/admin/application-list', app);
  await dialog.getByRole('tab', { name: 'HTTP' }).click();
  const code = await dialog.getByRole('region', { name: 'HTTP code' }).textContent();
  const [, url = ''] = /^curl -i '(.+)'$/m.exec(code ?? '') ?? [];
  expect((await fetch(url)).status).toBe(200);
  await expect(lineOf(dialog)).toContainText(/, 200/);
});

test('is offered after a new application was saved, and leads back to the list', async ({
  adminPage: page,
}) => {
  const appName = fresh('New and connected');
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  await fillRequired(form, appName);
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await expect(page.getByRole('dialog'), 'it does not open itself').toHaveCount(0);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = dialogOf(page, { appName });
  await expect(lineOf(dialog)).toContainText('Waiting for the first request…');
  await expect(dialog.getByRole('tab', { name: 'Kotlin' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add New App' }).first()).toBeFocused();
});

test('is not offered after an edit', async ({ adminPage: page, api }) => {
  const app = await api.addApp();
  await page.goto(`/admin/application-list?${new URLSearchParams({ search: app.appName })}`);
  await page.getByRole('button', { name: `Edit ${app.appName}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Application' });
  await form.getByRole('textbox', { name: /^Note/ }).fill('changed');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0);
});

test('goes on when the stream breaks, and ends with the dialog', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('ERR_FAILED /apps/connect');
  const app = await api.addApp();
  const path = `**${pathOf(calls.getConnection, app.appID)}`;
  const isStream = (method: string) => method === calls.getConnection.method;
  let broken = 0;
  await page.route(path, (route) => {
    if (!isStream(route.request().method()) || broken > 0) return route.continue();
    broken += 1;
    return route.abort();
  });
  const dialog = await openConnect(page, '/admin/application-list', app);
  await expect.poll(() => broken).toBe(1);
  await api.requestAds(app);
  await expect(lineOf(dialog)).toContainText(/, 200/);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith(app.appID));
  await page.keyboard.press('Escape');
  expect(isStream((await ended).method())).toBe(true);
});

test('says that it waits only when the server notes each answer', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  await page.goto(`/admin/application-list?${new URLSearchParams({ search: app.appName })}`);
  const release = await holdCalls(page, `**${pathOf(calls.connectApp, app.appID)}`, 'writes');
  await fromMenu(page, rowOf(page, app.appName), 'Connect');
  const line = lineOf(dialogOf(page, app));
  await expect(line).toContainText('Getting ready…');
  await expect(line).not.toContainText('Waiting');
  release();
  await expect(line).toContainText('Waiting for the first request…');
  await api.requestAds(app);
  await expect(line).toContainText(/, 200/);
});

test('says why it cannot look, and looks again', async ({ adminPage: page, api, mayFail }) => {
  mayFail('ERR_FAILED /apps/connect');
  const app = await api.addApp();
  await page.goto(`/admin/application-list?${new URLSearchParams({ search: app.appName })}`);
  await page.route(`**${pathOf(calls.connectApp, app.appID)}`, (route) => route.abort(), {
    times: 1,
  });
  await fromMenu(page, rowOf(page, app.appName), 'Connect');
  const line = lineOf(dialogOf(page, app));
  await expect(line).toContainText('The server cannot be reached');
  await line.getByRole('button', { name: 'Look again' }).click();
  await expect(line).toContainText('Waiting for the first request…');
});

test('says when the ten minutes have passed', async ({ adminPage: page, api }) => {
  const app = await api.addApp();
  await page.route(`**${pathOf(calls.connectApp, app.appID)}`, async (route) => {
    if (route.request().method() !== calls.connectApp.method) return route.continue();
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ json: { ...body, data: { ...body.data, secondsLeft: 1 } } });
  });
  const dialog = await openConnect(page, '/admin/application-list', app);
  await expect(lineOf(dialog)).toContainText('No phone has asked for ten minutes.');
  await expect(dialog.getByRole('button', { name: 'Look again' })).toBeVisible();
});

for (const width of [390, 1920]) {
  test(`fits into a window of ${width} px`, async ({ adminPage: page, api }) => {
    await page.setViewportSize({ width, height: 844 });
    const app = await api.addApp();
    await page.goto(`/admin/application-list?${new URLSearchParams({ search: app.appName })}`);
    if (width === 390) await page.getByRole('button', { name: /^More about/ }).click();
    await page.getByRole('button', { name: `More for ${app.appName}` }).click();
    await page.getByRole('menuitem', { name: 'Connect' }).click();
    const dialog = dialogOf(page, app);
    await expect(lineOf(dialog)).toContainText('Waiting for the first request…');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    const box = await lineOf(dialog).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await dialog.getByRole('button', { name: 'Send to a developer' }).click();
    const text = await dialog.getByRole('region', { name: 'text for a developer' }).boundingBox();
    expect(text?.width, 'the text stays within its card').toBeLessThanOrEqual(box?.width ?? 0);
    await expectAccessible(page, 'Connect', width);
  });
}
