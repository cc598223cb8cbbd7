import { openNewApp } from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import { act, previewDialog, selectAll } from '../support/bulk.ts';
import { fleet } from '../support/fleet.ts';
import { expect, test } from '../support/test.ts';

/* Account Name offers the accounts in use, and says when a new name is probably a misspelled one. */

test('the form offers accounts by what is typed, and says what a new name is close to', async ({
  adminPage: page,
  api,
}) => {
  const { accountName } = await fleet(api, 3);
  await page.goto('/admin/application-list');
  const { accountName: field, dialog } = await openNewApp(page);
  await field.fill(accountName.slice(0, -1).toLowerCase());
  const option = dialog.getByRole('option', { name: accountName });
  await expect(option).toContainText('3 applications');
  await expectAccessible(page, 'accounts that are offered');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue(accountName);
  await expect(dialog).not.toContainText('are in');

  const misspelled = `${accountName.slice(0, 2)}${accountName.slice(3)}`;
  await field.fill(misspelled);
  await expect(field).toHaveAccessibleDescription(`3 applications are in ${accountName}.`);
  await field.press('Tab');
  await expect(option).toHaveCount(0);
});

test('so do many applications at once, and an import', async ({ adminPage: page, api }) => {
  const { accountName } = await fleet(api, 2);
  const misspelled = `${accountName.slice(0, 2)}${accountName.slice(3)}`;
  const other = await fleet(api, 2);
  await selectAll(page, other.list());
  await act(page, 'Edit fields');
  const form = page.getByRole('dialog', { name: 'Edit fields' });
  await form.getByRole('combobox', { name: 'Field' }).fill('Account Name');
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'Account Name', exact: true }).fill(misspelled);
  await expect(form).toContainText(`2 applications are in ${accountName}.`);
  await page.keyboard.press('Escape');

  await page.goto('/admin/application-list');
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Import applications…' }).click();
  const wizard = page.getByRole('dialog', { name: 'Import applications' });
  const [app] = await api.call('getAllApp', { query: { accountName: other.accountName } });
  const buffer = Buffer.from(`App ID,Account Name\n${app?.appID},${misspelled}\n`);
  await wizard
    .getByLabel('File to import')
    .setInputFiles({ name: 'accounts.csv', mimeType: 'text/csv', buffer });
  await wizard.getByRole('button', { name: 'Preview' }).click();
  await expect(previewDialog(page).dialog).toContainText(
    `2 applications are in “${accountName}”, and 1 row would be in “${misspelled}”.`,
  );
});
