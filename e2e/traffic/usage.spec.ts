import type { App } from '@adwarden/contract/apps';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import type { TestApi } from '../support/test-api.ts';

/* Requests of phones are shown in the back office about ten seconds later. */

const writeInterval = 12_000;

/** Waits until the server has written this number of requests of an app. */
async function written(api: TestApi, { appID }: App, requests: number): Promise<void> {
  const total = async () => {
    const { total } = await api.call('getAppUsage', { id: appID });
    return total.ok + total.notModified;
  };
  await expect.poll(total, { timeout: writeInterval }).toBe(requests);
}

test('requests of phones are shown as chart, figures and table', async ({ adminPage, api }) => {
  const app = await api.addApp();
  const etag = (await api.requestAds(app)).headers.get('etag') ?? '';
  for (let time = 0; time < 2; time += 1) await api.requestAds(app);
  await api.requestAds(app, { 'If-None-Match': etag });
  expect((await api.requestAds({ ...app, authToken: 'x'.repeat(32) })).status).toBe(401);
  await written(api, app, 4);

  await adminPage.goto(`/admin/application-list?search=${app.appID}`);
  await adminPage.getByRole('button', { name: `More for ${app.appName}` }).click();
  await adminPage.getByRole('menuitem', { name: 'Traffic' }).click();
  const drawer = adminPage.getByRole('dialog', { name: `Traffic of ${app.appName}` });
  await expect(drawer.locator('svg[data-chart]')).toBeVisible();
  const figure = (name: string) =>
    drawer
      .locator('dl > div')
      .filter({ has: adminPage.locator('dt', { hasText: name }) })
      .locator('dd');
  await expect(drawer.getByText(/^4 requests with ads$/)).toBeVisible();
  await expect(figure('Ads on')).toHaveText('4 80%');
  await expect(figure('Wrong token')).toHaveText('1 20%');
  await expect(
    drawer.getByText(/^Of the requests, 1 came from phones that had the newest ads/),
  ).toBeVisible();
  // The tests' zone is at least 12:45 ahead of UTC.
  await expect(drawer.getByText(/^Days in UTC, which begin at 0[12]:45 PM here\./)).toBeVisible();
  const bars = await drawer.getByRole('slider').boundingBox();
  if (!bars) throw new Error('the chart has no box');
  await adminPage.mouse.move(bars.x + bars.width - 5, bars.y + bars.height / 2);
  const today = new Date().toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  await expect(drawer.getByText(`${today} (UTC), so far`)).toBeVisible();

  await drawer.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
  const table = drawer.getByRole('region', { name: 'Requests by day' }).getByRole('row');
  await expect(table).toHaveCount(31);
  await expect(table.nth(1).getByRole('cell')).toHaveText(['4', '4', '1', '0', '–']);
  await drawer.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days');
  await expect(table).toHaveCount(8);
  await expect(
    drawer.getByText(/^4 requests with ads$/),
    'as the list, of the same days',
  ).toBeVisible();
  const [listed] = await api.call('getAllApp', { query: { appID: app.appID, with: 'usage' } });
  expect(listed?.requests7d).toBe(4);

  await adminPage.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('an app without requests says so', async ({ adminPage, api }) => {
  const app = await api.addApp();
  await adminPage.goto(`/admin/application-list?search=${app.appID}`);
  await adminPage.getByRole('button', { name: `More for ${app.appName}` }).click();
  await adminPage.getByRole('menuitem', { name: 'Traffic' }).click();
  await expect(adminPage.getByRole('dialog').getByText('No phone has asked yet')).toBeVisible();
});

test('an owner sees their own usage, by keyboard', async ({ ownerPage, owner, api }) => {
  const app = await api.addApp({ selectedUser: owner.userID });
  await api.requestAds(app);
  await written(api, app, 1);
  await ownerPage.goto('/application-list');
  await ownerPage.getByRole('button', { name: `More for ${app.appName}` }).focus();
  await ownerPage.keyboard.press('Enter');
  await expect(ownerPage.getByRole('menuitem').first()).toBeFocused();
  await ownerPage.getByRole('menuitem', { name: 'Traffic' }).focus();
  await ownerPage.keyboard.press('Enter');
  const drawer = ownerPage.getByRole('dialog', { name: `Traffic of ${app.appName}` });
  await expect(drawer.getByRole('heading', { name: 'Requests' })).toBeVisible();
  await ownerPage.keyboard.press('Escape');
  await expect(ownerPage.getByRole('button', { name: `More for ${app.appName}` })).toBeFocused();
});

test('the column "Requests (7 days)" is loaded only when it is shown', async ({
  adminPage,
  api,
}) => {
  const app = await api.addApp();
  for (let time = 0; time < 3; time += 1) await api.requestAds(app);
  await written(api, app, 3);
  const asked: string[] = [];
  adminPage.on('request', (request) => {
    if (request.url().includes('/apps/getAllApp')) asked.push(request.url());
  });
  await adminPage.goto(`/admin/application-list?search=${app.appID}`);
  const row = adminPage.getByRole('row').filter({ hasText: app.appName });
  await expect(row).toBeVisible();
  const head = adminPage.getByRole('columnheader', { name: /^Requests \(7 days\)/ });
  await expect(head).toBeHidden();
  expect(asked.filter((url) => url.includes('with=usage'))).toEqual([]);

  await adminPage.getByRole('button', { name: 'Columns' }).click();
  await adminPage.getByRole('menuitemcheckbox', { name: 'Requests (7 days)' }).click();
  await adminPage.keyboard.press('Escape');
  await expect(head).toBeVisible();
  await expect(row.getByRole('cell').last()).toHaveText('3');
  await head.getByRole('button', { name: /^Counted by the servers/ }).focus();
  await expect(adminPage.getByRole('tooltip')).toContainText('cache in front');

  await adminPage.reload();
  await expect(row.getByRole('cell').last()).toHaveText('3');
  await head.getByRole('button', { name: 'Requests (7 days)', exact: true }).click();
  await expect(adminPage).toHaveURL(/[?&]sort=-?requests7d/);
});

test('apps without requests, without an owner, and by their last change are found', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const word = `Quay ${owner.userID}`;
  const [owned, nobodys] = [
    await api.addApp({ appName: `${word} one`, selectedUser: owner.userID }),
    await api.addApp({ appName: `${word} two`, selectedUser: '' }),
  ];
  const list = (query: Record<string, string>) =>
    page.goto(`/admin/application-list?${new URLSearchParams({ search: word, ...query })}`);
  const row = (app: App) => page.getByRole('row').filter({ hasText: app.appName });
  await list({ columns: 'appName,updatedAt,requests7d', requestsTo: '0' });
  await expect(row(owned)).toBeVisible();
  await expect(row(nobodys)).toBeVisible();
  const changed = page.getByRole('columnheader', { name: 'Last changed' });
  await changed.getByRole('button', { name: 'Last changed', exact: true }).click();
  await expect(page).toHaveURL(/[?&]sort=-?updatedAt/);
  await list({ requestsFrom: '1' });
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await list({});
  await page.getByRole('button', { name: 'Add filter', exact: true }).click();
  await page.getByRole('button', { name: 'Owner', exact: true }).click();
  await page.getByRole('radio', { name: 'Without owner' }).click();
  await expect(row(owned)).toHaveCount(0);
  await expect(row(nobodys)).toBeVisible();
  await expect(page).toHaveURL(/[?&]owner=none/);
});

test('the drawer has no violation', async ({ adminPage, api }) => {
  await adminPage.addInitScript(() => {
    localStorage.setItem('apps.admin.columns', JSON.stringify({ requests7d: true }));
  });
  const app = await api.addApp();
  await api.requestAds(app);
  await written(api, app, 1);
  for (const width of [1440, 390]) {
    await adminPage.setViewportSize({ width, height: 900 });
    await adminPage.goto(`/admin/application-list?search=${app.appID}`);
    await expect(adminPage.getByText(app.appName).first()).toBeVisible();
    await expectAccessible(adminPage, 'the list with the column', width);
    if (width === 390) await adminPage.getByRole('button', { name: /^More about/ }).click();
    await adminPage.getByRole('button', { name: `More for ${app.appName}` }).click();
    await adminPage.getByRole('menuitem', { name: 'Traffic' }).click();
    const drawer = adminPage.getByRole('dialog');
    await expect(drawer.locator('svg[data-chart]')).toBeVisible();
    await expectAccessible(adminPage, 'requests as a chart', width);
    await drawer.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
    await expectAccessible(adminPage, 'requests as a table', width);
  }
});
