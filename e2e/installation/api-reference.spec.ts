import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

/* The reference page at /docs, as the author of a client uses it. */

test('the reference page shows our name and mark, and no other product’s', async ({ page }) => {
  await page.goto('/docs/');
  await expect(page).toHaveTitle('Adwarden API');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Adwarden');
  await expect(page.getByText('swagger', { exact: false })).toHaveCount(0);
  const icons = await page
    .locator('link[rel=icon]')
    .evaluateAll((links: HTMLLinkElement[]) => links.map(({ href }) => new URL(href).pathname));
  expect(icons).toEqual(['/docs/static/theme/favicon.svg']);
});

test('the example of updateApp has an old version, so sending it changes nothing', async ({
  page,
}) => {
  await page.goto('/docs/#/apps/updateApp');
  const call = page.locator('#operations-apps-updateApp');
  const body = call.locator('.opblock-section-request-body pre').first();
  // The page renders all calls before it opens one.
  await expect(body).toBeVisible({ timeout: 90_000 });
  expect(JSON.parse(await body.innerText())).toEqual({ adsStatus: 'off', version: 1 });
});

test('the reference page sends no calls, and offers none: it is in a sandbox', async ({ page }) => {
  await page.goto('/docs/#/apps/updateApp');
  await expect(page.locator(updateApp)).toBeVisible({ timeout: 90_000 });
  expect(await page.evaluate(() => self.origin)).toBe('null');
  for (const name of ['Try it out', 'Authorize']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
});

test('the examples have the dates of our sample data', async ({ page }) => {
  await page.goto('/docs/#/apps/getAllApp');
  const call = page.locator('#operations-apps-getAllApp');
  await expect(call).toContainText('"createdAt": "2026-03-01T08:00:00.000Z"');
  await expect(call).not.toContainText('"string"');
});

// Without `preload` axe does not fetch the style sheets, which the sandbox forbids.
const all = { rules: { 'target-size': { enabled: true } }, preload: false };
const updateApp = '#operations-apps-updateApp';

for (const scheme of ['light', 'dark'] as const) {
  test(`the reference page is ${scheme} as the link of the web app says, and accessible, also with an open call`, async ({
    page,
  }) => {
    await page.goto(`/docs/?colors=${scheme}#/apps/updateApp`);
    const call = page.locator(updateApp);
    // The page renders all calls before it opens one.
    await expect(call.locator('pre').first()).toBeVisible({ timeout: 60_000 });
    await expectNothingFound(page, 'a call of the reference page', all);
    const isDark = await page.evaluate(() => {
      const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
      return Number(red) < 128;
    });
    expect(isDark).toBe(scheme === 'dark');
  });
}

test('the reference page finds calls by path and words, opens them by keyboard, and loads nothing of others', async ({
  page,
}) => {
  await page.goto('/docs/');
  const search = page.getByRole('textbox', { name: 'Search calls' });
  // The event that webhooks are sent is no call, and always there.
  const found = page.locator('.opblock-tag-section .opblock');
  await search.fill('APPS/UPDATEAPP/');
  await expect(page.locator(updateApp)).toBeVisible();
  await expect(found).toHaveCount(1);
  await search.fill('countries');
  await expect(found.first()).toBeVisible();
  expect(await found.count()).toBeLessThan(20);
  await search.fill("no such call ' % 😀");
  await expect(found).toHaveCount(0);
  await search.fill('updateApp');
  await page.locator(updateApp).getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator(updateApp).locator('pre').first()).toBeVisible();
  await expectNothingFound(page, 'a search of the reference page', all);
  await expect(page.getByRole('button', { name: 'Explore' })).toHaveCount(0);
});

test('on a phone the reference page is as wide as the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/docs/#/apps/updateApp');
  await expect(page.locator(updateApp)).toBeVisible({ timeout: 60_000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
