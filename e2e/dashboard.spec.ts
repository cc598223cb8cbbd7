import type { Page } from '@playwright/test';
import type { Office } from './support/office.ts';
import { expect, test } from './support/test.ts';

/* Spec, section 2 "Admin dashboard", "User dashboard"; section 9 "Counter animation". */

type Stats = { apps: number; live: number; suspend: number; inDevelop: number; users?: number };

/** A count card: the figure beside its heading. */
const figure = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator(':scope *')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
    .last()
    .getByText(/^[\d,]+$/);

async function someApps(office: Office, selectedUser: string) {
  for (const appStatus of ['live', 'live', 'suspend', 'in-develop'] as const) {
    await office.addApp({ appStatus, selectedUser });
  }
}

test('an administrator sees five counts, each with its link', async ({
  adminPage,
  office,
  owner,
}) => {
  await someApps(office, owner.userID);
  const stats = await office.call<Stats>('appStats');
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

test('a user sees four counts of the own apps, each leading to the own list', async ({
  ownerPage,
  office,
  owner,
}) => {
  await someApps(office, owner.userID);
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

test('a card’s link leads to the list of exactly what it counts', async ({
  ownerPage,
  office,
  owner,
}) => {
  await someApps(office, owner.userID);
  await ownerPage.goto('/dashboard');
  await ownerPage.getByRole('link', { name: 'See Live App' }).click();
  await expect(ownerPage).toHaveURL('/application-list?appStatus=live');
  await expect(ownerPage.getByRole('row')).toHaveCount(3);
});

test('a new owner sees zeros', async ({ ownerPage }) => {
  await ownerPage.goto('/dashboard');
  await expect(figure(ownerPage, 'No. of Application')).toHaveText('0');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the counts go up for 4 seconds', async ({ ownerPage }) => {
    // A count so large that the last figure stands at the end only.
    await ownerPage.route('**/apps/stats', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, apps: 9e6 } } });
    });
    const count = figure(ownerPage, 'No. of Application');
    await ownerPage.goto('/dashboard');
    await expect(count).not.toHaveText('9,000,000');
    const began = Date.now();
    await expect(count).toHaveText('9,000,000', { timeout: 10_000 });
    const took = Date.now() - began;
    expect(took, 'ms, and a little of it was over before').toBeGreaterThan(2_500);
    expect(took, 'ms').toBeLessThan(5_500);
  });
});
