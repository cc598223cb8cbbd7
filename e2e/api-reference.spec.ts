import { expect, test } from './support/test.ts';

/* The reference page at /docs, as the author of a client uses it. */

test('the reference page shows our name and mark, and no other product’s', async ({ page }) => {
  await page.goto('/docs/');
  await expect(page).toHaveTitle('Adwarden API');
  const logo = page.locator('.topbar img');
  await expect(logo).toHaveAttribute('src', /^data:image\/svg\+xml/);
  const picture = await logo.evaluate((image: HTMLImageElement) =>
    atob(image.src.split(',')[1] ?? ''),
  );
  expect(picture).toContain('Adwarden API');
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
  const tryIt = call.getByRole('button', { name: 'Try it out' });
  // The page renders all calls before it opens one.
  await expect(tryIt).toBeVisible();
  await tryIt.click();
  const body = call.locator('textarea').first();
  expect(JSON.parse(await body.inputValue())).toEqual({ adsStatus: 'off', version: 1 });
});

test('the examples have the dates of our sample data', async ({ page }) => {
  await page.goto('/docs/#/apps/getAllApp');
  const call = page.locator('#operations-apps-getAllApp');
  await expect(call).toContainText('"createdAt": "2026-03-01T08:00:00.000Z"');
  await expect(call).not.toContainText('"string"');
});
