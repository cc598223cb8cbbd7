import type { Page } from '@playwright/test';
import { passUntilVisible, stopClock } from '../support/clock.ts';
import { openRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Spec, section 2 "Admin application list", "User application list". */

const heads = (page: Page) =>
  page
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((head) => head.textContent?.trim()).filter(Boolean));
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('has the title, the search, the button and the spec’s columns in order', async ({
  adminPage,
  api,
}) => {
  await api.addApp();
  await adminPage.goto('/admin/application-list');
  await expect(adminPage).toHaveTitle('Admin Panel | Application List');
  await expect(adminPage.getByPlaceholder('Search for Application...')).toBeVisible();
  await expect(adminPage.getByRole('button', { name: 'Add New App' })).toBeVisible();
  await expect(adminPage.getByRole('row').nth(1)).toBeVisible();
  expect(await heads(adminPage)).toEqual([
    'App ID',
    'Auth Token',
    'Date',
    'Icon',
    'App Name',
    'User',
    'API',
    'Edit',
    'Account Name',
    'Ads',
    'IP',
    'Status',
    'Delete',
  ]);
});

test('a row shows the app with its links, badges, owner and date', async ({
  adminPage,
  api,
  owner,
}) => {
  const app = await api.addApp({
    selectedUser: owner.userID,
    accountName: '4815162342',
    appStatus: 'in-develop',
    adsStatus: 'off',
    ipAddress: 'on',
  });
  const row = await openRow(adminPage, app.appName);
  await expect(row).toContainText(app.appID);
  await expect(row).toContainText(app.authToken);
  await expect(row).toContainText(owner.fullName);
  const date = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Pacific/Chatham',
    day: '2-digit',
    month: 'short',
    year: 'numeric',
  });
  await expect(row).toContainText(date.format(new Date(app.createdAt)).replace('Sept', 'Sep'));
  await expect(row.getByRole('link', { name: app.appName, exact: true })).toHaveAttribute(
    'href',
    `/admin/application/${app.appID}`,
  );
  await expect(row.getByRole('link', { name: `${app.appName} in the store` })).toHaveAttribute(
    'href',
    `https://play.google.com/store/apps/details?id=${app.packageName}`,
  );
  await expect(row.getByRole('link', { name: '4815162342' })).toHaveAttribute(
    'href',
    'https://play.google.com/store/apps/dev?id=4815162342',
  );
  await expect(row.getByRole('cell').nth(9)).toHaveText('OFF');
  await expect(row.getByRole('cell').nth(10)).toHaveText('ON');
  await expect(row.getByRole('cell').nth(11)).toHaveText('Development');
});

test('apps of the App Store lead there by their number, and nowhere by their bundle id', async ({
  adminPage: page,
  api,
}) => {
  const account = fresh('Apple');
  const numbered = await api.addApp({ packageName: 'id284882215', accountName: account });
  const named = await api.addApp({ packageName: 'com.harbour.tide-clock', accountName: account });
  await page.goto(`/admin/application-list?${new URLSearchParams({ accountName: account })}`);
  const rows = page.getByRole('row').filter({ hasText: account });
  const inStore = (name: string) => rows.getByRole('link', { name: `${name} in the store` });
  await expect(inStore(numbered.appName)).toHaveAttribute(
    'href',
    'https://apps.apple.com/app/id284882215',
  );
  await expect(rows.getByRole('link', { name: named.appName, exact: true })).toBeVisible();
  await expect(inStore(named.appName)).toHaveCount(0);
  await expect(rows.getByRole('link', { name: account })).toHaveCount(0);
  await page.goto(`/admin/application/${named.appID}`);
  const main = page.getByRole('main');
  await expect(main.getByText('com.harbour.tide-clock')).toBeVisible();
  await expect(main.locator('a[href^="http"]')).toHaveCount(0);
});

