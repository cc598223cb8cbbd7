import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import {
  card,
  country as countryOf,
  configurationPath as path,
  save,
} from '../support/configuration.ts';
import { confirmDelete, fromMenu, openConfigurationRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Spec, section 2 "Admin app configuration"; section 4 "Configuration flow"; section 5. */

async function chooseApp(page: Page, appName: string) {
  const select = card(page, 'App Setting').getByRole('combobox', { name: /^Application/ });
  await select.fill(appName);
  await page.getByRole('option', { name: appName }).click();
}

/** Pastes as the keys do. */
async function paste(field: Locator, text: string) {
  await field.focus();
  await field.page().evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.press('ControlOrMeta+v');
}

test('has the title, the cards, the search and the spec’s columns in order', async ({
  adminPage,
  api,
}) => {
  await api.addConfigured();
  await adminPage.goto(path);
  await expect(adminPage).toHaveTitle('Admin Panel | App Configuration');
  for (const title of ['App Setting', 'VPN API Key']) {
    await expect(adminPage.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }
  await expect(adminPage.getByPlaceholder('Search for App Configuration...')).toBeVisible();
  await expect(adminPage.getByRole('row').nth(1)).toBeVisible();
  const heads = await adminPage
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((head) => head.textContent?.trim()));
  expect(heads.slice(0, 7)).toEqual([
    'App ID',
    'Date',
    'Icon',
    'App Name',
    'Account',
    'API',
    'Country',
  ]);
});

test('asks for application and country with the spec’s messages', async ({ adminPage }) => {
  await adminPage.goto(path);
  const setting = card(adminPage, 'App Setting');
  await save(setting).click();
  await expect(setting.getByRole('combobox', { name: /^Application/ })).toHaveAccessibleDescription(
    /Please Select Application/,
  );
  await expect(countryOf(adminPage)).toHaveAccessibleDescription(/Please Enter Country Name/);
});

test('adds a configuration, offers only remaining apps for it, and shows it in the table', async ({
  adminPage,
  api,
}) => {
  await api.addConfigured();
  const remaining = await api.addApp();
  await adminPage.goto(path);
  const setting = card(adminPage, 'App Setting');
  const select = setting.getByRole('combobox', { name: /^Application/ });
  await select.fill(fresh('no such app'));
  await expect(adminPage.getByText('No application matches')).toBeVisible();
  await chooseApp(adminPage, remaining.appName);
  const country = countryOf(adminPage);
  await country.pressSequentially('U S, Germany ,\tNew Zealand');
  await expect(country, 'white space is removed while typing').toHaveValue('US,Germany,NewZealand');
  const named = setting.getByRole('list', { name: 'Countries' });
  await expect(named).toContainText('United States');
  await expect(named).toContainText('New Zealand');
  await save(setting).click();
  const row = rowOf(adminPage, remaining.appName);
  await expect(row).toContainText('Only in United States, Germany, and New Zealand');
  await expect(row.getByRole('cell').nth(1)).toHaveText(
    /^\d\d [A-Z][a-z]{2} \d{4},? \d\d:\d\d [AP]M$/,
  );
  await expect(country, 'the field is empty again').toHaveValue('');
});

test('searching for a configured app says that it is configured, and offers to edit it', async ({
  adminPage,
  api,
}) => {
  const { appName } = await api.addConfigured('IN', { ipAddress: 'on' });
  await adminPage.goto(path);
  const setting = card(adminPage, 'App Setting');
  await setting.getByRole('combobox', { name: /^Application/ }).fill(appName);
  const option = adminPage.getByRole('option', { name: appName });
  await expect(option).toContainText('Configured already: edit it');
  await option.click();
  const country = countryOf(adminPage);
  await expect(country).toHaveValue('IN');
  await expect(country).toBeFocused();
  await country.fill('IN,US');
  await save(setting).click();
  await expect(rowOf(adminPage, appName)).toContainText('Only in India and United States');
});

test('a notice says that countries have no effect while the IP rules of the app are off', async ({
  adminPage,
  api,
}) => {
  const off = await api.addApp({ ipAddress: 'off' });
  const on = await api.addApp({ ipAddress: 'on' });
  await adminPage.goto(path);
  const setting = card(adminPage, 'App Setting');
  const remark = setting.getByText('have no effect until its IP Address is ON');
  await chooseApp(adminPage, on.appName);
  await countryOf(adminPage).fill('US');
  await expect(remark).toBeHidden();
  await save(setting).click();
  await expect(rowOf(adminPage, on.appName)).not.toContainText('No effect');

  await chooseApp(adminPage, off.appName);
  await countryOf(adminPage).fill('US');
  await expect(remark).toBeVisible();
  await expect(setting.getByRole('link', { name: 'Open the application' })).toHaveAttribute(
    'href',
    `/admin/application-list?search=${off.appID}`,
  );
  await save(setting).click();
  await expect(adminPage.getByText(/No effect yet: IP Address of this app is OFF$/)).toBeVisible();
  await expect(rowOf(adminPage, off.appName)).toContainText('No effect: IP Address OFF');
});

test('two countries are pasted, and ads are everywhere except there', async ({
  adminPage,
  api,
}) => {
  const { appName, appID } = await api.addApp({ ipAddress: 'on' });
  await adminPage.goto(path);
  const setting = card(adminPage, 'App Setting');
  await chooseApp(adminPage, appName);
  await setting.getByRole('radio', { name: 'Everywhere except …' }).check();
  const country = countryOf(adminPage);
  // A column of a spreadsheet.
  await paste(country, 'RU\r\nChina\r\n');
  await expect(country).toHaveValue('RU,China');
  const named = setting.getByRole('list', { name: 'Countries' }).getByRole('listitem');
  await expect(named).toHaveText([/Russia/, /China/]);
  const add = setting.getByRole('combobox', { name: 'Add a country' });
  await add.fill('belar');
  await adminPage.getByRole('option', { name: 'Belarus (BY)' }).click();
  await expect(named).toHaveCount(3);
  await setting.getByRole('button', { name: 'Remove China' }).click();
  await expect(country).toHaveValue('RU,BY');
  await country.press('Enter');
  const row = rowOf(adminPage, appName);
  await expect(row).toContainText('Everywhere except Russia and Belarus');
  const [saved] = await api.call('getConfigureApp', { query: { appID } });
  expect(saved?.country).toBe('!RU,!BY');

  await fromMenu(adminPage, row, 'Edit');
  await expect(setting.getByRole('radio', { name: 'Everywhere except …' })).toBeChecked();
  await expect(country).toHaveValue('RU,BY');
  await setting.getByRole('radio', { name: 'Everywhere', exact: true }).check();
  await expect(country).toBeHidden();
  await setting.getByRole('button', { name: 'Delete the countries' }).click();
  await confirmDelete(adminPage);
  await expect(row).toHaveCount(0);
  expect(await api.call('getConfigureApp', { query: { appID } })).toEqual([]);
});

test('a text with signs is read as exceptions, and a mixture is refused by name', async ({
  adminPage,
  api,
}) => {
  const { appName } = await api.addApp();
  await adminPage.goto(path);
  const setting = card(adminPage, 'App Setting');
  await chooseApp(adminPage, appName);
  const country = countryOf(adminPage);
  await country.fill('!RU,IN');
  await save(setting).click();
  await expect(country).toHaveAccessibleDescription(/!RU and IN in one list/);
  await country.fill('!RU,!IN');
  await expect(country).toHaveValue('RU,IN');
  await expect(setting.getByRole('radio', { name: 'Everywhere except …' })).toBeChecked();
  await expectAccessible(adminPage, 'the countries of an application');
  await setting.getByRole('radio', { name: 'Everywhere', exact: true }).check();
  await expect(setting).toContainText('has its ads everywhere already: there is nothing to save');
  await expect(save(setting)).toBeDisabled();
});

test('an unknown country is refused by its name, with the nearest match', async ({
  adminPage,
  api,
}) => {
  const { appName } = await api.addApp();
  await adminPage.goto(path);
  await chooseApp(adminPage, appName);
  const setting = card(adminPage, 'App Setting');
  const country = countryOf(adminPage);
  await country.fill('IN,Germny');
  await save(setting).click();
  await expect(country).toHaveAccessibleDescription(/Germny/);
  await expect(country).toHaveAccessibleDescription(/Germany/);
  await expect(country).toHaveValue('IN,Germny');
});

test('edits a configuration from its row, and then offers only configured apps', async ({
  adminPage,
  api,
}) => {
  const { appName } = await api.addConfigured();
  const remaining = await api.addApp();
  const row = await openConfigurationRow(adminPage, appName);
  await fromMenu(adminPage, row, 'Edit');
  const setting = card(adminPage, 'App Setting');
  const country = countryOf(adminPage);
  await expect(country).toHaveValue('IN');
  const select = setting.getByRole('combobox', { name: /^Application/ });
  await expect(select).toHaveValue(appName);
  const asked = adminPage.waitForResponse(/getConfigureApp\?.*exact=/);
  await select.fill(remaining.appName);
  await asked;
  await expect(adminPage.getByRole('option', { name: remaining.appName })).toHaveCount(0);
  await adminPage.keyboard.press('Escape');
  await country.fill('IN,FR');
  await save(setting).click();
  await expect(row).toContainText('Only in India and France');
});

test('a stale edit shows what somebody else has saved, and the choice between both', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('409 /apps/updateConfigureApp');
  const { appID, appName } = await api.addConfigured();
  const row = await openConfigurationRow(adminPage, appName);
  await fromMenu(adminPage, row, 'Edit');
  const setting = card(adminPage, 'App Setting');
  const country = countryOf(adminPage);
  await expect(country).toHaveValue('IN');
  await api.call('updateConfigureApp', { id: appID, body: { country: 'DE' } });

  await country.fill('IN,FR');
  await save(setting).click();
  const panel = setting.getByRole('alert');
  await expect(panel).toContainText('Morgan Quay changed this configuration on');
  await expect(panel.getByRole('row', { name: /^Country/ })).toContainText('Only in Germany');
  await panel.getByRole('radio', { name: 'Country: theirs' }).check();
  await expect(country, 'what was typed stays until the save').toHaveValue('IN,FR');
  await panel.getByRole('radio', { name: 'Country: yours' }).check();
  await country.fill('DE,FR');
  await save(setting).click();
  await expect(panel).toBeHidden();
  await expect(row).toContainText('Only in Germany and France');
});

