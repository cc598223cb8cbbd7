import {
  card,
  country as countryOf,
  configurationPath as path,
  save,
} from '../support/configuration.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Spec, section 2 "Admin app configuration": the global settings. */

test('the VPN API key is required, saved, and removed after a question', async ({
  adminPage,
  api,
}) => {
  const key = fresh('vpn-key').replaceAll(' ', '-');
  const stored = async () => (await api.call('getAllConfig')).vpnApiKey;
  await api.call('updateVPNAPIKey', { body: { VPNAPIKey: '' } });
  await adminPage.goto(path);
  const vpn = card(adminPage, 'VPN API Key');
  await save(vpn).click();
  const field = vpn.getByRole('textbox');
  await expect(field).toHaveAccessibleDescription(/Please Enter VPN API key/);
  await field.fill(`  ${key} `);
  await save(vpn).click();
  await expect.poll(stored).toBe(key);
  const question = adminPage.getByRole('dialog', { name: 'Are you sure ?' });
  await vpn.getByRole('button', { name: 'Remove' }).click();
  await question.getByRole('button', { name: 'Close' }).click();
  expect(await stored()).toBe(key);
  await expect(vpn.getByRole('button', { name: 'Remove' })).toBeFocused();
  await vpn.getByRole('button', { name: 'Remove' }).click();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await adminPage.route(/updateVPNAPIKey/, async (route) => {
    await held;
    await route.fallback();
  });
  await question.getByRole('button', { name: 'Yes, Delete It!' }).click();
  await expect(question.getByRole('button', { name: 'Close' })).toBeDisabled();
  await adminPage.keyboard.press('Escape');
  await expect(question).toBeVisible();
  answer();
  await expect.poll(stored).toBe('');
  await expect(field).toHaveValue('');
});

test('each card says why a save failed until the next one, and keeps what was typed', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('ERR_FAILED /apps/addConfigureApp', 'ERR_FAILED /config/updateVPNAPIKey');
  const { appName } = await api.addApp();
  await adminPage.goto(path);
  const lose = (call: string) =>
    adminPage.route(`**/${call}**`, (route) => route.abort(), { times: 1 });

  const vpn = card(adminPage, 'VPN API Key');
  await vpn.getByRole('textbox').fill('another-key');
  await lose('updateVPNAPIKey');
  await save(vpn).click();
  await expect(vpn.getByRole('alert')).toHaveText('The server cannot be reached');
  await expect(vpn.getByRole('textbox')).toHaveValue('another-key');
  await save(vpn).click();
  await expect(vpn.getByRole('alert')).toBeHidden();

  const setting = card(adminPage, 'App Setting');
  await setting.getByRole('combobox', { name: /^Application/ }).fill(appName);
  await adminPage.getByRole('option', { name: appName }).click();
  await countryOf(adminPage).fill('NO');
  await lose('addConfigureApp');
  await save(setting).click();
  await expect(setting.getByRole('alert')).toHaveText('The server cannot be reached');
  await expect(countryOf(adminPage)).toHaveValue('NO');
  await save(setting).click();
  await expect(setting.getByRole('alert')).toBeHidden();
  await expect(countryOf(adminPage)).toHaveValue('');
});

test('a key that somebody else has just changed is not deleted without a word', async ({
  adminPage,
  api,
}) => {
  const stored = async () => (await api.call('getAllConfig')).vpnApiKey;
  const colleague = (VPNAPIKey: string) => api.call('updateVPNAPIKey', { body: { VPNAPIKey } });
  await colleague('my-key');
  await adminPage.goto(path);
  const vpn = card(adminPage, 'VPN API Key');
  await vpn.getByRole('button', { name: 'Remove' }).click();
  await colleague('their-key');
  const question = adminPage.getByRole('dialog', { name: 'Are you sure ?' });
  const confirm = question.getByRole('button', { name: 'Yes, Delete It!' });
  await confirm.click();
  await expect(question.getByRole('alert')).toContainText('Somebody has saved another key');
  expect(await stored()).toBe('their-key');
  await expect(vpn.getByRole('textbox', { includeHidden: true })).toHaveValue('their-key');
  await confirm.click();
  await expect(question).toBeHidden();
  expect(await stored()).toBe('');
});

test('a key that somebody else has saved is shown, and is not overwritten without a warning', async ({
  adminPage,
  api,
}) => {
  const stored = async () => (await api.call('getAllConfig')).vpnApiKey;
  const colleague = (VPNAPIKey: string) => api.call('updateVPNAPIKey', { body: { VPNAPIKey } });
  await colleague('first-key');
  await adminPage.goto(path);
  const vpn = card(adminPage, 'VPN API Key');
  const field = vpn.getByRole('textbox');
  const form = vpn.locator('form');
  await expect(field).toHaveValue('first-key');

  // A form without changes shows the new value after another card's Save, which loads all settings.
  await colleague('next-key');
  await save(card(adminPage, 'API Method')).click();
  await expect(field).toHaveValue('next-key');
  // Its own Save does not save the old key.
  await colleague('second-key');
  await save(vpn).click();
  await expect(field).toHaveValue('second-key');
  await expect(form).toHaveAttribute('aria-busy', 'false');
  expect(await stored()).toBe('second-key');

  await field.fill('my-own-key');
  await colleague('third-key');
  await save(vpn).click();
  await expect(vpn.getByRole('alert')).toContainText('third-key');
  await expect(form).toHaveAttribute('aria-busy', 'false');
  expect(await stored()).toBe('third-key');
  await expect(field).toHaveValue('my-own-key');
  await save(vpn).click();
  await expect.poll(stored).toBe('my-own-key');
  await expect(vpn.getByRole('alert')).toHaveCount(0);
  await colleague('');
});

test('leaving the page asks once about the unsaved changes of all cards', async ({ adminPage }) => {
  await adminPage.goto(path);
  const token = card(adminPage, 'IP-information Token').getByRole('textbox');
  await token.fill('typed and not saved');
  const country = countryOf(adminPage);
  await country.fill('IN');
  const dashboard = adminPage.getByRole('link', { name: 'Dashboard', exact: true }).first();
  await dashboard.click();
  await adminPage.getByRole('button', { name: 'Keep editing' }).click();
  await expect(token).toHaveValue('typed and not saved');
  await expect(adminPage.getByRole('dialog')).toHaveCount(0);
  // The question also comes when this card is the only one with changes.
  await country.fill('');
  await dashboard.click();
  await adminPage.getByRole('button', { name: 'Keep editing' }).click();
  await token.fill('');
  await country.fill('IN');
  await dashboard.click();
  await adminPage.getByRole('button', { name: 'Discard' }).click();
  await expect(adminPage).toHaveURL('/admin/dashboard');
});

test('the API method and the IP-information token can be set', async ({ adminPage, api }) => {
  const config = () => api.call('getAllConfig');
  await adminPage.goto(path);
  const method = card(adminPage, 'API Method');
  await method.getByRole('combobox').selectOption('ipinfo');
  await save(method).click();
  await expect.poll(async () => (await config()).apiMethod).toBe('ipinfo');
  const token = card(adminPage, 'IP-information Token');
  await token.getByRole('textbox').fill('token-of-ipinfo');
  await save(token).click();
  await expect.poll(async () => (await config()).ipInfoToken).toBe('token-of-ipinfo');
  await method.getByRole('combobox').selectOption('local');
  await save(method).click();
  await expect.poll(async () => (await config()).apiMethod).toBe('local');
});
