import { sampleAdUnits } from '@adwarden/contract/ad-units';
import { appForm } from './support/app-form.ts';
import { expectAccessible } from './support/axe.ts';
import { fleet } from './support/fleet.ts';
import { banner, endAllPauses, startPause } from './support/pauses.ts';
import { expect, test } from './support/test.ts';
import { expectBesideToast, toasts } from './support/toasts.ts';

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
