import { sampleAdUnits } from '@adwarden/contract/ad-units';
import type { Page } from '@playwright/test';
import { account } from '../support/account.ts';
import { appForm } from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import { fleet } from '../support/fleet.ts';
import { banner, endAllPauses, startPause } from '../support/pauses.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';
import { expectBesideToast, toasts } from '../support/toasts.ts';

/* The list and the form of applications on a phone, 390 px wide. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.afterEach(({ api }) => endAllPauses(api));

test('four applications are on the first screen, below one line of a pause and one row of tools', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const { list, name } = await fleet(api, 5);
  await api.addApp({ selectedUser: owner.userID });
  await startPause(api, { scope: 'all', reason: 'Invalid traffic, which is being looked into' });
  await page.goto(list());
  const cards = page.getByRole('list', { name: 'Applications' }).getByRole('listitem');
  await expect(cards).toHaveCount(5);
  await expect(cards.nth(3)).toBeInViewport({ ratio: 1 });
  const line = await banner(page).locator('..').boundingBox();
  expect(line?.height).toBeLessThan(50);
  await expect(banner(page)).toContainText('are paused: Invalid');
  const tools = ['Sort and filter', 'More tools', 'Add New App'].map((label) =>
    page.getByRole('button', { name: label, exact: true }),
  );
  const search = await page.getByRole('searchbox').boundingBox();
  for (const tool of tools) expect((await tool.boundingBox())?.y).toBe(search?.y);

  await expect(cards.first()).toContainText(name('01'));
  await expect(cards.first()).not.toContainText('App ID');
  await cards
    .first()
    .getByRole('button', { name: /^More about/ })
    .click();
  await expect(cards.first()).toContainText('App ID');
  await cards.first().getByRole('button', { name: /^Edit/ }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Application' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More about the pause' }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Resume' })).toBeVisible();
  await page.getByRole('button', { name: 'More tools' }).click();
  for (const label of ['Columns', 'Select', 'Deleted']) {
    await expect(page.getByRole('button', { name: label, exact: true })).toBeVisible();
  }
});

test('a phone gets no hints of keys', async ({ adminPage: page, api }) => {
  const { list, name } = await fleet(api, 1);
  await page.goto(list());
  await expect(page.getByText(name('01'), { exact: true })).toBeVisible();
  await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Guide', 'API reference', 'About']);
});

test('the form shows the whole name of its app and the end of each ad unit', async ({
  adminPage: page,
  api,
}) => {
  const { appID, appName } = await api.addApp({ googleNative2: sampleAdUnits.native });
  await page.goto(`/admin/application-list?edit=${appID}`);
  const form = appForm(page, 'Edit Application');
  const name = form.dialog.getByText(appName, { exact: true });
  await expect(name).toBeInViewport({ ratio: 1 });
  expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  // An input that is written from right to left shows the end of a text that does not fit.
  const unit = form.unit('Google Native 2');
  await expect(unit).toHaveCSS('direction', 'rtl');
  await unit.focus();
  await expect(unit).toHaveCSS('direction', 'ltr');
});

test('a failed save shows its alert and its buttons beside the toast', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('500 /apps/updateApp/');
  const { appID } = await api.addApp();
  await page.route('**/apps/updateApp/**', (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'error', success: false, message: 'The disk is full' },
    }),
  );
  await page.goto(`/admin/application-list?edit=${appID}`);
  const form = appForm(page, 'Edit Application');
  await form.note.fill('at the end of the form');
  for (const label of await form.dialog.locator('[data-go-on], [type=submit]').all()) {
    const isCut = await label.evaluate((button) => {
      const text = button.querySelector('.mantine-Button-label') ?? button;
      return text.scrollWidth > text.clientWidth;
    });
    expect(isCut, await label.innerText()).toBe(false);
  }
  await form.save.click();
  await expect(toasts(page)).toContainText('The disk is full');
  const alert = form.dialog.getByRole('alert').filter({ hasText: 'The disk is full' });
  await expect(alert).toBeInViewport({ ratio: 1 });
  for (const one of [alert, form.save]) await expectBesideToast(page, one);
});

test('an opened card and the tools have no violation', async ({ adminPage: page, api }) => {
  const { list } = await fleet(api, 2);
  await page.goto(list());
  await page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'More tools' }).click();
  await expectAccessible(page, 'the list on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

/**
 * Returns the texts of cards that end with an ellipsis; the line below a title may, because the opened card has its text whole.
 */
