import type { App } from '@adwarden/contract/apps';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { choose, openCustomizer } from '../support/customizer.ts';
import { addTidyApp, admobAppId } from '../support/findings.ts';
import { endAllPauses, startPause } from '../support/pauses.ts';
import { scriptsOf } from '../support/scripts-of.ts';
import { expect, test } from '../support/test.ts';
import { fresh, type TestApi } from '../support/test-api.ts';
import { heading, summary, tab } from './app-page.ts';

/* The page of an application by keyboard, with a screen reader, on a phone, in every layout; and how fast it loads. */

// Loading is a subject here.
test.use({ isFresh: true });

test.setTimeout(120_000);
test.afterEach(({ api }) => endAllPauses(api));

const tabs = ['', '/connect', '/traffic', '/history', '/test', '/tokens'];

/** An app with everything that the page can show: a pause, findings, countries, an old token, requests. */
async function fullApp(api: TestApi, owner: string): Promise<App> {
  const app = await addTidyApp(api, owner, {
    appName: fresh('A name that is long enough to need several lines on a phone, and then some'),
    accountName: 'Harbour-and-Daughters-Applications-Limited',
    ipAddress: 'on',
    googleBanner2: admobAppId(),
    packageName: 'com.example.kelp.forest.farm.simulator.deluxe',
    note: 'First line\nsecond line',
  });
  await api.call('addConfigureApp', { body: { id: app.appID, country: 'IN,DE,US,FR,GB,NO,SE' } });
  await api.call('rotateToken', { id: app.appID, body: { keepOldForDays: 30 } });
  await startPause(api, {
    scope: 'app',
    value: app.appID,
    reason: 'The network reports invalid traffic',
  });
  await api.requestAds(app);
  const requests = async () => (await api.call('getAppUsage', { id: app.appID })).total.ok;
  await expect.poll(requests).toBe(1);
  return app;
}

async function ready(page: Page): Promise<void> {
  await expect(summary(page, 'Findings')).toContainText('1 error');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

for (const width of [1440, 390]) {
  test(`no tab has a violation at ${width} px`, async ({ adminPage: page, api, owner }) => {
    const app = await fullApp(api, owner.userID);
    await page.setViewportSize({ width, height: 900 });
    for (const path of tabs) {
      await page.goto(`/admin/application/${app.appID}${path}`);
      await ready(page);
      await expectAccessible(page, `the page of an application${path}`, width);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, path).toBeLessThanOrEqual(width);
    }
    await page.goto('/admin/application/aaaaaaaaaaaaaaaa');
    await expect(heading(page)).toHaveText('Application not found');
    await expectAccessible(page, 'no such application', width);
  });
}

test('it fits into every layout of the customizer', async ({ adminPage: page, api, owner }) => {
  const app = await fullApp(api, owner.userID);
  await page.goto(`/admin/application/${app.appID}`);
  await ready(page);
  for (const [control, value] of [
    ['Layout type', 'Horizontal'],
    ['Layout type', 'Two column'],
    ['Layout type', 'Semibox'],
    ['Layout type', 'Vertical'],
    ['Layout width', 'Boxed'],
    ['Sidebar size', 'Compact'],
    ['Sidebar view', 'Detached'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 });
    const drawer = await openCustomizer(page);
    await choose(drawer, control, value);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: 900 });
      const outside = await page.getByRole('main').evaluate((main) => {
        const edge = main.getBoundingClientRect();
        return [...main.querySelectorAll('h1, dd, button, a, section')]
          .filter((one) => one.getBoundingClientRect().right > edge.right + 1)
          .map((one) => one.textContent);
      });
      expect(outside, `${control} ${value} at ${width} px`).toEqual([]);
    }
  }
});

test('nothing moves when its parts are loaded', async ({ adminPage: page, api, owner }) => {
  const app = await fullApp(api, owner.userID);
  await page.goto(`/admin/application/${app.appID}`);
  await ready(page);
  const shift = await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<number>();
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 500);
    return promise;
  });
  expect(shift, 'cumulative layout shift').toBeLessThan(0.1);
});

test('everything is reached by keyboard alone', async ({ adminPage: page, api, owner }) => {
  const app = await fullApp(api, owner.userID);
  await page.goto(`/admin/application-list?search=${app.appID}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  await ready(page);
  const names: string[] = [];
  while (!names.includes('Tokens')) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    names.push((await focused.getAttribute('aria-label')) ?? (await focused.innerText()));
    expect(names.length, names.join()).toBeLessThan(30);
  }
  for (const name of ['Edit', 'Pause…', 'Duplicate…', 'New token…', 'Resume', 'Overview']) {
    expect(names).toContain(name);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tokens$/);
  await expect(tab(page, 'Tokens'), 'the tab keeps the focus').toBeFocused();
  const end = page.getByRole('button', { name: /^End now/ });
  await expect(end).toBeVisible();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
  await expect(end).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
});

test('no tab loads more JavaScript than the list', async ({ adminPage: page, api, owner }) => {
  const app = await fullApp(api, owner.userID);
  const list = await scriptsOf(page, '/admin/application-list', () =>
    expect(page.getByRole('row').nth(1)).toBeVisible(),
  );
  expect(list).toBeGreaterThan(50);
  for (const path of tabs) {
    const scripts = await scriptsOf(page, `/admin/application/${app.appID}${path}`, async () => {
      await ready(page);
      if (path === '/traffic') await expect(page.locator('svg[data-chart]').first()).toBeVisible();
    });
    expect(scripts - list, `${path} loads ${scripts} KB, the list ${list} KB`).toBeLessThanOrEqual(
      0,
    );
  }
});
