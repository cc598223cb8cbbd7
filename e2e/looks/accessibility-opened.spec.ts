import { openEdit, openNewApp } from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import { openRow } from '../support/rows.ts';
import { seesRow } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

/* Checks the form, menus and selects with axe, in light and dark; dialogs.spec.ts checks the dialogs. */

test.setTimeout(120_000);

test('the application form has no violation, also with its error messages', async ({
  adminPage,
  api,
}) => {
  const { appName } = await api.addApp();
  const row = await openRow(adminPage, appName);
  const form = await openNewApp(adminPage);
  await form.save.click();
  await expect(form.dialog.getByText('Please Enter App Name')).toBeVisible();
  await expectAccessible(adminPage, 'Add New Application');
  await form.close.click();
  await openEdit(adminPage, row);
  await expectAccessible(adminPage, 'Edit Application');
});

test('menus, filters and selects have no violation while they are open', async ({
  adminPage,
  api,
  owner,
}) => {
  const { appName } = await api.addApp({ selectedUser: owner.userID });
  const { appID } = await api.addApp();
  await api.call('addConfigureApp', { body: { id: appID, country: 'IN' } });
  const button = (name: string | RegExp) =>
    adminPage.getByRole('main').getByRole('button', { name }).first();
  const look = async (path: string, openers: Record<string, () => Promise<unknown>>) => {
    await adminPage.goto(path);
    await seesRow(adminPage);
    for (const [what, open] of Object.entries(openers)) {
      await open();
      await expect(
        adminPage
          .locator('[role=menu], [role=listbox], [role=dialog]')
          .filter({ visible: true })
          .last(),
      ).toBeVisible();
      await expectAccessible(adminPage, what);
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
  await look('/admin/user-list', {
    'user menu': () => button(/^Actions for/).click(),
    'menu of the top bar': () =>
      adminPage.getByRole('banner').getByRole('button', { name: 'Morgan Quay' }).click(),
  });
  await look('/admin/app-configuration', {
    'configuration menu': () => button(/^Actions for/).click(),
    'application select': async () => {
      await adminPage.getByRole('combobox', { name: /^Application/ }).click();
      await expect(adminPage.getByRole('listbox').getByRole('option').first()).toBeVisible();
    },
  });
});
