import type { Page } from '@playwright/test';
import { openEdit, openNewApp } from './support/app-form.ts';
import { expectAccessible } from './support/axe.ts';
import { choose, openCustomizer } from './support/customizer.ts';
import { fresh } from './support/office.ts';
import { openRow } from './support/rows.ts';
import { expect, test } from './support/test.ts';

/* Axe on every screen, in light and dark, and on what opens over them. */

type Screen = { name: string; path: string; ready: (page: Page) => Promise<void> };

const seesRow = async (page: Page) => {
  await expect(page.getByRole('row').nth(1)).toBeVisible();
};
const seesHeading = (name: string) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
};

const adminScreens: Screen[] = [
  { name: 'dashboard', path: '/admin/dashboard', ready: seesHeading('No. of Live App') },
  { name: 'application list', path: '/admin/application-list', ready: seesRow },
  { name: 'user list', path: '/admin/user-list', ready: seesRow },
  { name: 'app configuration', path: '/admin/app-configuration', ready: seesRow },
  {
    name: 'change password',
    path: '/admin/change-password',
    ready: seesHeading('Change Password'),
  },
  { name: 'audit log', path: '/admin/audit-log', ready: seesRow },
];
const ownerScreens: Screen[] = [
  { name: 'user dashboard', path: '/dashboard', ready: seesHeading('No. of Live App') },
  { name: 'user application list', path: '/application-list', ready: seesRow },
  { name: 'user change password', path: '/change-password', ready: seesHeading('Change Password') },
];

async function dress(page: Page, scheme: 'light' | 'dark') {
  await page.addInitScript((layoutModeType) => {
    localStorage.setItem('adwarden.layout', JSON.stringify({ layoutModeType }));
    localStorage.setItem(
      'adwarden.layout.attributes',
      JSON.stringify({ 'data-color-scheme': layoutModeType }),
    );
  }, scheme);
}

async function visit(page: Page, scheme: string, screens: Screen[]) {
  for (const { name, path, ready } of screens) {
    await page.goto(path);
    await ready(page);
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', scheme);
    await expectAccessible(page, `${name}, ${scheme}`);
  }
}

for (const scheme of ['light', 'dark'] as const) {
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

    test('the application form has no violation, with its messages too', async ({
      adminPage,
      office,
    }) => {
      const { appName } = await office.addApp();
      const row = await openRow(adminPage, appName);
      const form = await openNewApp(adminPage);
      await form.save.click();
      await expect(form.dialog.getByText('Please Enter App Name')).toBeVisible();
      await expectAccessible(adminPage, `Add New Application, ${scheme}`);
      await form.close.click();
      await openEdit(adminPage, row);
      await expectAccessible(adminPage, `Edit Application, ${scheme}`);
    });

    test('what opens over a screen has no violation', async ({ adminPage, office }) => {
      const { appName } = await office.addApp();
      const gone = await office.addApp();
      await office.call('deleteApp', { id: gone.appID });
      const row = await openRow(adminPage, appName);
      const opened = {
        'Theme customizer': () => openCustomizer(adminPage),
        'delete confirmation': () => row.getByRole('button', { name: /^Delete/ }).click(),
        'new token': async () => {
          await row.getByRole('button', { name: /^More/ }).click();
          await adminPage.getByRole('menuitem', { name: /New token/ }).click();
        },
        history: async () => {
          await row.getByRole('button', { name: /^More/ }).click();
          await adminPage.getByRole('menuitem', { name: 'History' }).click();
        },
        deleted: () => adminPage.getByRole('button', { name: 'Deleted' }).click(),
      };
      for (const [what, open] of Object.entries(opened)) {
        await open();
        const dialog = adminPage.getByRole('dialog');
        await expect(dialog).toBeVisible();
        await expectAccessible(adminPage, `${what}, ${scheme}`);
        await adminPage.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
      await adminPage.getByRole('banner').getByRole('button', { name: 'Morgan Quay' }).click();
      await expectAccessible(adminPage, `user dropdown, ${scheme}`);
    });

    test('menus, filters and selects have no violation while they are open', async ({
      adminPage,
      office,
      owner,
    }) => {
      const { appName } = await office.addApp({ selectedUser: owner.userID });
      const { appID } = await office.addApp();
      await office.call('addConfigureApp', { body: { id: appID, country: 'IN' } });
      const button = (name: string | RegExp) =>
        adminPage.getByRole('main').getByRole('button', { name }).first();
      const look = async (path: string, openers: Record<string, () => Promise<unknown>>) => {
        await adminPage.goto(path);
        await seesRow(adminPage);
        for (const [what, open] of Object.entries(openers)) {
          await open();
          await expect(
            adminPage.locator('[role=menu], [role=listbox], [role=dialog]').last(),
          ).toBeVisible();
          await expectAccessible(adminPage, `${what}, ${scheme}`);
          await adminPage.keyboard.press('Escape');
        }
      };
      await look(`/admin/application-list?${new URLSearchParams({ search: appName })}`, {
        'row menu': () => button(/^More/).click(),
        columns: () => button('Columns').click(),
        'filter of a text': () => button('Filter App Name').click(),
        'filter of a choice': () => button('Filter Status').click(),
        'filter of dates': () => button('Filter Date').click(),
        'owner select': async () => {
          await button(/^Edit/).click();
          const form = adminPage.getByRole('dialog', { name: 'Edit Application' });
          await form.getByRole('combobox', { name: 'User', exact: true }).click();
          await expect(adminPage.getByRole('option', { name: owner.userID })).toBeVisible();
        },
      });
      await look('/admin/user-list', { 'user menu': () => button(/^Actions for/).click() });
      await look('/admin/app-configuration', {
        'configuration menu': () => button(/^Actions for/).click(),
        'application select': async () => {
          await adminPage.getByRole('combobox', { name: /^Application/ }).click();
          await expect(adminPage.getByRole('option').first()).toBeVisible();
        },
      });
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

    test('every layout and sidebar colour has no violation', async ({ adminPage }) => {
      await adminPage.goto('/admin/dashboard');
      const looks: [control: string, value: string][] = [
        ['Layout type', 'Horizontal'],
        ['Layout type', 'Two column'],
        ['Layout type', 'Semibox'],
        ['Layout type', 'Vertical'],
        ['Topbar color', 'Dark'],
        ['Sidebar color', 'Light'],
        ['Sidebar color', 'Gradient 1'],
        ['Sidebar color', 'Gradient 2'],
        ['Sidebar color', 'Gradient 3'],
        ['Sidebar color', 'Gradient 4'],
        ['Sidebar size', 'Compact'],
        ['Sidebar size', 'Small (Icon View)'],
        ['Sidebar view', 'Detached'],
      ];
      for (const [control, value] of looks) {
        const drawer = await openCustomizer(adminPage);
        await choose(drawer, control, value);
        await adminPage.keyboard.press('Escape');
        await expect(drawer).toBeHidden();
        await expectAccessible(adminPage, `${control} ${value}, ${scheme}`);
      }
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
