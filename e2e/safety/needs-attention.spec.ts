import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import {
  addTidyApp,
  admobAppId,
  apps,
  entries,
  examplePackage,
  malformedPackage,
} from '../support/findings.ts';
import { rows } from '../support/fleet.ts';
import { expect, test } from '../support/test.ts';
import type { TestApi } from '../support/test-api.ts';

/* "Needs attention" on the dashboards, and the lists to which it leads (ADR 36). */

// Loading is a subject here.
test.use({ isFresh: true });

const panel = (page: Page) => page.getByRole('region', { name: 'Needs attention' });

/** Six rules with findings, two of them in two apps. */
async function someMistakes(api: TestApi, owner: string) {
  const mistakes = [
    { googleBanner2: admobAppId(), googleBanner3: 'ca-app-pub-8675/555' },
    { googleBanner2: admobAppId(), packageName: malformedPackage() },
    { packageName: examplePackage() },
    { googleBanner1: '' },
  ] as const;
  for (const over of mistakes) await addTidyApp(api, owner, over);
  // Countries, while IP Address is off. The opposite is a finding only while no other test sets a VPN API key.
  const { appID } = await addTidyApp(api, owner);
  await api.call('addConfigureApp', { body: { id: appID, country: 'IN' } });
}

test('the dashboard has the worst apps, each with a link to its findings', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  await someMistakes(api, owner.userID);
  await page.goto('/dashboard');
  // None has requests, so those with an error come first.
  await expect(panel(page).getByRole('listitem')).toHaveText([
    /^Error.*(App ID in an ad unit and 1 more|Live app without ad units)No requests in 7 days$/,
    /^Error.*(App ID in an ad unit and 1 more|Live app without ad units)No requests in 7 days$/,
    /^Error.*(App ID in an ad unit and 1 more|Live app without ad units)No requests in 7 days$/,
    /^Warning.*No requests in 7 days$/,
    /^Warning.*No requests in 7 days$/,
  ]);
  const { worstApps } = await api.call('appStats', { as: (await api.signInOwner(owner)).token });
  await panel(page).getByRole('listitem').first().getByRole('link').click();
  await expect(page).toHaveURL(`/safety/findings?appID=${worstApps[0]?.appID}`);
  await expect(entries(page)).toHaveCount(worstApps[0]?.findings ?? 0);
  await page.goBack();
  await panel(page).getByRole('link', { name: 'All findings' }).click();
  await expect(page).toHaveURL('/safety/findings');
  await expect(apps(page)).toHaveCount(5);
});

test('the application list is limited to apps with a finding, and the limit is cleared', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  await someMistakes(api, owner.userID);
  await addTidyApp(api, owner.userID);
  await page.goto('/application-list?finding=any');
  await expect(rows(page)).toHaveCount(5);
  const inUse = page.getByRole('list', { name: 'Filters in use' });
  await expect(inUse).toContainText('Finding:Any');
  await inUse.getByRole('button', { name: 'Remove filter Finding' }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect(page).toHaveURL('/application-list');
  await page.getByRole('button', { name: 'Add filter', exact: true }).click();
  await page.getByRole('button', { name: 'Finding', exact: true }).click();
  const rules = page.getByRole('combobox', { name: 'Finding' });
  await rules.selectOption({ label: 'Package name of an example (1)' });
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL('/application-list?finding=example-package');
  // An unknown rule in the address limits nothing.
  await page.goto('/application-list?finding=no-such-rule');
  await expect(rows(page)).toHaveCount(6);
});

test('the dashboard says that nothing needs attention, and nothing where there are no apps', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(page.getByText(/needs attention/i)).toHaveCount(0);
  await addTidyApp(api, owner.userID);
  await page.goto('/dashboard');
  const well = page.getByRole('region', { name: 'Nothing needs attention' });
  await expect(well).toContainText('No application has an open finding.');
  await expect(well.getByRole('link')).toHaveCount(0);
});

test('an administrator’s dashboard names the worst of all apps', async ({
  adminPage: page,
  api,
  owner,
}) => {
  await someMistakes(api, owner.userID);
  await page.goto('/admin/dashboard');
  await expect(panel(page).getByRole('listitem')).toHaveCount(5);
  const first = panel(page).getByRole('listitem').first();
  await first.getByRole('link').click();
  await expect(page).toHaveURL(/^.*\/admin\/safety\/findings\?appID=[a-z2-7]{16}$/);
  await expect(entries(page).first()).toBeVisible();
});

test('nothing that is on the dashboard moves when late counts arrive', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  await someMistakes(api, owner.userID);
  await page.route('**/apps/stats', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.fallback();
  });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources = [] } = entry as PerformanceEntry & { sources?: { node?: Element }[] };
        moved.push(...sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? ''));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/dashboard');
  const loading = page.getByRole('status', { name: 'Loading' });
  await expect(loading).toBeVisible();
  await expect(panel(page).getByRole('listitem')).toHaveCount(5);
  await expect(loading).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
});

test('"Needs attention" has no violation and fits the screen', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  await someMistakes(api, owner.userID);
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/dashboard');
    await expect(panel(page).getByRole('listitem')).toHaveCount(5);
    const beyond = await panel(page).evaluate(
      (element) => element.scrollWidth - element.clientWidth,
    );
    expect(beyond, `at ${width} px`).toBe(0);
    await expectAccessible(page, 'the dashboard', width);
  }
});
