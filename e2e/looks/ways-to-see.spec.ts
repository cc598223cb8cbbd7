import type { Locator } from '@playwright/test';
import { openNewApp } from '../support/app-form.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Contrast themes, paper, translated pages, input methods, wheels and phones. */

const background = (locator: Locator) =>
  locator.evaluate((element) => getComputedStyle(element).backgroundColor);

/** Presses a key as Safari reports the one that ends a word (229), or as any browser does. */
const press = (locator: Locator, key: string, keyCode: number) =>
  locator.evaluate(
    (element, init) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
      ),
    { key, code: key, keyCode },
  );

test('a contrast theme shows the current page, the chosen tab and the colours of the legend', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  await api.requestAds(app);
  await expect
    .poll(async () => (await api.call('getAppTraffic', { id: app.appID })).total.on)
    .toBe(1);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/admin/application/${app.appID}/traffic`);
  const tabs = page.getByRole('main').getByRole('navigation').first().getByRole('link');
  const chosen = page.getByRole('main').getByRole('link', { name: 'Traffic', exact: true });
  await expect(chosen).toHaveAttribute('aria-current', 'page');
  const other = tabs.filter({ hasText: 'Overview' });
  expect(await background(chosen)).not.toBe(await background(other));
  const sample = page.locator('[data-color-sample]').first();
  await expect(sample).toBeVisible();
  expect(await background(sample)).not.toBe(await background(page.locator('body')));

  await page.goto('/admin/application-list');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const current = menu.locator('[aria-current="page"]');
  await expect(current).toHaveCount(1);
  const elsewhere = menu.getByRole('link').and(menu.locator(':not([aria-current])')).first();
  expect(await background(current)).not.toBe(await background(elsewhere));
});

test('the edge of a box or circle that is not checked is as strong as that of a field', async ({
  adminPage: page,
  api,
}) => {
  await api.addApp();
  const edge = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).borderTopColor);
  for (const layoutModeType of ['light', 'dark']) {
    await page.goto('/admin/app-configuration');
    await page.evaluate(
      (layout) => localStorage.setItem('adwarden.layout', layout),
      JSON.stringify({ layoutModeType }),
    );
    await page.reload();
    const field = await edge(page.getByRole('combobox', { name: 'Add a country' }));
    const radio = page.getByRole('radio', { name: 'Everywhere', exact: true });
    expect(await edge(radio), `a circle, ${layoutModeType}`).toBe(field);
    await page.goto('/admin/application-list');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const box = page.getByRole('checkbox', { name: 'Select all on this page' });
    expect(await edge(box), `a box, ${layoutModeType}`).toBe(field);
  }
});

test('a list on paper has no menus and no cut columns', async ({ adminPage: page, api }) => {
  const account = `${fresh('Paper')} ${'with a long name '.repeat(8)}`.trim();
  const app = await api.addApp({
    accountName: account,
    packageName: `com.${'harbour.'.repeat(20)}x`,
  });
  await page.goto(`/admin/application-list?${new URLSearchParams({ search: app.appID })}`);
  const row = page.getByRole('row').filter({ hasText: app.appID });
  await expect(row).toBeVisible();
  const next = page.getByRole('button', { name: 'Next page' });
  await expect(next).toBeVisible();
  await page.setViewportSize({ width: 780, height: 1100 });
  await page.emulateMedia({ media: 'print' });
  await expect(row).toBeVisible();
  for (const gone of [page.getByRole('banner'), page.getByRole('searchbox'), next]) {
    await expect(gone.filter({ visible: true })).toHaveCount(0);
  }
  await expect(
    page.getByRole('navigation').getByRole('link').filter({ visible: true }),
  ).toHaveCount(0);
  const cut = await page
    .locator('td, th')
    .evaluateAll((cells) =>
      cells
        .filter(
          (cell) =>
            getComputedStyle(cell).overflow !== 'visible' &&
            cell.scrollWidth > cell.clientWidth + 1,
        )
        .map((cell) => cell.textContent),
    );
  expect(cut).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
});

test('the pager says the page that is shown, also after a browser has translated it', async ({
  adminPage: page,
  api,
}) => {
  const accountName = fresh('Translated');
  for (let n = 0; n < 11; n += 1) await api.addApp({ accountName });
  await page.goto(`/admin/application-list?${new URLSearchParams({ accountName })}`);
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await expect(pager).toContainText('Page 1 of 2');
  // Chrome does it like this: each text node gives way to elements with another text.
  await pager.evaluate((nav) => {
    const walker = document.createTreeWalker(nav, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const font = document.createElement('font');
      font.textContent = `[${text.data}]`;
      text.replaceWith(font);
    }
  });
  await expect(pager).toContainText('[Page 1 of 2]');
  await pager.getByRole('button', { name: 'Next page' }).click();
  await expect(pager).toContainText('Page 2 of 2');
  await expect(pager).toContainText('11–11 of 11');
  await expect(pager).not.toContainText('Page 1');
});

test('a key that ends a word of an input method does nothing else', async ({ adminPage: page }) => {
  await page.goto('/admin/application-list');
  await expect(page.getByRole('button', { name: 'Add New App' }).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Find anything' });
  await field.fill('dashboard');
  await expect(page.locator('#palette-list').getByRole('option').first()).toBeVisible();
  for (const key of ['Enter', 'Escape']) {
    await press(field, key, 229);
    await expect(field).toBeVisible();
    await expect(page).toHaveURL(/application-list/);
  }
  await press(field, 'Enter', 13);
  await expect(page).toHaveURL(/dashboard/);

  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  const first = form.dialog.getByRole('textbox').first();
  await press(first, 'Escape', 229);
  await expect(form.dialog).toBeVisible();
  await press(first, 'Escape', 27);
  await expect(form.dialog).toBeHidden();
});

test('the wheel never changes the page number', async ({ adminPage: page, api }) => {
  const accountName = fresh('Wheel');
  for (let n = 0; n < 11; n += 1) await api.addApp({ accountName });
  await page.goto(`/admin/application-list?${new URLSearchParams({ accountName })}`);
  const field = page.getByLabel('Page number');
  await field.focus();
  const box = await field.boundingBox();
  if (!box) throw new Error('No field');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (const by of [-120, 120, -120]) await page.mouse.wheel(0, by);
  await page.waitForTimeout(400);
  await expect(field).toHaveValue('1');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('Page 1 of 2');
});

test('fields of a phone have letters of 16 pixels, so that an iPhone does not zoom in', async ({
  adminPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/application-list');
  const sizes = (within: Locator) =>
    within
      .locator('input:not([type="checkbox"], [type="radio"]), textarea, select')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  await expect(page.getByRole('searchbox').first()).toBeVisible();
  const inList = await sizes(page.locator('body'));
  const form = await openNewApp(page);
  const inForm = await sizes(form.dialog);
  expect([inList.length > 0, inForm.length > 15]).toEqual([true, true]);
  expect([...inList, ...inForm].filter((size) => size < 16)).toEqual([]);
});
