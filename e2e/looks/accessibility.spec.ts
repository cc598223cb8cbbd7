import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { adminScreens, ownerScreens, type Screen } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';
import { show } from './show.ts';

/* Checks every screen with axe, in light and dark, on a wide screen and on a phone. */

async function visit(page: Page, screens: Screen[]) {
  for (const { name, path, ready } of screens) {
    await show(page, path);
    await ready(page);
    await expectAccessible(page, name);
  }
}

test.setTimeout(120_000);

test('the sign-in pages have no violation, also with their error messages', async ({ page }) => {
  for (const path of ['/admin/login', '/login']) {
    await page.goto(path);
    await expect(page.getByText('Welcome Back !')).toBeVisible();
    await expectAccessible(page, path);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Please Enter Your Password')).toBeVisible();
    await expectAccessible(page, `${path} with messages`);
  }
});

test('the administrators’ screens have no violation', async ({ adminPage, api }) => {
  for (const appStatus of ['live', 'in-develop', 'suspend'] as const) {
    const { appID } = await api.addApp({ appStatus });
    await api.call('addConfigureApp', { body: { id: appID, country: 'IN,US' } });
  }
  await api.addUser();
  await visit(adminPage, adminScreens);
});

test('the users’ screens have no violation', async ({ ownerPage, owner, api }) => {
  await api.addApp({ selectedUser: owner.userID });
  await visit(ownerPage, ownerScreens);
});

test('empty lists and lists that failed have no violation', async ({ ownerPage, mayFail }) => {
  mayFail('404 /user/getApp/');
  await ownerPage.goto('/application-list');
  await expect(ownerPage.getByText('No applications yet')).toBeVisible();
  await expectAccessible(ownerPage, 'no applications yet');
  await ownerPage.goto(`/application-list?${new URLSearchParams({ search: fresh('none') })}`);
  await expect(ownerPage.getByText('Nothing matches')).toBeVisible();
  await expectAccessible(ownerPage, 'nothing matches');
  await ownerPage.route('**/user/getApp/**', (route) => route.fulfill({ status: 404, json: {} }));
  await ownerPage.goto('/application-list');
  await expect(ownerPage.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(ownerPage, 'a list that failed');
});

test('the screens have no violation on a phone', async ({ adminPage, api }) => {
  const { appID } = await api.addApp();
  await api.call('addConfigureApp', { body: { id: appID, country: 'IN' } });
  await adminPage.setViewportSize({ width: 390, height: 844 });
  for (const { name, path } of adminScreens) {
    await show(adminPage, path);
    await expect(adminPage.getByRole('heading').first()).toBeVisible();
    await expectAccessible(adminPage, `${name} on a phone`);
  }
  await adminPage.getByRole('button', { name: 'Toggle menu' }).click();
  await expectAccessible(adminPage, 'menu on a phone');
});
