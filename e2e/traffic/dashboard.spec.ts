import type { App } from '@adwarden/contract/apps';
import type { Page } from '@playwright/test';
import { startServer } from '../support/server-process.ts';
import { enter, expect, test } from '../support/test.ts';
import { administrator, openTestApi, type TestApi } from '../support/test-api.ts';

/* Spec, section 2 "Admin dashboard", "User dashboard"; section 9 "Counter animation". */

/** Returns the figure of a count card, beside its heading. */
const figure = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator(':scope *')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
    .last()
    .getByText(/^[\d,]+$/);

async function someApps(api: TestApi, selectedUser: string) {
  for (const appStatus of ['live', 'live', 'suspend', 'in-develop'] as const) {
    await api.addApp({ appStatus, selectedUser });
  }
}

test('an administrator sees five counts, each with its link', async ({ adminPage, api, owner }) => {
  await someApps(api, owner.userID);
  const stats = await api.call('appStats');
  await adminPage.goto('/admin/dashboard');
  await expect(adminPage).toHaveTitle('Admin Panel | Dashboard');
  const cards = [
    ['No. of Application', stats.apps, 'View Application', '/admin/application-list'],
    ['No. of User', stats.users, 'View User', '/admin/user-list'],
    ['No. of Live App', stats.live, 'See Live App', '/admin/application-list?appStatus=live'],
    [
      'No. of Suspended App',
      stats.suspend,
      'See Suspended App',
      '/admin/application-list?appStatus=suspend',
    ],
    [
      'No. of In-Develop App',
      stats.inDevelop,
      'See In-Develop App',
      '/admin/application-list?appStatus=in-develop',
    ],
  ] as const;
  const headings = adminPage.getByRole('heading', { name: /^No\. of/ });
  await expect(headings).toHaveText(cards.map(([label]) => label));
  for (const [label, count, link, href] of cards) {
    await expect(figure(adminPage, label), label).toHaveText(String(count));
    await expect(adminPage.getByRole('link', { name: link })).toHaveAttribute('href', href);
  }
});

test('a user sees four counts of their own apps, each with a link to their own list', async ({
  ownerPage,
  api,
  owner,
}) => {
  await someApps(api, owner.userID);
  await ownerPage.goto('/dashboard');
  await expect(ownerPage).toHaveTitle('User Panel | Dashboard');
  const headings = ownerPage.getByRole('heading', { name: /^No\. of/ });
  await expect(headings).toHaveText([
    'No. of Application',
    'No. of Live App',
    'No. of Suspended App',
    'No. of In-Develop App',
  ]);
  await expect(figure(ownerPage, 'No. of Application')).toHaveText('4');
  await expect(figure(ownerPage, 'No. of Live App')).toHaveText('2');
  await expect(figure(ownerPage, 'No. of Suspended App')).toHaveText('1');
  await expect(figure(ownerPage, 'No. of In-Develop App')).toHaveText('1');
  const hrefs = await ownerPage
    .getByRole('main')
    .getByRole('link', { name: /^(View|See) / })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('?')[0]));
  expect(hrefs).toEqual(Array(4).fill('/application-list'));
});

test('a card’s link leads to a list of exactly the counted things', async ({
  ownerPage,
  api,
  owner,
}) => {
  await someApps(api, owner.userID);
  await ownerPage.goto('/dashboard');
  await ownerPage.getByRole('link', { name: 'See Live App' }).click();
  await expect(ownerPage).toHaveURL('/application-list?appStatus=live');
  await expect(ownerPage.getByRole('row')).toHaveCount(3);
});

test('a new owner sees zeros', async ({ ownerPage }) => {
  await ownerPage.goto('/dashboard');
  await expect(figure(ownerPage, 'No. of Application')).toHaveText('0');
});

/** Sends one request of a phone, which gets ads. */
async function ask(api: TestApi, app: App) {
  expect((await api.requestAds(app)).status).toBe(200);
}

/** Returns the steps in their order; 'done' follows the ones that are done. */
const stepsOf = (page: Page) =>
  page
    .getByRole('region', { name: 'First steps' })
    .getByRole('heading', { level: 3 })
    .evaluateAll((all) => all.map((heading) => heading.textContent));