test('the badges say Live, Development and Suspended', async ({ adminPage, api }) => {
  const account = fresh('Badges');
  for (const appStatus of ['live', 'in-develop', 'suspend'] as const) {
    await api.addApp({ appStatus, accountName: account, appName: fresh(appStatus) });
  }
  await adminPage.goto(
    `/admin/application-list?${new URLSearchParams({ accountName: account, sort: 'createdAt' })}`,
  );
  const rows = adminPage.getByRole('row').filter({ hasText: account });
  await expect(rows).toHaveCount(3);
  for (const [index, word] of ['Live', 'Development', 'Suspended'].entries()) {
    await expect(rows.nth(index).getByRole('cell').nth(11)).toHaveText(word);
  }
});

test('an app without an icon shows the first letter of its name', async ({ adminPage, api }) => {
  const { appName } = await api.addApp({ appName: fresh('zebra') });
  const row = await openRow(adminPage, appName);
  await expect(row.getByRole('cell').nth(3)).toHaveText('Z');
  await expect(row.getByRole('img', { name: /icon/i })).toHaveCount(0);
});

test('API copies the ads URL and says Copy Successfully for 3 seconds', async ({
  adminPage,
  api,
}) => {
  const app = await api.addApp();
  const row = await openRow(adminPage, app.appName);
  await stopClock(adminPage);
  await row.getByRole('cell').nth(6).getByRole('button').click();
  const words = adminPage.getByText('Copy Successfully').first();
  await passUntilVisible(adminPage, words);
  expect(await clipboard(adminPage)).toBe(
    `${api.address}/api/getAds?appID=${app.appID}&authToken=${app.authToken}`,
  );
  const answer = await fetch(await clipboard(adminPage));
  expect(answer.status, 'a phone can use the copied URL').toBe(200);
  await adminPage.clock.runFor(2_500);
  await expect(words).toBeVisible();
  await adminPage.clock.runFor(1_000);
  await expect(words).toBeHidden();
});

test('the row menu makes a new token and says how long the old one stays valid', async ({
  adminPage,
  api,
}) => {
  const app = await api.addApp();
  const row = await openRow(adminPage, app.appName);
  await row.getByRole('button', { name: /More/ }).click();
  await adminPage.getByRole('menuitem', { name: /New token/ }).click();
  const dialog = adminPage.getByRole('dialog');
  await expect(dialog.getByLabel('Days the old token stays good')).toHaveValue('30');
  await dialog.getByLabel('Days the old token stays good').fill('7');
  await dialog.getByRole('button', { name: 'Make a new token' }).click();
  await expect(dialog.getByText(/The old token stays good until/)).toBeVisible();
  const [now] = await api.call('getAllApp', {
    query: { appID: app.appID },
  });
  expect(now?.authToken).not.toBe(app.authToken);
  await expect(dialog.getByText(now?.authToken ?? '?', { exact: true })).toBeVisible();
});

