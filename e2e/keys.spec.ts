import type { Page } from '@playwright/test';
import { findApp } from './support/app-form.ts';
import { expectAccessible } from './support/axe.ts';
import { fleet, names, rows, searchBox } from './support/fleet.ts';
import { fresh } from './support/office.ts';
import { expect, test } from './support/test.ts';

/* ADR 23: keys that make the way from a search to a saved change short. No mouse in here. */

/** A keyboard that counts its presses; what is typed as text is not counted. */
function counting(page: Page) {
  let presses = 0;
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      presses += 1;
      await page.keyboard.press(key);
    }
  };
  return { press, type: (text: string) => page.keyboard.type(text), count: () => presses };
}

const focusedRow = (page: Page) => page.locator('[data-row]:focus');
const field = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'Edit Application' }).getByLabel(name).first();

test('from the palette to a saved change in fewer than 25 keys', async ({ adminPage, office }) => {
  const { appName } = await office.addApp({ appStatus: 'live' });
  const { press, type, count } = counting(adminPage);
  await adminPage.goto('/admin/dashboard');
  await expect(adminPage.getByRole('button', { name: 'Find anything' })).toBeVisible();
  await press('Control+k');
  await expect(adminPage.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
  await type(appName);
  // Pressed before the server has answered: it is meant for what is found.
  await press('Enter');
  await expect(field(adminPage, 'App Name')).toBeFocused();
  const status = field(adminPage, 'App Status');
  while (!(await status.evaluate((element) => element === document.activeElement))) {
    await press('Tab');
    expect(count(), 'presses').toBeLessThan(25);
  }
  await type('Suspended');
  await press('Control+Enter');
  await expect(adminPage.getByText(`${appName} updated`)).toBeVisible();
  expect((await findApp(office, appName))?.appStatus).toBe('suspend');
  expect(count(), 'presses').toBeLessThan(25);
});

test('from the list’s search to a saved name in six keys, and back on its row', async ({
  adminPage,
  office,
}) => {
  const { appName } = await office.addApp();
  const { press, type, count } = counting(adminPage);
  await adminPage.goto('/admin/application-list');
  await expect(rows(adminPage).first()).toBeVisible();
  await press('/');
  await type(appName);
  await expect(rows(adminPage)).toHaveCount(1);
  await press('ArrowDown');
  await press('Enter');
  await expect(field(adminPage, 'App Name')).toBeFocused();
  await press('End');
  await type(' II');
  await press('Control+Enter');
  await expect(adminPage.getByText(`${appName} II updated`)).toBeVisible();
  expect(count()).toBeLessThan(7);
  await expect(focusedRow(adminPage)).toContainText(`${appName} II`);
});

test('j, k and the arrows move along the rows, and Enter opens one', async ({
  adminPage,
  office,
}) => {
  const { list, name } = await fleet(office, 3);
  const { press } = counting(adminPage);
  await adminPage.goto(list());
  await expect.poll(() => names(adminPage)).toHaveLength(3);
  for (const [key, number] of [
    ['j', '01'],
    ['j', '02'],
    ['ArrowDown', '03'],
    ['j', '03'],
    ['k', '02'],
    ['ArrowUp', '01'],
    ['ArrowUp', '01'],
  ] as const) {
    await press(key);
    await expect(focusedRow(adminPage), key).toContainText(name(number));
  }
  await press('Tab');
  await press('j');
  await expect(focusedRow(adminPage), 'from inside a row').toContainText(name('02'));
  await press('Enter');
  await expect(field(adminPage, 'App Name')).toHaveValue(name('02'));
  await press('Escape');
  await expect(focusedRow(adminPage)).toContainText(name('02'));
  await searchBox(adminPage).press('j');
  await expect(searchBox(adminPage), 'while typing a letter is a letter').toHaveValue('j');
});

test('the cards of a narrow screen have the same keys', async ({ adminPage, office }) => {
  const { list, name } = await fleet(office, 2);
  await adminPage.setViewportSize({ width: 390, height: 800 });
  await adminPage.goto(list());
  await expect(adminPage.getByText(name('02')).first()).toBeVisible();
  await adminPage.keyboard.press('j');
  await adminPage.keyboard.press('j');
  await expect(focusedRow(adminPage)).toContainText(name('02'));
  await adminPage.keyboard.press('Enter');
  await expect(field(adminPage, 'App Name')).toHaveValue(name('02'));
});

test('the users’ list opens by Enter too, and Ctrl-Enter saves', async ({ adminPage, office }) => {
  const user = await office.addUser({ fullName: fresh('Keyed') });
  await adminPage.goto(`/admin/user-list?${new URLSearchParams({ search: user.userID })}`);
  await expect(rows(adminPage)).toHaveCount(1);
  await adminPage.keyboard.press('j');
  await adminPage.keyboard.press('Enter');
  const dialog = adminPage.getByRole('dialog', { name: 'Edit User' });
  await expect(dialog.getByRole('textbox', { name: 'Full Name' })).toBeFocused();
  await adminPage.keyboard.press('End');
  await adminPage.keyboard.type(' Jr');
  await adminPage.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(rows(adminPage)).toContainText([`${user.fullName} Jr`]);
});

test('? lists the keys, gives the focus back, and turns off those without Ctrl', async ({
  adminPage,
  office,
}) => {
  const { list, name } = await fleet(office, 2);
  await adminPage.goto(list());
  await expect.poll(() => names(adminPage)).toHaveLength(2);
  await adminPage.keyboard.press('j');
  await adminPage.keyboard.press('?');
  const dialog = adminPage.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toContainText('Next row');
  await expect(dialog).toContainText('Save');
  await expectAccessible(adminPage, 'the list of keys');
  await adminPage.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(focusedRow(adminPage)).toContainText(name('01'));
  await adminPage.keyboard.press('?');
  await dialog.getByRole('switch', { name: /^Keys without/ }).press('Space');
  await adminPage.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  for (const key of ['j', '?', '/']) await adminPage.keyboard.press(key);
  await expect(dialog).toBeHidden();
  await expect(focusedRow(adminPage), 'still there').toContainText(name('01'));
  await adminPage.reload();
  await expect.poll(() => names(adminPage)).toHaveLength(2);
  await adminPage.keyboard.press('j');
  await expect(focusedRow(adminPage)).toHaveCount(0);
  await adminPage.keyboard.press('Control+k');
  await expect(adminPage.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
  await adminPage.keyboard.type('shortcuts');
  await expect(adminPage.getByRole('option', { selected: true })).toContainText(
    'Keyboard shortcuts',
  );
  await adminPage.keyboard.press('Enter');
  await expect(dialog, 'the palette has it too').toBeVisible();
});
