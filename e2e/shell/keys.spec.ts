import type { Page } from '@playwright/test';
import { heading } from '../apps/app-page.ts';
import { appForm, findApp } from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import { fleet, names, rows, searchBox } from '../support/fleet.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Keyboard shortcuts (ADR 23). No mouse in this file. */

/** Builds a keyboard that counts the pressed keys, except typed text. */
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

test('two keys lead from the name to the first ad unit, and back', async ({ adminPage, api }) => {
  const { appID } = await api.addApp();
  await adminPage.goto(`/admin/application-list?search=${appID}`);
  await adminPage.getByRole('row').nth(1).getByRole('button', { name: /^Edit/ }).focus();
  await adminPage.keyboard.press('Enter');
  const form = appForm(adminPage, 'Edit Application');
  await expect(form.appName).toBeFocused();
  const press = (key: string) => adminPage.keyboard.press(`Control+Alt+${key}`);
  await press('PageDown');
  await expect(form.adsStatus).toBeFocused();
  await press('PageDown');
  const unit = form.dialog.getByRole('group').first().getByRole('textbox').first();
  await expect(unit).toBeFocused();
  await expect(unit).toBeInViewport();
  await press('PageDown');
  await expect(form.note).toBeFocused();
  await press('PageDown');
  await expect(form.note, 'the last section').toBeFocused();
  for (const field of [unit, form.adsStatus, form.appName, form.appName]) {
    await press('PageUp');
    await expect(field).toBeFocused();
  }
  await expect(form.appName, 'no other app, and nothing typed').toHaveValue(/^Tide Clock/);
  const links = form.dialog.getByRole('navigation', { name: 'Sections of the form' });
  await links.getByRole('button', { name: /^Ad units/ }).focus();
  await adminPage.keyboard.press('Enter');
  await expect(unit).toBeFocused();
  await adminPage.keyboard.press('Escape');
  await adminPage.keyboard.press('?');
  const keys = adminPage.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Next section of an application')).toBeVisible();
});

