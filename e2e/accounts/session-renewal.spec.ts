import type { Page } from '@playwright/test';
import { openEdit } from '../support/app-form.ts';
import { loseSession } from '../support/lost-session.ts';
import { openRow } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { administrator, type TestApi } from '../support/test-api.ts';

/* A session that ends while there are unsaved changes (ADR 22). */

const renewal = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/** Opens an app's form, types a note, and ends the session on the server. */
async function typeAndLoseSession(page: Page, api: TestApi, role: 'authAdmin' | 'authUser') {
  const form = await openEdit(page, page.getByRole('row').nth(1));
  await form.note.fill('written for ten minutes');
  await loseSession(page, api, role);
  return form;
}

const noteOf = async (api: TestApi, appName: string) => {
  const [app] = await api.call('getAllApp', { query: { search: appName } });
  return app?.note;
};

test('an administrator signs in again in a dialog over the form, and the save succeeds', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('401 /admin/login', '401 /apps/updateApp');
  const { appName } = await api.addApp();
  await openRow(adminPage, appName);
  const form = await typeAndLoseSession(adminPage, api, 'authAdmin');
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
  expect(await noteOf(api, appName)).toBe('written for ten minutes');
});

test('a user who closes this dialog keeps the input, and the next save opens it again', async ({
  ownerPage,
  owner,
  api,
  mayFail,
}) => {
  mayFail('401 /apps/updateApp');
  const { appName } = await api.addApp({ selectedUser: owner.userID });
  await ownerPage.goto('/application-list');
  const form = await typeAndLoseSession(ownerPage, api, 'authUser');
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
  expect(await noteOf(api, appName)).toBe('written for ten minutes');
});

test('using another account asks whether to discard the changes, then leaves the page', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('401 /apps/updateApp');
  const { appName } = await api.addApp();
  await openRow(adminPage, appName);
  const form = await typeAndLoseSession(adminPage, api, 'authAdmin');
  await form.save.click();
  await renewal(adminPage).getByRole('button', { name: 'Use another account' }).click();
  await adminPage.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.note).toHaveValue('written for ten minutes');
  await form.save.click();
  await renewal(adminPage).getByRole('button', { name: 'Use another account' }).click();
  await adminPage.getByRole('button', { name: 'Discard' }).click();
  await expect(adminPage).toHaveURL('/admin/login');
});
