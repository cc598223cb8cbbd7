import type { Page } from '@playwright/test';
import { editApp, save } from '../support/app-form.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { openRow } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh, type TestApi } from '../support/test-api.ts';

/* Selects with a search: a text that is not a choice never saves the previous choice. */

const selected = (page: Page) => page.evaluate(() => document.getSelection()?.toString());

/** Opens the form of a new app of this owner. */
async function editAppOf({ userID }: { userID: string }, page: Page, api: TestApi) {
  const app = await api.addApp({ selectedUser: userID });
  const form = await editApp(page, app);
  return { form, user: form.owner, saved: () => save(form, api, app.appName) };
}

test('typing into a filled owner select replaces its text, and another owner can be found and saved', async ({
  adminPage,
  api,
  owner,
}) => {
  const other = await api.addUser({ fullName: fresh('Mara Quill') });
  const { form, user, saved } = await editAppOf(owner, adminPage, api);
  await expect(user).toHaveValue(`${owner.fullName} (${owner.userID})`);
  await user.click();
  expect(await selected(adminPage)).toBe(`${owner.fullName} (${owner.userID})`);
  await adminPage.keyboard.type(other.userID);
  await expect(user).toHaveValue(other.userID);
  const found = form.dialog.getByRole('listbox').getByRole('option');
  await expect(found).toHaveText([`${other.fullName} (${other.userID})`]);
  await adminPage.keyboard.press('ArrowDown');
  await adminPage.keyboard.press('Enter');
  await expect(user).toHaveValue(`${other.fullName} (${other.userID})`);
  expect(await saved()).toMatchObject({ userID: other.userID });
});

test('Enter never takes an owner that was found for the text before', async ({
  adminPage,
  api,
  owner,
}) => {
  const one = await api.addUser({ fullName: fresh('Ines Slow') });
  const other = await api.addUser({ fullName: fresh('Otto Slow') });
  const { form, user } = await editAppOf(owner, adminPage, api);
  await user.click();
  await adminPage.keyboard.type(one.fullName);
  const found = form.dialog.getByRole('listbox').getByRole('option');
  await expect(found).toHaveText([`${one.fullName} (${one.userID})`]);
  const release = await holdCalls(adminPage, /\/user\/getUser/, 'reads');
  await user.fill(other.fullName);
  const ofBefore = found.filter({ hasText: one.fullName });
  await expect(ofBefore, 'nothing of the text before can be chosen').toHaveCount(0);
  await adminPage.keyboard.press('ArrowDown');
  await adminPage.keyboard.press('Enter');
  await expect(user).toHaveValue(new RegExp(`^${other.fullName}`));
  release();
  await expect(user).toHaveValue(new RegExp(`^${other.fullName}`));
});

test('an owner’s name that was typed but not chosen is an error, and nothing is saved', async ({
  adminPage,
  api,
  owner,
}) => {
  const { form, user, saved } = await editAppOf(owner, adminPage, api);
  let saves = 0;
  adminPage.on('request', (request) => {
    if (request.method() === 'PUT') saves += 1;
  });
  await user.click();
  await adminPage.keyboard.type('nobody at all');
  await adminPage.keyboard.press('Enter');
  await expect(user).toHaveAccessibleDescription('Choose an owner from the list');
  await expect(user, 'what was typed stays').toHaveValue('nobody at all');
  await form.note.fill('so be it');
  await form.save.click();
  await expect(user).toBeFocused();
  await expect(user).toHaveAttribute('aria-invalid', 'true');
  expect(saves, 'saves that were sent').toBe(0);

  await adminPage.keyboard.type(owner.userID);
  await adminPage.getByRole('option', { name: owner.userID }).click();
  await expect(user).not.toHaveAttribute('aria-invalid', 'true');
  expect(await saved()).toMatchObject({ userID: owner.userID, note: 'so be it' });
});

test('removing the owner’s text means that the app has no owner', async ({
  adminPage,
  api,
  owner,
}) => {
  const { user, saved } = await editAppOf(owner, adminPage, api);
  await user.click();
  await adminPage.keyboard.press('Delete');
  expect(await saved()).toMatchObject({ userID: '' });
});

test('choosing the same owner again keeps the owner', async ({ adminPage, api, owner }) => {
  const { user, saved } = await editAppOf(owner, adminPage, api);
  await user.click();
  await adminPage.getByRole('option', { name: owner.userID }).click();
  expect(await saved()).toMatchObject({ userID: owner.userID });
});

test('an application that was typed but not chosen is not configured', async ({
  adminPage,
  api,
}) => {
  const { appName, appID } = await api.addApp();
  await adminPage.goto('/admin/app-configuration');
  const card = adminPage.getByRole('region', { name: 'App Setting', exact: true });
  const select = card.getByRole('combobox', { name: /^Application/ });
  await select.fill(appName);
  await adminPage.getByRole('option', { name: appName }).click();
  await card.getByRole('textbox', { name: /^Country/ }).fill('IN');
  await select.click();
  expect(await selected(adminPage)).toBe(appName);
  await adminPage.keyboard.type('no such app');
  await adminPage.keyboard.press('Enter');
  await expect(select).toHaveAccessibleDescription('Choose an application from the list');
  await expect(select).toHaveValue('no such app');
  expect(await api.call('getConfigureApp', { query: { appID } })).toEqual([]);
});

test('a country that was typed but not chosen is not used for a test', async ({
  adminPage,
  api,
}) => {
  const { appName } = await api.addApp();
  const row = await openRow(adminPage, appName);
  await row.getByRole('button', { name: /^More/ }).click();
  await adminPage.getByRole('menuitem', { name: 'Test as a phone in…' }).click();
  const drawer = adminPage.getByRole('dialog');
  await drawer.getByText('Country and VPN', { exact: true }).click();
  const country = drawer.getByRole('combobox', { name: 'Country of the phone' });
  await country.fill('india');
  await adminPage.getByRole('option', { name: 'India (IN)', exact: true }).click();
  await country.click();
  await adminPage.keyboard.type('Nowhere');
  await drawer.getByRole('button', { name: 'Test' }).click();
  await expect(country).toHaveAccessibleDescription('Choose a country from the list');
  await expect(country).toBeFocused();
});
