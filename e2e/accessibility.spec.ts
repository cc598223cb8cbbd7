import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { fresh } from './support/office.ts';
import { adminScreens, dress, ownerScreens, type Screen, schemes } from './support/screens.ts';
import { expect, test } from './support/test.ts';

/* Axe on every screen, in light and dark, wide and on a phone. */

async function visit(page: Page, scheme: string, screens: Screen[]) {
  for (const { name, path, ready } of screens) {
    await page.goto(path);
    await ready(page);
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', scheme);
    await expectAccessible(page, `${name}, ${scheme}`);
  }
}

for (const scheme of schemes) {
  test.describe(`in ${scheme}`, () => {
    test.setTimeout(120_000);
    test.beforeEach(({ page }) => dress(page, scheme));

    test('the sign-ins have no violation, with their messages too', async ({ page }) => {
      for (const path of ['/admin/login', '/login']) {
        await page.goto(path);
        await expect(page.getByText('Welcome Back !')).toBeVisible();
        await expectAccessible(page, `${path}, ${scheme}`);
        await page.getByRole('button', { name: 'Sign In' }).click();
        await expect(page.getByText('Please Enter Your Password')).toBeVisible();
        await expectAccessible(page, `${path} with messages, ${scheme}`);
      }
    });

    test('the administrators’ screens have no violation', async ({ adminPage, office }) => {
      for (const appStatus of ['live', 'in-develop', 'suspend'] as const) {
        const { appID } = await office.addApp({ appStatus });
        await office.call('addConfigureApp', { body: { id: appID, country: 'IN,US' } });
      }
      await office.addUser();
      await visit(adminPage, scheme, adminScreens);
    });

    test('the users’ screens have no violation', async ({ ownerPage, owner, office }) => {
      await office.addApp({ selectedUser: owner.userID });
      await visit(ownerPage, scheme, ownerScreens);
    });

    test('empty lists and lists that failed have no violation', async ({ ownerPage }) => {
      await ownerPage.goto('/application-list');
      await expect(ownerPage.getByText('No applications yet')).toBeVisible();
      await expectAccessible(ownerPage, `no applications yet, ${scheme}`);
      await ownerPage.goto(`/application-list?${new URLSearchParams({ search: fresh('none') })}`);
      await expect(ownerPage.getByText('Nothing matches')).toBeVisible();
      await expectAccessible(ownerPage, `nothing matches, ${scheme}`);
      await ownerPage.route('**/user/getApp/**', (route) =>
        route.fulfill({ status: 404, json: {} }),
      );
      await ownerPage.goto('/application-list');
      await expect(ownerPage.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expectAccessible(ownerPage, `a list that failed, ${scheme}`);
    });

    test('a phone’s screens have no violation', async ({ adminPage, office }) => {
      const { appID } = await office.addApp();
      await office.call('addConfigureApp', { body: { id: appID, country: 'IN' } });
      await adminPage.setViewportSize({ width: 390, height: 844 });
      for (const { name, path } of adminScreens) {
        await adminPage.goto(path);
        await expect(adminPage.getByRole('heading').first()).toBeVisible();
        await expectAccessible(adminPage, `${name} on a phone, ${scheme}`);
      }
      await adminPage.getByRole('button', { name: 'Toggle menu' }).click();
      await expectAccessible(adminPage, `menu on a phone, ${scheme}`);
    });
  });
}