test('an empty installation shows three first steps with check marks, and after them the requests', async ({
  browser,
}) => {
  const server = await startServer({
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  try {
    const api = await openTestApi(server.address);
    const page = await browser.newPage({ baseURL: server.address });
    await enter(page, await api.signInAdmin());
    await page.goto('/admin/dashboard');
    const steps = () => stepsOf(page);
    await expect.poll(steps).toEqual(['Add an owner', 'Add an application', 'Connect a phone']);
    await page.getByRole('link', { name: 'Add an owner' }).click();
    await expect(page.getByRole('dialog', { name: 'Add New User' })).toBeVisible();
    await api.addUser();
    await page.goto('/admin/dashboard');
    await expect
      .poll(steps)
      .toEqual(['Add an owner: done', 'Add an application', 'Connect a phone']);
    await page.getByRole('link', { name: 'Add an application' }).click();
    await expect(page.getByRole('dialog', { name: 'Add New Application' })).toBeVisible();
    const app = await api.addApp();
    await page.goto('/admin/dashboard');
    await expect
      .poll(steps)
      .toEqual(['Add an owner: done', 'Add an application: done', 'Connect a phone']);
    await expect(page.getByRole('link', { name: 'Connect a phone' })).toHaveAttribute(
      'href',
      '/admin/application-list',
    );
    await ask(api, app);
    // No reload is needed, because the page polls while it waits.
    await expect(page.getByRole('heading', { name: 'Requests of the last 30 days' })).toBeVisible({
      timeout: 40_000,
    });
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeHidden();
    await page.close();
  } finally {
    await server.stop();
  }
});

test('an owner sees the requests of their own apps, and that nothing is compared yet', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  await page.goto('/dashboard');
  await expect.poll(() => stepsOf(page)).toEqual(['Add an application', 'Connect a phone']);
  const app = await api.addApp({ selectedUser: owner.userID });
  await ask(api, await api.addApp());
  for (let time = 0; time < 4; time += 1) await ask(api, app);
  const requests = page.getByRole('region', { name: 'Requests of the last 30 days' });
  await expect(requests.getByText(/^4 requests with ads$/)).toBeVisible({ timeout: 40_000 });
  await expect(requests.locator('svg[data-chart]')).toBeVisible();
  // Its marks: the app was added today.
  await requests.getByRole('button', { name: /^1 change, / }).click();
  await expect(requests.getByRole('listitem')).toContainText(`added ${app.appName}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Biggest decreases' })).toContainText(
    'There is nothing to compare with yet',
  );
  await requests.getByRole('slider').press('Enter');
  await expect(page).toHaveURL(/^[^?]+\/traffic\?at=\d{4}-\d\d-\d\d$/);
});

test('if the requests cannot be loaded, a message with a Retry is shown beside the counts', async ({
  ownerPage,
  mayFail,
}) => {
  mayFail('403 /apps/traffic');
  let broken = true;
  await ownerPage.route('**/apps/traffic?*', (route) =>
    broken
      ? route.fulfill({
          status: 403,
          json: { status: 'error', success: false, message: 'The tide is too high' },
        })
      : route.fallback(),
  );
  await ownerPage.goto('/dashboard');
  await expect(ownerPage.getByRole('alert')).toContainText('The tide is too high');
  await expect(figure(ownerPage, 'No. of Application')).toHaveText('0');
  broken = false;
  await ownerPage.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => stepsOf(ownerPage)).toEqual(['Add an application', 'Connect a phone']);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the counts go up for 4 seconds', async ({ ownerPage }) => {
    // The count is so large that its final value is reached only at the end.
    await ownerPage.route('**/apps/stats', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, apps: 9e6 } } });
    });
    const count = figure(ownerPage, 'No. of Application');
    await ownerPage.goto('/dashboard');
    await expect(count).not.toHaveText('9,000,000');
    const began = Date.now();
    await expect(count).toHaveText('9,000,000');
    const took = Date.now() - began;
    expect(took, 'ms; the count began a moment before the measurement').toBeGreaterThan(2_500);
    expect(took, 'ms').toBeLessThan(5_500);
  });
});
