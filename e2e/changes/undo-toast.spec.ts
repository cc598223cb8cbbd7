import type { Page } from '@playwright/test';
import { editApp, findApp, openEdit } from '../support/app-form.ts';
import { passUntilVisible, stopClock } from '../support/clock.ts';
import { card, configurationPath, country, save } from '../support/configuration.ts';
import { fromMenu, openConfigurationRow, openUserRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';

/* The Undo in the toast of a saved edit (ADR 21). */

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

test('a saved edit of an app is undone from its toast by keyboard, and the focus is back', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp({ note: 'before', adsStatus: 'on' });
  const form = await editApp(page, app);
  await form.note.fill('after');
  await form.adsStatus.selectOption('off');
  await form.save.click();
  await expect(page.getByText(`${app.appName} updated`)).toBeVisible();
  const edit = page.getByRole('button', { name: `Edit ${app.appName}` });
  await expect(edit).toBeFocused();
  await page.keyboard.press('u');
  await expect(undo(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Undone: Ads Status, Note')).toBeVisible();
  await expect(undo(page)).toHaveCount(0);
  await expect(edit).toBeFocused();
  expect(await findApp(api, app.appName)).toMatchObject({ note: 'before', adsStatus: 'on' });
  await expect(rowOf(page, app.appName).getByText('ON', { exact: true }).first()).toBeVisible();
});

test('it stays for 10 seconds, and longer while it is pointed at or has the focus', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  const form = await editApp(page, app);
  await form.note.fill('after');
  await stopClock(page);
  await form.save.click();
  await passUntilVisible(page, undo(page));
  await page.clock.runFor(9_000);
  await undo(page).hover();
  await page.clock.runFor(20_000);
  await expect(undo(page), 'pointed at').toBeVisible();
  await undo(page).focus();
  await page.mouse.move(0, 500);
  await page.clock.runFor(20_000);
  await expect(undo(page), 'focused').toBeVisible();
  await page.getByRole('button', { name: `Edit ${app.appName}` }).focus();
  await page.clock.runFor(9_000);
  await expect(undo(page)).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(undo(page)).toBeHidden();
});

test('it says that somebody has changed the app meanwhile, and changes nothing', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('409 /changes');
  const app = await api.addApp({ note: 'before' });
  const form = await editApp(page, app);
  await form.note.fill('mine');
  await form.save.click();
  await expect(undo(page)).toBeVisible();
  await api.call('updateApp', { id: app.appID, body: { note: 'theirs' } });
  await undo(page).click();
  await expect(
    page.getByText('Not undone. Somebody has changed this application since: look again'),
  ).toBeVisible();
  expect((await findApp(api, app.appName))?.note).toBe('theirs');
});

test('an owner undoes an own edit', async ({ ownerPage: page, owner, api }) => {
  const app = await api.addApp({ selectedUser: owner.userID, note: 'before' });
  await page.goto('/application-list');
  const form = await openEdit(page, rowOf(page, app.appName));
  await form.note.fill('after');
  await form.save.click();
  await undo(page).click();
  await expect(page.getByText('Undone: Note')).toBeVisible();
  expect((await findApp(api, app.appName))?.note).toBe('before');
});

test('countries are undone', async ({ adminPage: page, api }) => {
  const { appID, appName } = await api.addConfigured('IN');
  await fromMenu(page, await openConfigurationRow(page, appName), 'Edit');
  await country(page).fill('IN,US');
  await save(card(page, 'App Setting')).click();
  await undo(page).click();
  await expect(page.getByText('Undone: Country')).toBeVisible();
  const [row] = await api.call('getConfigureApp', { query: { search: appName } });
  expect(row).toMatchObject({ appID, country: 'IN' });
});

test('a user is undone, but not a new password', async ({ adminPage: page, api }) => {
  const { userID } = await api.addUser({ position: 'Publisher' });
  const row = await openUserRow(page, userID);
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  const edit = async (field: string, text: string) => {
    await fromMenu(page, row, 'Edit');
    await dialog.locator(`input[data-path=${field}]`).fill(text);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await edit('position', 'Pilot');
  await undo(page).click();
  await expect(page.getByText('Undone: Position')).toBeVisible();
  await expect(row).toContainText('Publisher');
  await edit('password', 'another-tide-clock-8');
  await expect(page.getByText(/ updated$/)).toBeVisible();
  await expect(undo(page)).toHaveCount(0);
});

test('a global setting is undone, unless somebody has changed it since', async ({
  adminPage: page,
  api,
}) => {
  const stored = async () => (await api.call('getAllConfig')).vpnApiKey;
  await api.call('updateVPNAPIKey', { body: { VPNAPIKey: 'key-of-before' } });
  await page.goto(configurationPath);
  const vpn = card(page, 'VPN API Key');
  const field = vpn.getByRole('textbox');
  await expect(field).toHaveValue('key-of-before');
  await field.fill('key-of-mine');
  await save(vpn).click();
  await undo(page).click();
  await expect(page.getByText('Undone: VPN API key')).toBeVisible();
  await expect(field).toHaveValue('key-of-before');
  expect(await stored()).toBe('key-of-before');
  await expect(vpn.getByRole('alert'), 'it is nobody else’s').toHaveCount(0);

  await vpn.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Yes, Delete It!' }).click();
  await expect(undo(page)).toBeVisible();
  expect(await stored()).toBe('');
  await api.call('updateVPNAPIKey', { body: { VPNAPIKey: 'key-of-theirs' } });
  await undo(page).click();
  await expect(page.getByText('Not undone. Somebody has changed this setting since')).toBeVisible();
  expect(await stored()).toBe('key-of-theirs');
  await api.call('updateVPNAPIKey', { body: { VPNAPIKey: '' } });
});
