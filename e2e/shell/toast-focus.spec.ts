import { fleet, searchBox } from '../support/fleet.ts';
import {
  confirmDelete,
  fromMenu,
  openConfigurationRow,
  openUserRow,
  rowOf,
} from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* A toast with a button returns the focus to the place where the toast was triggered. */

test('after Undo the focus is on the row next to the restored one', async ({ adminPage, api }) => {
  const { list, name } = await fleet(api, 2);
  await adminPage.goto(list());
  const remove = (number: string) =>
    rowOf(adminPage, name(number)).getByRole('button', { name: /^Delete/ });
  await remove('01').click();
  await confirmDelete(adminPage, name('01'));
  await expect(rowOf(adminPage, name('01'))).toHaveCount(0);
  await adminPage.getByRole('button', { name: 'Undo' }).focus();
  await adminPage.keyboard.press('Enter');
  await expect(remove('02')).toBeFocused();
  await expect(rowOf(adminPage, name('01'))).toBeVisible();
  await expect(remove('02')).toBeFocused();
});

test('after Undo in an empty list the focus is in the search', async ({ adminPage, api }) => {
  const { list, name } = await fleet(api, 1);
  await adminPage.goto(list());
  await rowOf(adminPage, name('01'))
    .getByRole('button', { name: /^Delete/ })
    .click();
  await confirmDelete(adminPage, name('01'));
  await expect(rowOf(adminPage, name('01'))).toHaveCount(0);
  await adminPage.getByRole('button', { name: 'Undo' }).click();
  await expect(searchBox(adminPage)).toBeFocused();
});

test('after Undo on another page the focus is on its heading', async ({ adminPage, api }) => {
  const { fullName } = await api.addUser({ fullName: fresh('Ada Harbour') });
  await fromMenu(adminPage, await openUserRow(adminPage, fullName), 'Delete');
  await confirmDelete(adminPage);
  const undo = adminPage.getByRole('button', { name: 'Undo' });
  await undo.hover(); // so the toast stays
  await adminPage.getByRole('link', { name: 'Dashboard', exact: true }).first().focus();
  await adminPage.keyboard.press('Enter');
  await expect(adminPage).toHaveURL('/admin/dashboard');
  await undo.click();
  await expect(adminPage.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a toast that is closed by its button gives the focus back', async ({ adminPage, api }) => {
  const { appName } = await api.addConfigured();
  const row = await openConfigurationRow(adminPage, appName);
  const more = await fromMenu(adminPage, row, 'Edit');
  const save = adminPage.getByRole('region', { name: 'App Setting' }).getByRole('button', {
    name: 'Save',
  });
  const toast = adminPage.getByRole('alert').filter({ hasText: 'updated' });
  await save.click();
  await toast.getByRole('button').click();
  await expect(more).toBeFocused();
  await expect(toast).toHaveCount(0);
});

test('after the sign-in link is copied the focus is on the button that opened the form', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/user-list');
  const create = adminPage.getByRole('button', { name: 'Create New User' }).first();
  await create.click();
  const dialog = adminPage.getByRole('dialog', { name: 'Add New User' });
  const values = {
    'Full Name': 'Jean Bartik',
    Position: 'Owner',
    'User Id': fresh('jean').replaceAll(' ', '.'),
  };
  for (const [name, value] of Object.entries(values)) {
    await dialog.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(value);
  }
  await dialog.locator('input[data-path=password]').fill('first-program-46');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await adminPage.getByRole('button', { name: 'Copy sign-in link' }).click();
  await expect(create).toBeFocused();
});
