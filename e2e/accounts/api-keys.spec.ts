import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { confirmDelete, fromMenu, rowOf } from '../support/rows.ts';
import { enter, expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* The page API keys (ADR 129). */

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens the form of a new key, and names it. */
async function openForm(page: Page, path: string, name: string) {
  await page.goto(path);
  await page.getByRole('button', { name: 'Make an API key' }).first().click();
  const form = dialog(page, 'Make an API key');
  await form.getByRole('textbox', { name: /^Name/ }).fill(name);
  return form;
}

test('an administrator makes a key, copies it once, uses it, and ends it', async ({
  adminPage,
  api,
}) => {
  const name = fresh('Nightly <b>export</b>');
  const form = await openForm(adminPage, '/admin/api-keys', name);
  await expect(adminPage).toHaveTitle('Admin Panel | API keys');
  await expect(form.getByRole('checkbox')).toHaveCount(5);
  await expect(form.getByRole('checkbox', { name: 'Read' })).toBeChecked();
  await form.getByRole('checkbox', { name: 'Pauses' }).check();
  await expectAccessible(adminPage, 'the form of an API key');
  await form.getByRole('button', { name: 'Save', exact: true }).click();

  const shown = dialog(adminPage, 'API key');
  await shown.getByRole('button', { name: 'Copy the key' }).click();
  const key = await copied(adminPage);
  expect(key).toMatch(/^adw_[0-9A-Za-z]{40}$/);
  await expectAccessible(adminPage, 'the new API key');
  await shown.getByRole('button', { name: 'Done' }).click();
  const status = async () =>
    (await fetch(`${api.address}/apps/stats`, { headers: { authorization: `Bearer ${key}` } }))
      .status;
  expect(await status()).toBe(200);

  const row = rowOf(adminPage, name);
  await expect(row).toContainText('Read, Pauses');
  await expect(row).toContainText('On');
  await expectAccessible(adminPage, 'the list of API keys');
  expect(await adminPage.content()).not.toContain(key);

  await fromMenu(adminPage, row, 'End…');
  await expect(dialog(adminPage, 'Are you sure ?')).toContainText('ends at once');
  await confirmDelete(adminPage);
  await expect(row).toHaveCount(0);
  expect(await status()).toBe(401);
});

test('the form says what is wrong, and keeps what was typed', async ({ adminPage, mayFail }) => {
  mayFail('400 /apiKeys');
  const form = await openForm(adminPage, '/admin/api-keys', '');
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await form.getByRole('checkbox', { name: 'Read' }).uncheck();
  await form.getByRole('textbox', { name: 'Addresses' }).fill('192.0.2.7, here');
  await save.click();
  await expect(form).toContainText('Please Enter Name');
  await expect(form).toContainText('Please Select Scopes');
  await expect(form).toContainText('Addresses must be such as 192.0.2.7');
  await form.getByRole('textbox', { name: /^Name/ }).fill('Typed');
  await form.getByRole('checkbox', { name: 'Read' }).check();
  await form.getByRole('textbox', { name: 'Addresses' }).fill('192.0.2.7');
  // The server sees a proxy that nobody has named.
  await adminPage.route('**/apiKeys', (route) =>
    route.continue({ headers: { ...route.request().headers(), forwarded: 'for=192.0.2.9' } }),
  );
  await save.click();
  await expect(form).toContainText('TRUST_PROXY');
  await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('Typed');
});

test('an owner has no scope for owners, and sees own keys only', async ({ ownerPage }) => {
  await ownerPage.goto('/api-keys');
  await expect(ownerPage).toHaveTitle('User Panel | API keys');
  await expect(ownerPage.getByText('No API keys yet')).toBeVisible();
  await expect(ownerPage.getByRole('radio', { name: 'All' })).toHaveCount(0);
  await expectAccessible(ownerPage, 'no API keys');
  const name = fresh('Of an owner');
  const form = await openForm(ownerPage, '/api-keys', name);
  await expect(form.getByRole('checkbox')).toHaveCount(4);
  await expect(form.getByRole('checkbox', { name: 'Owners' })).toHaveCount(0);
  await form.getByText('7 days', { exact: true }).click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog(ownerPage, 'API key').getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(ownerPage, name)).toContainText('Never');
});

test('an administrator finds keys of others, and turns one on again', async ({
  adminPage,
  api,
  owner,
}) => {
  const { token } = await api.signInOwner(owner);
  const name = fresh('To turn on');
  const body = { name, scopes: ['read'] } as const;
  const { id } = await api.call('addApiKey', { body, as: token });
  await api.call('updateApiKey', { id, body: { enabled: false } });
  await adminPage.goto('/admin/api-keys');
  await adminPage.locator('label', { hasText: /^Off$/ }).click();
  const row = rowOf(adminPage, name);
  await expect(row).toContainText(owner.fullName);
  await fromMenu(adminPage, row, 'Turn on');
  await expect(row).toHaveCount(0);
  await adminPage.locator('label', { hasText: /^All$/ }).click();
  await expect(row).toContainText('On');
  await api.call('endApiKey', { id });
});

test('a viewer’s key only reads', async ({ page, api }) => {
  await enter(page, await api.signInViewer());
  const form = await openForm(page, '/admin/api-keys', 'Of a viewer');
  await expect(form.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'All' })).toHaveCount(0);
});

test('the page fits a phone, and shows when it could not be loaded', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('503 /apiKeys');
  const name = fresh('On a phone');
  const { id } = await api.call('addApiKey', { body: { name, scopes: ['read', 'apps'] } });
  await adminPage.setViewportSize({ width: 390, height: 844 });
  await adminPage.goto('/admin/api-keys');
  await expect(adminPage.getByText(name)).toBeVisible();
  const overflow = () =>
    adminPage.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await adminPage.route('**/apiKeys*', (route) =>
    route.fulfill({
      status: 503,
      json: { status: 'error', success: false, message: 'The database is away' },
    }),
  );
  await adminPage.reload();
  await expect(
    adminPage.getByRole('region', { name: 'API keys' }).getByText('The database is away'),
  ).toBeVisible();
  await api.call('endApiKey', { id });
});
