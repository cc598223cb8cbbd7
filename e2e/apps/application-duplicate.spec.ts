import { forEachAdUnit } from '@adwarden/contract/ad-units';
import type { Page } from '@playwright/test';
import { type AppFormDialog, appForm, findApp } from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import { previewDialog } from '../support/bulk.ts';
import { png } from '../support/png.ts';
import { fromMenu, openRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh, type TestApi } from '../support/test-api.ts';

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

test('opens a new app that is not live, with the countries, and without package and ad units', async ({
  adminPage,
  api,
  owner,
}) => {
  const app = await api.addConfigured('IN,DE', {
    accountName: fresh('Harbour'),
    selectedUser: owner.userID,
    note: 'Line one\nLine “two”',
    appStatus: 'live',
    visibleExtra: 'on',
    ipAddress: 'on',
    reward3: '/21775744923,22/own/reward',
  });
  const icon = await giveIcon(api, app.appID);
  await fromMenu(adminPage, await openRow(adminPage, app.appName), 'Duplicate…');
  const form = appForm(adminPage, 'Add New Application');
  await expect(form.dialog.getByText(`Copy of ${app.appName}`)).toBeVisible();
  await expect(form.appName).toHaveValue(`${app.appName} (copy)`);
  await expect(form.packageName).toHaveValue('');
  await expect(form.note).toHaveValue('Line one\nLine “two”');
  await expect(form.appStatus).toHaveValue('in-develop');
  await expect(form.visibleExtra).toHaveValue('on');
  await expect(form.unit('Reward 3')).toHaveValue('');
  await expect(form.dialog).toContainText('Countries of the copy, too: Only in India and Germany.');
  await expect(form.dialog.getByText('without countries')).toHaveCount(0);
  await expect(form.dialog.getByRole('img', { name: 'Icon', exact: true })).toHaveAttribute(
    'src',
    `/${icon}`,
  );
  await expect(form.dialog.getByText(app.authToken)).toHaveCount(0);
  // The name is selected, so typing replaces it.
  await expect(form.appName).toBeFocused();
  const appName = fresh('The copy');
  await adminPage.keyboard.type(appName);
  await form.packageName.fill('com.harbour.copy');
  await form.save.click();
  await expect(form.dialog).toBeHidden();

  const { appID, authToken, createdAt, updatedAt, version, ...values } = await findAppOf(
    api,
    appName,
  );
  const own = { appName, icon, packageName: 'com.harbour.copy', appStatus: 'in-develop' };
  expect(values).toEqual({ ...valuesOf(app), ...own, ...forEachAdUnit(() => '') });
  expect([appID, authToken]).not.toContain(app.appID);
  expect(authToken).not.toBe(app.authToken);
  expect([createdAt, updatedAt, version].every(Boolean)).toBe(true);
  const [configured] = await api.call('getConfigureApp', { query: { appID } });
  expect(configured?.countryCodes).toEqual(['IN', 'DE']);
});

test('takes the ad units along when asked to, and leaves those that were typed', async ({
  adminPage,
  api,
}) => {
  const app = await api.addApp({ googleNative1: 'native', reward3: 'reward' });
  await fromMenu(adminPage, await openRow(adminPage, app.appName), 'Duplicate…');
  const form = appForm(adminPage, 'Add New Application');
  const box = form.dialog.getByRole('checkbox', { name: 'With the ad units' });
  await form.unit('Reward 3').fill('mine');
  await box.check();
  await expect(form.unit('Google Native 1')).toHaveValue('native');
  await expect(form.unit('Reward 3')).toHaveValue('mine');
  await box.uncheck();
  await expect(form.unit('Google Native 1')).toHaveValue('');
  await expect(form.unit('Reward 3')).toHaveValue('mine');
  await box.check();
  const appName = fresh('With units');
  await form.appName.fill(appName);
  await form.packageName.fill('com.harbour.units');
  await saveAnyway(adminPage, form);
  expect(await findApp(api, appName)).toMatchObject({ googleNative1: 'native', reward3: 'mine' });
});

