import type { Locator } from '@playwright/test';
import { appForm } from '../support/app-form.ts';
import { openRow } from '../support/rows.ts';
import { tabTo } from '../support/tab-to.ts';
import { expect, test } from '../support/test.ts';
import { administrator, fresh } from '../support/test-api.ts';

/* Signing in, adding an app and deleting it with the keyboard only: no mouse and no focus() in this file. */

test('an administrator signs in, adds an app and deletes it without a mouse', async ({
  page,
  api,
}) => {
  const { keyboard } = page;
  const appName = fresh('By keys');
  await page.goto('/admin/application-list');
  await expect(page.getByLabel('Email'), 'the first field has the focus').toBeFocused();
  await keyboard.type(administrator.email);
  await keyboard.press('Tab');
  await keyboard.type(administrator.password);
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/application-list');

  await tabTo(page, page.getByRole('button', { name: 'Add New App' }).first());
  await keyboard.press('Enter');
  const form = appForm(page, 'Add New Application');
  await expect(form.appName).toBeFocused();
  await keyboard.type(appName);
  await tabTo(page, form.packageName);
  await keyboard.type('com.harbour.keys');
  for (const [select, typed] of [
    [form.category, 'Weather'],
    [form.adsStatus, 'ON'],
    [form.appStatus, 'Live'],
    [form.visibleExtra, 'OFF'],
    [form.ipAddress, 'OFF'],
  ] as const) {
    await tabTo(page, select);
    await keyboard.type(typed);
  }
  await tabTo(page, form.save);
  await keyboard.press('Enter');
  // A live app without ad units is an error, which is asked about.
  await tabTo(page, page.getByRole('button', { name: 'Save anyway' }));
  await keyboard.press('Enter');
  await expect(form.dialog).toBeHidden();
  await expect(
    page.getByRole('button', { name: 'Add New App' }).first(),
    'focus comes back to what opened the form',
  ).toBeFocused();

  await keyboard.press('/');
  await keyboard.type(appName);
  await expect(page.getByRole('row')).toHaveCount(2);
  await tabTo(page, page.getByRole('button', { name: `Delete ${appName}` }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByPlaceholder('Copy the app name, then enter it.')).toBeFocused();
  await keyboard.type(appName);
  await tabTo(page, dialog.getByRole('button', { name: 'Yes, Delete It!' }));
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  expect(await api.call('getAllApp', { query: { appName } })).toEqual([]);
});

/** Clicks and presses Escape in the next task, before the opened element can have the focus. */
async function clickAndEscape(target: Locator) {
  await target.evaluate(async (element: HTMLElement) => {
    element.click();
    const { port1, port2 } = new MessageChannel();
    const nextTask = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    port2.postMessage(null);
    await nextTask;
    const pressed = { key: 'Escape', bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', pressed));
  });
}

test('Escape closes what has just opened, also before it has the focus', async ({
  adminPage,
  api,
}) => {
  const { appName } = await api.addApp();
  const row = await openRow(adminPage, appName);
  const opens = {
    'user dropdown': [
      adminPage.getByRole('banner').getByRole('button', { name: 'Morgan Quay' }),
      'menu',
    ],
    'row menu': [row.getByRole('button', { name: /^More/ }), 'menu'],
    columns: [adminPage.getByRole('button', { name: 'Columns' }), 'menu'],
    filter: [adminPage.getByRole('button', { name: 'Filter App Name' }), 'dialog'],
  } as const;
  for (const [what, [button, role]] of Object.entries(opens)) {
    await clickAndEscape(button);
    await expect(button, what).toHaveAttribute('aria-expanded', 'false');
    await expect(adminPage.getByRole(role), what).toHaveCount(0);
    await button.click();
    await expect(adminPage.getByRole(role), what).toBeVisible();
    await adminPage.keyboard.press('Escape');
    await expect(adminPage.getByRole(role), what).toHaveCount(0);
    await expect(button, `focus after the ${what}`).toBeFocused();
  }
  await adminPage.setViewportSize({ width: 390, height: 844 });
  for (const [name, role] of [
    ['Search', 'dialog'],
    ['Sort and filter', 'dialog'],
  ] as const) {
    const button = adminPage.getByRole('button', { name, exact: true });
    await clickAndEscape(button);
    await expect(button, name).toHaveAttribute('aria-expanded', 'false');
    await expect(adminPage.getByRole(role), name).toHaveCount(0);
  }
});

test('the focus is always visible', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  await expect(adminPage.getByRole('heading', { name: 'No. of Application' })).toBeVisible();
  for (let presses = 1; presses <= 16; presses += 1) {
    await adminPage.keyboard.press('Tab');
    const seen = await adminPage.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return 'nothing is focused';
      const inLabel = focused.closest('label') ?? focused;
      const visible = [focused, inLabel, focused.parentElement].some((element) => {
        if (!element) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      });
      return visible ? 'seen' : `no outline: ${focused.outerHTML.slice(0, 120)}`;
    });
    expect(seen, `after ${presses} Tabs`).toBe('seen');
  }
});

test('Tab goes from field to field, whatever stands below them, and Alt-Enter to the buttons', async ({
  adminPage: page,
  api,
}) => {
  const { keyboard } = page;
  // Each of these fields has a finding below it, with a button.
  const app = await api.addApp({
    packageName: 'com.example.tide',
    googleNative1: 'pub-1',
    googleNative2: '',
  });
  await page.goto(`/admin/application-list?search=${encodeURIComponent(app.appName)}`);
  await page.getByRole('button', { name: `Edit ${app.appName}` }).click();
  const form = appForm(page, 'Edit Application');
  await expect(form.dialog.getByRole('button', { name: /^Why\?/ }).nth(1)).toBeVisible();
  await form.packageName.focus();
  await keyboard.press('Tab');
  await expect(form.accountName).toBeFocused();
  await form.unit('Google Native 1').focus();
  await keyboard.press('Tab');
  await expect(form.unit('Google Native 2')).toBeFocused();
  await keyboard.press('Tab');
  await expect(form.unit('Google Native 3')).toBeFocused();
  await keyboard.press('Alt+Enter');
  await expect(
    form.dialog.getByRole('button', { name: 'Sample for Google Native 3' }),
  ).toBeFocused();
  await keyboard.press('Enter');
  await expect(form.unit('Google Native 3')).not.toHaveValue('');
  await form.packageName.focus();
  await keyboard.press('Alt+Enter');
  await keyboard.press('Enter');
  await expect(form.dialog.getByRole('button', { name: /^Why\?/ }).first()).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await keyboard.press('Alt+Enter');
  await expect(form.packageName, 'and back').toBeFocused();
  await expect(form.dialog, 'Alt-Enter saves nothing').toBeVisible();
});

test('the first row of a list is a few keys away', async ({ adminPage: page, api }) => {
  const { keyboard } = page;
  const { appName } = await api.addApp();
  await page.goto(`/admin/application-list?search=${encodeURIComponent(appName)}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to the rows' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await keyboard.press('Enter');
  await expect(page.getByRole('row').nth(1)).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(appName);
});
