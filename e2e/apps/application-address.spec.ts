import { appForm, openEdit } from '../support/app-form.ts';
import { fleet } from '../support/fleet.ts';
import { rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';

/* The address of the list has the app in the form: 'edit=<app ID>'. */

const title = 'Edit Application';

test('an open form has an address, which a reload opens again, and Back closes it', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 2);
  await page.goto('/admin/dashboard');
  await page.goto(list());
  const { dialog, appName } = await openEdit(page, rowOf(page, name('02')));
  await expect(page).toHaveURL(/&edit=\w+$/);
  await page.reload();
  await expect(appName).toHaveValue(name('02'));
  await expect(dialog.getByText('2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Previous application' }).click();
  await expect(appName).toHaveValue(name('01'));
  await page.reload();
  await expect(appName).toHaveValue(name('01'));
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(list());
  await expect(rowOf(page, name('02'))).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/admin/dashboard');
});

test('Back from a changed form asks, and the address stays until the answer', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 1);
  await page.goto(list());
  const { dialog, note } = await openEdit(page, rowOf(page, name('01')));
  await note.fill('unsaved');
  const address = page.url();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(page.url()).toBe(address);
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(list());
});

test('a link opens an app that the list does not show on its page', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  const apps = [];
  for (let n = 0; n < 11; n += 1) apps.push(await api.addApp({ selectedUser: owner.userID }));
  await page.goto(`/application-list?edit=${apps[0]?.appID}`);
  await expect(appForm(page, title).appName).toHaveValue(apps[0]?.appName ?? '');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/application-list');
});