const cutTexts = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('li[data-row] *')]
      .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => !element.closest('[data-brief]'))
      .map((element) => element.innerText),
  );

test('no card cuts a text, and an opened one has the owner whole', async ({
  adminPage: page,
  api,
}) => {
  const long = 'Wilhelmina Oddleifsdóttir-Featherstonehaugh';
  const password = 'a password that is longer than half a card, 🔑 included';
  const userId = fresh('wilhelmina.oddleifsdottir.featherstonehaugh').replaceAll(' ', '.');
  const owner = await api.addUser({ fullName: long, position: `${long} of all`, userId, password });
  const app = await api.addApp({
    selectedUser: owner.userID,
    accountName: `${long} Ltd`.slice(0, 60),
  });
  const search = (text: string) => new URLSearchParams({ search: text });

  await page.goto(`/admin/application-list?${search(app.appName)}`);
  const card = page.getByRole('list', { name: 'Applications' }).getByRole('listitem').first();
  await expect(card).toContainText(app.appName);
  await card.getByRole('button', { name: /^More about/ }).click();
  const inLine = card.locator('dt', { hasText: 'User' }).last().locator('..');
  await expect(inLine).toHaveText(`User${long}`);
  expect(await cutTexts(page), 'applications').toEqual([]);

  await page.goto(`/admin/user-list?${search(userId)}`);
  const user = page.getByRole('list', { name: 'Users' }).getByRole('listitem').first();
  await expect(user).toContainText(password);
  expect(await cutTexts(page), 'users').toEqual([]);

  for (const path of [
    '/app-configuration',
    '/audit-log',
    '/app-ads',
    '/safety/findings',
    '/safety/batches',
    '/safety/change-requests',
  ]) {
    await page.goto(`/admin${path}`);
    await page.waitForLoadState('networkidle');
    for (const more of await page.getByRole('button', { name: /^More about/ }).all()) {
      if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
    }
    expect(await cutTexts(page), path).toEqual([]);
  }
});

test('the whole name of who is signed in is in the menu', async ({ ownerPage: page, owner }) => {
  await page.goto('/dashboard');
  await account(page, owner.fullName).click();
  const name = page.getByRole('menu').getByText(owner.fullName, { exact: true });
  await expect(name).toBeVisible();
});

test('the search reacts to Enter, Space, Escape, Tab, arrows, Home and End', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/dashboard');
  const { keyboard } = page;
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search' });
  const field = page.getByRole('searchbox', { name: 'Find anything' });
  const find = page.getByRole('button', { name: 'Find', exact: true });
  for (const key of ['Enter', ' ', 'ArrowDown', 'ArrowUp']) {
    await opener.focus();
    await keyboard.press(key);
    await expect(field, `after ${key}`).toBeFocused();
    await keyboard.press('Escape');
    await expect(field).toBeHidden();
    await expect(opener, `Escape after ${key}`).toBeFocused();
  }
  await keyboard.press('Enter');
  await expect(field).toBeFocused();
  for (const [key, focused] of [
    ['ArrowDown', find],
    ['ArrowUp', field],
    ['ArrowUp', find],
    ['Home', field],
    ['Tab', find],
    ['End', find],
    ['ArrowLeft', field],
  ] as const) {
    await keyboard.press(key);
    await expect(focused, key).toBeFocused();
  }
  // Within the text, Home and the arrows to the sides move the cursor.
  await keyboard.type('kof');
  await keyboard.press('Home');
  await keyboard.press('ArrowRight');
  await keyboard.type('_');
  await expect(field).toHaveValue('k_of');
  await expect(field).toBeFocused();
});

test('the palette’s import and export open on a phone, too', async ({ adminPage: page }) => {
  for (const [asked, name] of [
    ['import', 'Import applications'],
    ['export', 'Export'],
  ] as const) {
    await page.goto(`/admin/application-list?${asked}=1`);
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
  }
});
