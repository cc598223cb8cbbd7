import { confirmDelete, fromMenu, openUserRow } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';

/* The web app after a write: dialogs, lists and messages. */

test('a dialog closes after its write, without waiting for the lists', async ({
  adminPage,
  api,
}) => {
  const { userID } = await api.addUser();
  const row = await openUserRow(adminPage, userID);
  await fromMenu(adminPage, row, 'Edit');
  const dialog = adminPage.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByRole('textbox', { name: 'Position' }).fill('Pilot');
  // From here on, no request for a list is answered.
  await adminPage.route(/getUser/, () => {});
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await fromMenu(adminPage, row, 'Delete');
  await confirmDelete(adminPage);
  await expect(adminPage.getByRole('dialog')).toBeHidden();
});

test('an Undo that is pressed on another page shows its result', async ({ adminPage, api }) => {
  const { userID } = await api.addUser();
  const row = await openUserRow(adminPage, userID);
  await fromMenu(adminPage, row, 'Delete');
  await confirmDelete(adminPage);
  const undo = adminPage.getByRole('button', { name: 'Undo' });
  await undo.hover();
  await adminPage.getByRole('link', { name: 'Dashboard', exact: true }).first().focus();
  await adminPage.keyboard.press('Enter');
  await expect(adminPage).toHaveURL('/admin/dashboard');
  await undo.click();
  await expect(adminPage.getByText(/restored/i)).toBeVisible();
});
