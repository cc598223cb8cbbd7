import type { Page } from '@playwright/test';
import { choose, openCustomizer } from '../support/customizer.ts';
import { fleet, rows } from '../support/fleet.ts';
import { endAllPauses, startPause } from '../support/pauses.ts';
import { confirmDelete } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { administrator, fresh, type TestApi } from '../support/test-api.ts';
import { expectBesideToast, toasts } from '../support/toasts.ts';
import { show } from './show.ts';

/* No button is covered, and no table is wider than its card. */

/** Widths at which rules of the layouts begin, and a wide screen. */
const widths = [1280, 1440, 1920];

test.afterEach(({ api }) => endAllPauses(api));

/** Finds the names of the buttons and links that are outside of the page or covered by a fixed element. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const fixedOver = (element: Element, over: Element | null): Element | null => {
      if (!over || over.contains(element) || element.contains(over)) return null;
      if (getComputedStyle(over).position === 'fixed') return over;
      return fixedOver(element, over.parentElement);
    };
    const faults: string[] = [];
    const all = document.querySelectorAll('main button, main a[href], main input, main textarea');
    for (const element of all) {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { x, y, width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      const points = [
        [x + width / 2, y + height / 2],
        [x + width - 3, y + height / 2],
        [x + 3, y + height / 2],
      ] as const;
      for (const [left, top] of points) {
        const over = document.elementFromPoint(left, top);
        const floating = fixedOver(element, over);
        const outside = left < 0 || left > document.documentElement.clientWidth;
        if (!floating && !outside) continue;
        const name = element.getAttribute('aria-label') ?? element.textContent;
        faults.push(outside ? `${name} is outside` : `${floating?.ariaLabel} covers ${name}`);
        break;
      }
    }
    return faults;
  });

/** Returns the CSS pixels by which a table is wider than its card. */
const beyondCard = (page: Page) =>
  page
    .getByRole('table')
    .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));

async function fill(api: TestApi): Promise<string> {
  const owner = await api.addUser({ fullName: 'Kofi Amankwah' });
  const { accountName } = await fleet(api, 1);
  for (let count = 0; count < 12; count += 1) {
    const { appID } = await api.addApp({
      accountName,
      appName: `${fresh('Tiffin Planner')} and more`,
      appStatus: 'in-develop',
      selectedUser: owner.userID,
    });
    await api.call('addConfigureApp', { body: { id: appID, country: 'IN,US,Germany' } });
  }
  for (let count = 0; count < 11; count += 1) await api.addUser();
  return accountName;
}

const layouts = ['Vertical', 'Horizontal', 'Two column', 'Semibox'];

for (const layout of layouts) {
  test(`in the ${layout} layout all buttons of a list are visible, and tables fit into their cards`, async ({
    adminPage,
    api,
  }) => {
    test.setTimeout(150_000);
    await fill(api);
    // The pause has its banner, and its mark in the list of apps.
    await startPause(api, { scope: 'all', reason: 'The ad account is under review' });
    await adminPage.goto('/admin/dashboard');
    await choose(await openCustomizer(adminPage), 'Layout type', layout);
    await adminPage.keyboard.press('Escape');
    for (const path of [
      '/admin/application-list',
      '/admin/user-list',
      '/admin/app-configuration',
      '/admin/audit-log',
      '/admin/safety/findings',
      '/admin/safety/pauses',
    ]) {
      await show(adminPage, path);
      await expect(rows(adminPage).first()).toBeVisible();
      for (const width of widths) {
        await adminPage.setViewportSize({ width, height: 800 });
        const where = `${layout}, ${path} at ${width} px`;
        await expect.poll(() => beyondCard(adminPage), `px beyond the card: ${where}`).toBe(0);
        expect(await covered(adminPage), where).toEqual([]);
      }
    }
  });
}

test('all columns of the spec show at 1280 px', async ({ adminPage, api }) => {
  await fill(api);
  await adminPage.setViewportSize({ width: 1280, height: 800 });
  await adminPage.goto('/admin/application-list');
  await expect(rows(adminPage).first()).toBeVisible();
  const heads = adminPage.getByRole('columnheader');
  await expect(heads).toHaveCount(13);
  await expect(heads.nth(1)).toContainText('Auth Token');
});

