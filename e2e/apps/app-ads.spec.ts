import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { googleLine } from '@adwarden/contract/app-ads/app-ads-file';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { fromMenu, openRow, rowOf } from '../support/rows.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { test as base, expect, usualSettings } from '../support/test.ts';
import { fresh, openTestApi, type TestApi } from '../support/test-api.ts';

/* The pages about app-ads.txt (ADR 59). */

/** A site on this machine; `answer` may be replaced. */
type Site = { address: string; answer: (response: ServerResponse) => void };

/** The usual fixtures, on a server that may ask sites on this machine, and such a site. */
const test = base.extend<{ site: Site }, { place: ServerProcess }>({
  place: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const server = await startServer({ ...usualSettings, APP_ADS_PRIVATE: 'on' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  api: [async ({ place }, use) => use(await openTestApi(place.address)), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
  site: async ({}, use) => {
    const site: Site = { address: '', answer: (response) => response.writeHead(404).end() };
    const server = createServer((_, response) => site.answer(response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    site.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use(site);
    server.closeAllConnections();
    server.close();
  },
});

const publisher = '7315520018462791';
const line = googleLine(publisher);
const serves = (site: Site, text: string) => {
  site.answer = (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
};

/** Adds an account with one live app, and opens its page. */
async function open(page: Page, api: TestApi, settings: object = {}) {
  const account = fresh('Harbour / Daughters');
  await api.addApp({ accountName: account, appStatus: 'live' });
  await api.call('updateAccount', { id: account, body: settings });
  await page.goto(`/admin/app-ads/${encodeURIComponent(account)}`);
  await expect(page.getByRole('heading', { level: 1, name: account })).toBeVisible();
  return account;
}
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const found = (page: Page) => panel(page, 'On the site');

test('an account is found in the list, and its page has the lines to copy and to download', async ({
  adminPage: page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const account = fresh('Quay & Sons');
  await api.addApp({ accountName: account, appStatus: 'live' });
  await page.goto('/admin/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'app-ads.txt' }).click();
  await expect(page).toHaveTitle('Admin Panel | app-ads.txt');
  await page.getByPlaceholder('Search for Account...').fill(account);
  await expect(rowOf(page, account).getByRole('cell')).toHaveText([
    account,
    '1',
    '–',
    '–',
    'No site',
  ]);
  await expectAccessible(page, 'the list of accounts');
  await page.getByRole('link', { name: account }).click();
  await expect(page).toHaveTitle(`Admin Panel | ${account}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(account);
  await expect(page.getByText('app-ads.txt of 1 application, 1 live')).toBeVisible();

  const file = panel(page, 'Lines to publish');
  await expect(file.getByRole('region', { name: 'app-ads.txt' })).toHaveText(line);
  await file.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(file.getByRole('button', { name: 'Copy Successfully' })).toBeVisible();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toBe(`${line}\n`);

  const downloading = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('app-ads.txt');
  expect(readFileSync(await download.path(), 'utf8')).toBe(`${line}\n`);

  await file.getByRole('button', { name: 'Copy the address' }).click();
  const address = await clipboard();
  expect(address).toBe(`${api.address}/app-ads.txt?${new URLSearchParams({ account })}`);
  expect(await (await fetch(address)).text()).toBe(`${line}\n`);
  await expect(found(page)).toContainText('This account has no site yet. Enter it below.');
  await expect(found(page).getByRole('button')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByPlaceholder('Search for Account...')).toHaveValue(account);
});

test('the site is set and checked: what it lacks, what it has besides, and when it is complete', async ({
  adminPage: page,
  api,
  site,
}) => {
  const account = await open(page, api);
  serves(site, 'unity.com, 4711, RESELLER\nWelcome');
  const settings = panel(page, 'Site and further lines');
  await settings.getByLabel('Site').fill(`${site.address}/app-ads.txt`);
  await settings.getByLabel('Further lines').fill('applovin.com, 1, DIRECT\ncontact=a@b.co');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Account saved')).toBeVisible();
  await expect(settings.getByLabel('Site')).toHaveValue(site.address);
  await expect(panel(page, 'Lines to publish')).toContainText('applovin.com, 1, DIRECT');

  await expect(found(page)).toContainText('Not checked yet since the site was set.');
  await found(page).getByRole('button', { name: 'Check now' }).click();
  await expect(found(page).getByText('Lacks 3 lines')).toBeVisible();
  const lines = (name: string) => found(page).getByRole('list', { name }).getByRole('listitem');
  await expect(lines('Missing')).toHaveText([line, 'applovin.com, 1, DIRECT', 'contact=a@b.co']);
  await expect(lines('Not needed')).toHaveText(['unity.com, 4711, RESELLER']);
  await expect(lines('Notes')).toHaveText(['One line cannot be read.']);
  await expectAccessible(page, 'an account whose site lacks lines');

  serves(site, `${line}\napplovin.com,1,direct\ncontact = a@b.co`);
  await found(page).getByRole('button', { name: 'Check now' }).focus();
  await page.keyboard.press('Enter');
  await expect(found(page).getByText('Complete')).toBeVisible();
  await expect(found(page).getByRole('status')).toContainText('has every line that this account');
  await expect(found(page).getByRole('list')).toHaveCount(0);
  await page.getByRole('link', { name: 'All accounts' }).click();
  await page.getByPlaceholder('Search for Account...').fill(account);
  await expect(rowOf(page, account).getByRole('cell').last()).toHaveText('Complete');
});

test('a site that misbehaves is described in words', async ({ adminPage: page, api, site }) => {
  await open(page, api, { site: site.address });
  const check = found(page).getByRole('button', { name: 'Check now' });
  const status = found(page).getByRole('status');
  const say = async (answer: Site['answer'], words: string) => {
    site.answer = answer;
    await check.click();
    await expect(status).toContainText(words);
  };
  await say((response) => response.writeHead(404).end(), 'The site has no app-ads.txt (404).');
  await expect(status).toContainText('No file');
  await say(
    (response) => response.end('<!doctype html><h1>Harbour</h1>'),
    'The site answers with a web page in place of app-ads.txt.',
  );
  await say(
    (response) => response.writeHead(302, { location: '/app-ads.txt' }).end(),
    'The site redirects in a circle.',
  );
  await expect(status).toContainText('Not readable');
  await say((response) => response.end('#'.repeat(5_000_000)), 'sent more than 1 MB.');
  await say((response) => response.destroy(), 'closed the connection.');
  await expectAccessible(page, 'a site that cannot be read');
});

test('a finding leads to the account whose site lacks lines', async ({
  adminPage: page,
  api,
  site,
}) => {
  serves(site, '');
  const account = await open(page, api, { site: site.address });
  await found(page).getByRole('button', { name: 'Check now' }).click();
  await expect(found(page).getByText('Lacks 1 line')).toBeVisible();
  await page.goto('/admin/safety/findings?rule=app-ads-lacks-lines');
  await page
    .getByRole('link', { name: new RegExp(`lacks lines of the account “${account}”`) })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(account);
});

test('wrong settings are refused beside the field, and leaving asks', async ({
  adminPage: page,
  api,
}) => {
  await open(page, api);
  const settings = panel(page, 'Site and further lines');
  const save = settings.getByRole('button', { name: 'Save' });
  await settings.getByLabel('Site').fill('https://harbour.example/apps');
  await save.click();
  await expect(settings.getByText(/^Site must be a domain such as example\.com/)).toBeVisible();
  await expect(settings.getByLabel('Site')).toBeFocused();
  await settings.getByLabel('Site').fill('');
  await settings.getByLabel('Further lines').fill('# ours\ngoogle.com');
  await save.click();
  await expect(settings.getByText(/^Line 2 must be/)).toBeVisible();
  await expectAccessible(page, 'refused settings of an account');
  await page.getByRole('link', { name: 'All accounts' }).click();
  await expect(page.getByRole('dialog')).toContainText('unsaved');
  await page.keyboard.press('Escape');
  await expect(settings.getByLabel('Further lines')).toHaveValue('# ours\ngoogle.com');
});

test('what somebody else has saved meanwhile is shown before it is overwritten', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('409 /app-ads/');
  const account = await open(page, api, { site: 'one.example' });
  const settings = panel(page, 'Site and further lines');
  await settings.getByLabel('Site').fill('two.example');
  await api.call('updateAccount', { id: account, body: { site: 'three.example' } });
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  const stale = settings.getByRole('alert');
  await expect(stale).toContainText('Morgan Quay changed this account on');
  await expect(stale.getByRole('row', { name: /^Site/ })).toContainText('https://three.example');
  await expectAccessible(page, 'a stale edit of an account');
  await stale.getByRole('radio', { name: 'Site: yours' }).check();
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(stale).toHaveCount(0);
  await expect(settings.getByLabel('Site')).toHaveValue('https://two.example');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(settings.getByLabel('Site')).toHaveValue('https://three.example');
});

test('an open account follows what others change in its applications', async ({
  adminPage: page,
  api,
}) => {
  const account = await open(page, api);
  await expect(page.getByText('app-ads.txt of 1 application, 1 live')).toBeVisible();
  await api.addApp({ accountName: account, appStatus: 'live' });
  await expect(page.getByText('app-ads.txt of 2 applications, 2 live')).toBeVisible();
});

test('the row menu of an application leads to its account, also on a phone', async ({
  adminPage: page,
  api,
}) => {
  const account = fresh('Kelp Games');
  const { appID } = await api.addApp({ accountName: account, appStatus: 'in-develop' });
  await fromMenu(page, await openRow(page, appID), 'app-ads.txt of its account');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(account);
  await expect(page.getByText('Nothing to publish: no live application')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await wide()).toBe(0);
  await expectAccessible(page, 'an account', 390);
  await page.getByRole('link', { name: 'All accounts' }).click();
  await page.getByPlaceholder('Search for Account...').fill(account);
  const card = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
  await expect(card).toHaveText([new RegExp(`^${account}.*No site`)]);
  expect(await wide()).toBe(0);
  await expectAccessible(page, 'the list of accounts', 390);
});

test('an account that nobody has, and one that cannot be loaded', async ({
  adminPage: page,
  mayFail,
}) => {
  mayFail('404 /app-ads/');
  await page.goto('/admin/app-ads/Nobody');
  await expect(page.getByRole('alert')).toContainText('Account not found');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('an owner has no access to the pages', async ({ ownerPage: page }) => {
  await page.goto('/admin/app-ads/Harbour');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('link', { name: 'app-ads.txt' })).toHaveCount(0);
});