test('deletes a configuration after a question, and the app can be configured again', async ({
  adminPage,
  api,
}) => {
  const { appName, appID } = await api.addConfigured();
  const row = await openConfigurationRow(adminPage, appName);
  await fromMenu(adminPage, row, 'Delete');
  const dialog = adminPage.getByRole('dialog');
  await expect(dialog.getByText('Are you sure you want delete this ?')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await confirmDelete(adminPage);
  await expect(row).toHaveCount(0);
  await chooseApp(adminPage, appName);
  const left = await api.call('getConfigureApp', { query: { appID } });
  expect(left).toEqual([]);
});

test('Undo restores a deleted configuration, and its history continues', async ({
  adminPage,
  api,
}) => {
  const { appName, appID } = await api.addConfigured('IN,Germany');
  const find = () => api.call('getConfigureApp', { query: { appID } });
  const before = await find();
  const row = await openConfigurationRow(adminPage, appName);
  await fromMenu(adminPage, row, 'Delete');
  await confirmDelete(adminPage);
  await expect(row).toHaveCount(0);
  await adminPage.getByRole('button', { name: 'Undo' }).click();
  await expect(adminPage.getByText('Configuration restored')).toBeVisible();
  await expect(row).toContainText('Only in India and Germany');
  const changes = await api.call('getChanges', {
    query: { entity: 'app-configuration', key: appID },
  });
  expect(changes.map(({ action }) => action)).toEqual(['restore', 'delete', 'create']);
  const [last] = changes;
  expect(await find()).toEqual(before.map((one) => ({ ...one, version: last?.seq })));
});

test('API of a configured app copies its ads URL', async ({ adminPage, api }) => {
  const app = await api.addConfigured();
  const row = await openConfigurationRow(adminPage, app.appName);
  await row.getByRole('button', { name: /^Copy the ads URL/ }).click();
  await expect(adminPage.getByText('Copy Successfully').first()).toBeVisible();
  expect(await adminPage.evaluate(() => navigator.clipboard.readText())).toBe(
    `${api.address}/api/getAds?appID=${app.appID}&authToken=${app.authToken}`,
  );
});
