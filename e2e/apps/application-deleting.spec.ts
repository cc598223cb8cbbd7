import type { Page } from '@playwright/test';
import { openRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';

/* Spec, section 2 "Delete confirmation modal". */

/** Opens the delete modal of an app and returns its elements. */
async function askToDelete(page: Page, appName: string) {
  const remove = (await openRow(page, appName)).getByRole('button', { name: /Delete/ });
  await remove.click();
  const dialog = page.getByRole('dialog');
  return {
    remove,
    dialog,
    typed: dialog.getByPlaceholder('Copy the app name, then enter it.'),
    confirm: dialog.getByRole('button', { name: 'Yes, Delete It!' }),
  };
}

test('deleting is possible only after the exact name is typed', async ({ adminPage, api }) => {
  const { appName, appID } = await api.addApp();
  const { remove, dialog, typed, confirm } = await askToDelete(adminPage, appName);
  await expect(dialog.getByText('Are you sure ?', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Are you sure you want delete this ?')).toBeVisible();
  await expect(dialog.getByText(`App Name : ${appName}`)).toBeVisible();
  for (const wrong of ['', appName.toUpperCase(), ` ${appName}`, `${appName} `]) {
    await typed.fill(wrong);
    await expect(confirm, `with ${JSON.stringify(wrong)}`).toBeDisabled();
  }
  await typed.fill(appName);
  await expect(confirm).toBeEnabled();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  await remove.click();
  await expect(typed, 'opened again').toHaveValue('');
  await typed.fill(appName);
  await confirm.click();
  await expect(adminPage.getByText(`${appName} deleted`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(adminPage, appName)).toHaveCount(0);
  const left = await api.call('getAllApp', { query: { appID } });
  expect(left).toEqual([]);
});

test('deleting an app that somebody else has deleted shows a message', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('404 /apps/deleteApp');
  const { appName, appID } = await api.addApp();
  const { typed, confirm } = await askToDelete(adminPage, appName);
  await api.call('deleteApp', { id: appID });
  await typed.fill(appName);
  await confirm.click();
  await expect(adminPage.getByRole('alert')).toBeVisible();
});