test('a toast shows its whole button also with a long name', async ({ adminPage, api }) => {
  await adminPage.setViewportSize({ width: 390, height: 844 });
  const { appID, appName } = await api.addApp({
    appName: fresh('Tiffin Planner for every kitchen and canteen'),
  });
  await adminPage.goto(`/admin/application-list?search=${appID}`);
  await adminPage.getByRole('button', { name: /^More about/ }).click();
  await adminPage.getByRole('button', { name: `Delete ${appName}` }).click();
  await confirmDelete(adminPage, appName);
  const cut = await adminPage
    .getByRole('button', { name: 'Undo' })
    .evaluate((button) =>
      [...button.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth),
    );
  expect(cut).toBe(false);
});

test('a toast does not cover the close button of a drawer', async ({ adminPage, api }) => {
  const { appName } = await api.addApp();
  await adminPage.goto(`/admin/application-list?${new URLSearchParams({ search: appName })}`);
  await adminPage.getByRole('button', { name: /^Copy the ads URL/ }).click();
  await adminPage.getByRole('button', { name: `Edit ${appName}` }).click();
  const form = adminPage.getByRole('dialog', { name: 'Edit Application' });
  await form.getByRole('textbox', { name: /^Note/ }).fill('noted');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const toast = adminPage.getByText(`${appName} updated`);
  await expect(form).toBeHidden();
  await adminPage.getByRole('button', { name: 'Deleted' }).click();
  const drawer = adminPage.getByRole('dialog', { name: 'Deleted applications' });
  const close = drawer.getByRole('button', { name: 'Close' });
  await expect(close).toBeVisible();
  await expect(toast).toBeVisible();
  await expectBesideToast(adminPage, close);
});

test('a toast does not cover a menu of the top bar', async ({ adminPage: page, mayFail }) => {
  mayFail('ERR_FAILED /assets/');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'No. of Live App' })).toBeVisible();
  // The palette is not loaded yet; when that fails, a toast says so.
  await page.route('**/assets/*.js', (route) => route.abort());
  const toast = toasts(page);
  for (const [width, name] of [
    [1440, 'Help'],
    [1440, administrator.fullName],
    [390, 'Search'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await expect(toast).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(toast).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name, exact: true }).click();
    const opened = page.getByRole('menu').or(page.getByRole('dialog'));
    await expect(opened).toBeVisible();
    await expectBesideToast(page, opened);
    await page.keyboard.press('Escape');
  }
});

test('the columns button and the customizer have different icons', async ({ adminPage }) => {
  await adminPage.goto('/admin/application-list');
  const drawn = (name: string) =>
    adminPage.getByRole('button', { name, exact: true }).locator('svg').innerHTML();
  expect(await drawn('Columns')).not.toBe(await drawn('Theme customizer'));
});

test('at 1440 px names, owners and accounts are not cut', async ({ adminPage, api }) => {
  const { fullName, userID } = await api.addUser({ fullName: 'Kofi B. Amankwah' });
  const { appName } = await api.addApp({
    appName: 'Tiffin Planner Daily 2026',
    accountName: 'Harbour Apps',
    // This is the widest badge.
    appStatus: 'in-develop',
    selectedUser: userID,
  });
  await adminPage.goto(`/admin/application-list?${new URLSearchParams({ search: appName })}`);
  for (const text of [appName, fullName, 'Harbour Apps']) {
    const cell = adminPage.getByRole('cell').getByText(text, { exact: true }).first();
    await expect(cell).toBeVisible();
    const cut = await cell.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect.soft(cut, `px of ${text} that are cut`).toBeLessThanOrEqual(0);
  }
});

test('the names of columns have at most two lines', async ({ adminPage, owner }) => {
  for (const width of [1440, 1280, 900]) {
    await adminPage.setViewportSize({ width, height: 900 });
    for (const list of ['application-list', `user-list?search=${owner.userID}`]) {
      await adminPage.goto(`/admin/${list}`);
      await expect(adminPage.getByRole('columnheader').nth(3)).toBeVisible();
      const heights = await adminPage
        .getByRole('columnheader')
        .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().height));
      expect(Math.max(...heights), `${list} at ${width} px`).toBeLessThan(44);
    }
  }
});
