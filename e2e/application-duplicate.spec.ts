import type { Page } from '@playwright/test';
import { type AppFormDialog, appForm, findApp } from './support/app-form.ts';
import { png } from './support/png.ts';
import { fromMenu, openRow, rowOf } from './support/rows.ts';
import { expect, test } from './support/test.ts';
import { fresh, type TestApi } from './support/test-api.ts';

/* 'Duplicate…' in the row menu of an application. */

/** Gives an app an icon, and returns the icon's path. */
async function giveIcon(api: TestApi, appID: string): Promise<string> {
  const { token } = await api.signInAdmin();
  const body = new FormData();
  body.set('icon', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'icon.png');
  const headers = { authorization: `Bearer ${token}` };
  const address = `${api.address}/apps/updateApp/${appID}`;
  const answer = await fetch(address, { method: 'PUT', headers, body });
  return (await answer.json()).data.icon;
}

test('opens a new app with the same values and the same icon, and an ID of its own', async ({
  adminPage,
  api,
  owner,
}) => {
  const app = await api.addApp({
    accountName: fresh('Harbour'),
    selectedUser: owner.userID,
    note: 'Line one\nLine “two”',
    appStatus: 'in-develop',
    visibleExtra: 'on',
    reward3: '/21775744923,22/own/reward',
  });
  const icon = await giveIcon(api, app.appID);
  const row = await openRow(adminPage, app.appName);
  await fromMenu(adminPage, row, 'Duplicate…');
  const form = appForm(adminPage, 'Add New Application');
  await expect(form.dialog.getByText(`Copy of ${app.appName}`)).toBeVisible();
  await expect(form.packageName).toHaveValue(app.packageName);
  await expect(form.note).toHaveValue('Line one\nLine “two”');
  await expect(form.appStatus).toHaveValue('in-develop');
  await expect(form.visibleExtra).toHaveValue('on');
  await expect(form.unit('Reward 3')).toHaveValue('/21775744923,22/own/reward');
  await expect(form.dialog.getByRole('img', { name: 'Icon', exact: true })).toHaveAttribute(
    'src',
    `/${icon}`,
  );
  await expect(form.dialog.getByText(app.authToken)).toHaveCount(0);
  const appName = fresh('The copy');
  await form.appName.fill(appName);
  await saveAnyway(adminPage, form);

  const { appID, authToken, createdAt, updatedAt, version, ...values } = await findAppOf(
    api,
    appName,
  );
  expect(values).toEqual({ ...valuesOf(app), appName, icon });
  expect([appID, authToken]).not.toContain(app.appID);
  expect(authToken).not.toBe(app.authToken);
  expect([createdAt, updatedAt, version].every(Boolean)).toBe(true);
});

test('closes without a question as long as nothing was typed, and the next form is empty', async ({
  ownerPage,
  owner,
  api,
}) => {
  const { appName } = await api.addApp({ selectedUser: owner.userID, note: 'mine' });
  await ownerPage.goto('/application-list');
  await fromMenu(ownerPage, rowOf(ownerPage, appName), 'Duplicate…');
  const form = appForm(ownerPage, 'Add New Application');
  await expect(form.appName).toHaveValue(appName);
  await form.close.click();
  await expect(form.dialog).toBeHidden();
  await ownerPage.getByRole('button', { name: 'Add New App' }).click();
  await expect(form.appName).toHaveValue('');
  await expect(form.note).toHaveValue('');
  await form.close.click();
  await expect(form.dialog).toBeHidden();
  // The owner becomes the owner of the copy.
  await fromMenu(ownerPage, rowOf(ownerPage, appName), 'Duplicate…');
  const copy = fresh('Owner’s copy');
  await form.appName.fill(copy);
  await saveAnyway(ownerPage, form);
  await expect(rowOf(ownerPage, copy)).toBeVisible();
  expect(await findApp(api, copy)).toMatchObject({ userID: owner.userID, note: 'mine' });
});

/** Saves, also when the question about findings comes: a copy has the ad units of the other app. */
async function saveAnyway(page: Page, { save, dialog }: AppFormDialog): Promise<void> {
  await save.click();
  const question = page.getByRole('button', { name: 'Save anyway' });
  await expect(async () => {
    if (await question.isVisible()) await question.click();
    await expect(dialog).toBeHidden({ timeout: 500 });
  }).toPass();
}

async function findAppOf(api: TestApi, appName: string) {
  const [app] = await api.call('getAllApp', { query: { search: appName, page: 0 } });
  if (!app) throw new Error(`There is no ${appName}`);
  const { paused: _, waiting: __, matched: ___, ...rest } = app;
  return rest;
}

function valuesOf(app: Awaited<ReturnType<TestApi['addApp']>>) {
  const { appID: _, authToken: __, createdAt: ___, updatedAt: ____, version: _____, ...rest } = app;
  return rest;
}
