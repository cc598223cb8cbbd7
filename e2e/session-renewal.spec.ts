import type { Page } from '@playwright/test';
import { openEdit } from './support/app-form.ts';
import { administrator, type Office } from './support/office.ts';
import { openRow } from './support/rows.ts';
import { expect, stored, test } from './support/test.ts';

/* A session that ends while something typed is not saved (ADR 22). */

const renewal = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/** Opens an app's form, types a note, and has the session end on the server. */
async function typeAndLoseSession(page: Page, office: Office, role: 'authAdmin' | 'authUser') {
  const form = await openEdit(page, page.getByRole('row').nth(1));
  await form.note.fill('written for ten minutes');
  const { token } = await stored(page, role);
  await office.call('signOut', { as: token });
  return form;
}

const noteOf = async (office: Office, appName: string) => {
  const [app] = await office.call<{ note: string }[]>('getAllApp', { query: { search: appName } });
  return app?.note;
};

test('an administrator signs in again over the form, and the save goes through', async ({
  adminPage,
  office,
}) => {
  const { appName } = await office.addApp();
  await openRow(adminPage, appName);
  const form = await typeAndLoseSession(adminPage, office, 'authAdmin');
  await form.save.click();
  const dialog = renewal(adminPage);
  await expect(dialog).toContainText(`Please sign in`);
  await expect(dialog).toContainText(administrator.email);
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(form.note).toHaveValue('written for ten minutes');
  await dialog.getByLabel('Password', { exact: true }).fill(administrator.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await expect(form.dialog).toBeHidden();
  await expect(adminPage.getByText(/ updated$/)).toBeVisible();
  expect(await noteOf(office, appName)).toBe('written for ten minutes');
});

test('a user whose sign-in is put off keeps what was typed, and is asked at the next save', async ({
  ownerPage,
  owner,
  office,
}) => {
  const { appName } = await office.addApp({ selectedUser: owner.userID });
  await ownerPage.goto('/application-list');
  const form = await typeAndLoseSession(ownerPage, office, 'authUser');
  await form.save.click();
  const dialog = renewal(ownerPage);
  await expect(dialog).toBeVisible();
  await ownerPage.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(form.note).toHaveValue('written for ten minutes');
  await form.save.click();
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
  await ownerPage.keyboard.press('Enter');
  await expect(form.dialog).toBeHidden();
  expect(await noteOf(office, appName)).toBe('written for ten minutes');
});

test('another account leads away, after the question whether to discard', async ({
  adminPage,
  office,
}) => {
  const { appName } = await office.addApp();
  await openRow(adminPage, appName);
  const form = await typeAndLoseSession(adminPage, office, 'authAdmin');
  await form.save.click();
  await renewal(adminPage).getByRole('button', { name: 'Use another account' }).click();
  await adminPage.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.note).toHaveValue('written for ten minutes');
  await form.save.click();
  await renewal(adminPage).getByRole('button', { name: 'Use another account' }).click();
  await adminPage.getByRole('button', { name: 'Discard' }).click();
  await expect(adminPage).toHaveURL('/admin/login');
});