test('a new token that ends the current one at once names the requests and asks', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  for (let time = 0; time < 3; time += 1) await api.requestAds(app);
  const uses = () => api.call('getTokenUses', { id: app.appID });
  await expect.poll(async () => (await uses()).tokens[0]?.requests, { timeout: 30_000 }).toBe(3);
  const row = await openRow(page, app.appName);
  await row.getByRole('button', { name: /More/ }).click();
  await page.getByRole('menuitem', { name: /New token/ }).click();
  const dialog = page.getByRole('dialog');
  const requests = '0 requests yesterday and 3 today (UTC) had the current token.';
  await expect(dialog.getByText(requests)).toBeVisible();
  await dialog.getByLabel('Days the old token stays good').fill('0');
  await page.keyboard.press('Enter');
  const question = dialog.getByRole('region', { name: 'Refuse the installed copies at once?' });
  await expect(question).toContainText(requests);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  expect((await api.requestAds(app)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Make a new token' }).click();
  await question.getByRole('button', { name: 'End it and make a new token' }).click();
  await expect(dialog.getByText('The old token is no longer good.')).toBeVisible();
  expect((await api.requestAds(app)).status).toBe(401);
});

test('old tokens are revoked in the token dialog, after a question', async ({ adminPage, api }) => {
  const app = await api.addApp();
  for (const keepOldForDays of [30, 7]) {
    await api.call('rotateToken', { id: app.appID, body: { keepOldForDays } });
  }
  const ask = (authToken: string) => api.requestAds({ ...app, authToken });
  expect((await ask(app.authToken)).status).toBe(200);
  const row = await openRow(adminPage, app.appName);
  await row.getByRole('button', { name: /More/ }).click();
  await adminPage.getByRole('menuitem', { name: /New token/ }).click();
  const dialog = adminPage.getByRole('dialog');
  await expect(dialog.getByText(/^2 old tokens are still good, the last until /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke old tokens now' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await adminPage.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Revoke old tokens now' })).toBeFocused();
  expect((await ask(app.authToken)).status, 'valid until the question is confirmed').toBe(200);
  await dialog.getByRole('button', { name: 'Revoke old tokens now' }).click();
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(dialog.getByText(/old tokens? (is|are) still good/)).toBeHidden();
  await expect(adminPage.getByText('Old tokens revoked')).toBeVisible();
  await expect(dialog.getByLabel('Days the old token stays good')).toBeFocused();
  expect((await ask(app.authToken)).status).toBe(401);
});

test.describe('of a user', () => {
  test('has the user’s title and columns, without User, IP and Delete', async ({
    ownerPage,
    owner,
    api,
  }) => {
    await api.addApp({ selectedUser: owner.userID });
    await ownerPage.goto('/application-list');
    await expect(ownerPage).toHaveTitle('User Panel | Application List');
    await expect(ownerPage.getByPlaceholder('Search for Application...')).toBeVisible();
    await expect(ownerPage.getByRole('row')).toHaveCount(2);
    expect(await heads(ownerPage)).toEqual([
      'App ID',
      'Token',
      'Date',
      'Icon',
      'App Name',
      'API',
      'Edit',
      'Account',
      'Ads',
      'App Status',
    ]);
    await expect(ownerPage.getByRole('button', { name: /Delete/ })).toHaveCount(0);
  });

  test('shows only their own apps', async ({ ownerPage, owner, api }) => {
    const other = await api.addUser();
    const mine = await api.addApp({ selectedUser: owner.userID });
    const theirs = await api.addApp({ selectedUser: other.userID });
    await ownerPage.goto('/application-list');
    await expect(rowOf(ownerPage, mine.appName)).toBeVisible();
    await expect(ownerPage.getByRole('row')).toHaveCount(2);
    await expect(rowOf(ownerPage, theirs.appName)).toHaveCount(0);
  });

  test('an empty list says so, and offers to add the first app', async ({ ownerPage }) => {
    await ownerPage.goto('/application-list');
    await expect(ownerPage.getByText('No applications yet')).toBeVisible();
    await ownerPage.getByRole('button', { name: 'Add New App' }).last().click();
    await expect(ownerPage.getByRole('dialog', { name: 'Add New Application' })).toBeVisible();
  });
});

test('hovering a link to the list prefetches the page and its rows', async ({ adminPage, api }) => {
  await api.addApp();
  await adminPage.goto('/admin/dashboard');
  await expect(adminPage.getByRole('heading', { name: 'No. of Application' })).toBeVisible();
  const link = adminPage
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Application', exact: true });
  const chunk = adminPage.waitForResponse(/assets\/.*application-list.*\.js$/);
  const answer = adminPage.waitForResponse(/\/apps\/getAllApp\?/);
  await link.hover();
  await Promise.all([chunk, answer]);
  let asked = 0;
  adminPage.on('request', (request) => {
    if (request.url().includes('/apps/getAllApp')) asked += 1;
  });
  await link.click();
  await expect(adminPage.getByRole('row').nth(1)).toBeVisible();
  expect(asked, 'requests after the click').toBe(0);
});