test('several copies are made from a list of names and packages, and undone as one', async ({
  adminPage: page,
  api,
}) => {
  const name = fresh('Tide Clock');
  const app = await api.addConfigured('IN', { appName: name, note: 'shared', ipAddress: 'on' });
  const icon = await giveIcon(api, app.appID);
  await fromMenu(page, await openRow(page, name), 'Several copies…');
  const dialog = page.getByRole('dialog', { name: 'Several copies' });
  const list = dialog.getByRole('textbox', { name: 'Names and packages' });
  const count = dialog.getByRole('textbox', { name: 'How many' });
  await expect(count).toBeFocused();
  await expect(list).toHaveValue(`${name} 2, \n${name} 3, `);
  await count.fill('3');
  await expect(list).toHaveValue(`${name} 2, \n${name} 3, \n${name} 4, `);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Line 3: Please Enter Package Name');
  await expect(list).toBeFocused();
  const [one, two] = [`${name} One`, `${name} Two`];
  await list.fill(`${one}, com.harbour.one\n${two}\tcom.harbour.one`);
  await expect(count).toHaveValue('2');
  await expect(dialog).toContainText('Line 2: Line 1 has this package, too');
  await list.fill(`${one}, com.harbour.one\n${two}\tcom.harbour.two`);
  await page.keyboard.press('Control+Enter');

  const preview = previewDialog(page);
  await expect(preview.dialog).toContainText(`Copies of ${name}`);
  await expect(preview.dialog).toContainText('Adds 2 applications.');
  await expect(preview.apps).toHaveCount(2);
  await expect(preview.apps.first()).toContainText(one);
  expect(await api.call('getAllApp', { query: { search: name } }), 'nothing yet').toHaveLength(1);
  await preview.button('Run').click();
  await expect(page.getByText('2 applications imported').first()).toBeVisible();
  await expect(rowOf(page, one)).toBeVisible();
  for (const [appName, packageName] of [
    [one, 'com.harbour.one'],
    [two, 'com.harbour.two'],
  ] as const) {
    const {
      appID,
      authToken: _,
      createdAt: __,
      updatedAt: ___,
      version: ____,
      ...values
    } = await findAppOf(api, appName);
    expect(values).toEqual({ ...valuesOf(app), appName, packageName, icon });
    const [configured] = await api.call('getConfigureApp', { query: { appID } });
    expect(configured?.countryCodes).toEqual(['IN']);
  }
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(rowOf(page, one)).toHaveCount(0);
});

test('an owner makes several copies of an own app, also on a phone', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  const { appName } = await api.addApp({ selectedUser: owner.userID, ipAddress: 'on' });
  await page.goto('/application-list');
  await fromMenu(page, rowOf(page, appName), 'Several copies…');
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = page.getByRole('dialog', { name: 'Several copies' });
  const list = dialog.getByRole('textbox', { name: 'Names and packages' });
  await list.fill(`${appName} One, com.harbour.one`);
  await expectAccessible(page, 'the copies');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await previewDialog(page).button('Run').click();
  await expect(page.getByText('1 application imported').first()).toBeVisible();
  expect(await findAppOf(api, `${appName} One`)).toMatchObject({
    userID: owner.userID,
    ipAddress: 'off',
  });
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
  await expect(form.appName).toHaveValue(`${appName} (copy)`);
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
  await form.packageName.fill('com.harbour.mine');
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
  const { paused: _, waiting: __, matched: ___, delivery: ____, scheduledAt: _____, ...rest } = app;
  return rest;
}

function valuesOf(app: Awaited<ReturnType<TestApi['addApp']>>) {
  const { appID: _, authToken: __, createdAt: ___, updatedAt: ____, version: _____, ...rest } = app;
  return rest;
}