test('a change is saved from the palette with fewer than 25 keys', async ({ adminPage, api }) => {
  const { appName } = await api.addApp({ appStatus: 'live' });
  const { press, type, count } = counting(adminPage);
  await adminPage.goto('/admin/dashboard');
  await expect(adminPage.getByRole('button', { name: 'Find anything' })).toBeVisible();
  await press('Control+k');
  await expect(adminPage.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
  await type(appName);
  // Pressed before the server has answered: it opens the found entry when the answer comes.
  await press('Enter');
  await expect(heading(adminPage)).toHaveText(appName);
  await press('e');
  await expect(field(adminPage, 'App Name')).toBeFocused();
  const status = field(adminPage, 'App Status');
  while (!(await status.evaluate((element) => element === document.activeElement))) {
    await press('Tab');
    expect(count(), 'presses').toBeLessThan(25);
  }
  await type('Suspended');
  await press('Control+Enter');
  await expect(adminPage.getByText(`${appName} updated`)).toBeVisible();
  expect((await findApp(api, appName))?.appStatus).toBe('suspend');
  expect(count(), 'presses').toBeLessThan(25);
});

test('a name is saved from the list’s search with six keys, and the focus is back on its row', async ({
  adminPage,
  api,
}) => {
  const { appName } = await api.addApp();
  const { press, type, count } = counting(adminPage);
  await adminPage.goto('/admin/application-list');
  await expect(rows(adminPage).first()).toBeVisible();
  await press('/');
  await type(appName);
  await expect(rows(adminPage)).toHaveCount(1);
  await press('ArrowDown');
  await press('e');
  await expect(field(adminPage, 'App Name')).toBeFocused();
  await press('End');
  await type(' II');
  await press('Control+Enter');
  await expect(adminPage.getByText(`${appName} II updated`)).toBeVisible();
  expect(count()).toBeLessThan(7);
  await expect(focusedRow(adminPage)).toContainText(`${appName} II`);
});

test('j, k and the arrows move between rows, e edits a row and Enter opens its page', async ({
  adminPage,
  api,
}) => {
  const { list, name } = await fleet(api, 3);
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
  await expect(focusedRow(adminPage), 'with the focus inside a row').toContainText(name('02'));
  await press('e');
  await expect(field(adminPage, 'App Name')).toHaveValue(name('02'));
  await press('Escape');
  await expect(focusedRow(adminPage)).toContainText(name('02'));
  await press('Enter');
  await expect(heading(adminPage)).toHaveText(name('02'));
  await adminPage.goBack();
  await expect(focusedRow(adminPage)).toContainText(name('02'));
  await searchBox(adminPage).press('j');
  await expect(searchBox(adminPage), 'while typing, the letter is not a shortcut').toHaveValue('j');
});

test('a click on a row opens the page of the application, but not one on a control or one that selects text', async ({
  adminPage,
  api,
}) => {
  const { list, name } = await fleet(api, 2);
  await adminPage.goto(list());
  const row = rows(adminPage).filter({ hasText: name('02') });
  await row.getByRole('button', { name: /^More for/ }).click();
  await expect(adminPage.getByRole('menu')).toBeVisible();
  await expect(adminPage).toHaveURL(list());
  await adminPage.keyboard.press('Escape');
  await expect(adminPage.getByRole('menu')).toBeHidden();

  const date = row.getByText(/^\d\d [A-Z][a-z]{2} \d{4}$/);
  const text = await date.boundingBox();
  if (!text) throw new Error('The date has no box');
  const middle = text.y + text.height / 2;
  await adminPage.mouse.move(text.x + 2, middle);
  await adminPage.mouse.down();
  await adminPage.mouse.move(text.x + text.width - 2, middle, { steps: 5 });
  await adminPage.mouse.up();
  await expect
    .poll(() => adminPage.evaluate(() => String(window.getSelection())), 'text is selected')
    .not.toBe('');
  await expect(adminPage).toHaveURL(list());

  // It also works while text of the row is still selected.
  await date.click();
  await expect(heading(adminPage)).toHaveText(name('02'));
  await adminPage.goBack();
  await expect(focusedRow(adminPage)).toContainText(name('02'));
});

test('the keys work on a layout without Latin letters', async ({ adminPage, api }) => {
  const { list, name } = await fleet(api, 3);
  await adminPage.goto(list());
  await expect(rows(adminPage).first()).toBeVisible();
  /** Presses a key where it is on every keyboard, with the letter of another alphabet. */
  const press = (code: string, key: string, ctrlKey = false) =>
    adminPage.evaluate(
      (init) => {
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }));
      },
      { code, key, ctrlKey },
    );
  await press('KeyJ', 'о');
  await press('KeyJ', 'ו');
  await expect(focusedRow(adminPage)).toContainText(name('02'));
  await press('KeyK', 'λ');
  await expect(focusedRow(adminPage)).toContainText(name('01'));
  await press('KeyX', 'ч');
  await expect(adminPage.getByText('1 selected')).toBeVisible();
  await press('KeyK', 'ن', true);
  await expect(adminPage.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
});

test('a Latin layout with other places keeps its letters', async ({ adminPage, api }) => {
  const { list, name } = await fleet(api, 2);
  await adminPage.goto(list());
  await expect(rows(adminPage).first()).toBeVisible();
  // Dvorak: the key at the place of J gives an h.
  await adminPage.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { code: 'KeyJ', key: 'h', bubbles: true }),
    ),
  );
  await expect(focusedRow(adminPage)).toHaveCount(0);
  await adminPage.keyboard.press('j');
  await expect(focusedRow(adminPage)).toContainText(name('01'));
});

test('the cards of a narrow screen have the same keys', async ({ adminPage, api }) => {
  const { list, name } = await fleet(api, 2);
  await adminPage.setViewportSize({ width: 390, height: 800 });
  await adminPage.goto(list());
  await expect(adminPage.getByText(name('02')).first()).toBeVisible();
  await adminPage.keyboard.press('j');
  await adminPage.keyboard.press('j');
  await expect(focusedRow(adminPage)).toContainText(name('02'));
  await adminPage.keyboard.press('Enter');
  await expect(heading(adminPage)).toHaveText(name('02'));
});

test('in the users’ list Enter also opens a row, and Ctrl-Enter saves', async ({
  adminPage,
  api,
}) => {
  const user = await api.addUser({ fullName: fresh('Keyed') });
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
  api,
}) => {
  const { list, name } = await fleet(api, 2);
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
  await expect(
    adminPage.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true }),
  ).toContainText('Keyboard shortcuts');
  await adminPage.keyboard.press('Enter');
  await expect(dialog, 'also from the palette').toBeVisible();
});
