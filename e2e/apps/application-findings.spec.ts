import { sampleAdUnits } from '@adwarden/contract/ad-units';
import type { Page } from '@playwright/test';
import { editApp, fillRequired, findApp, openEdit, openNewApp, save } from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import { card, country, save as saveCard } from '../support/configuration.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { fromMenu, openConfigurationRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Findings while somebody types, and the question before a save (ADR 36). */

const live = { appStatus: 'live', adsStatus: 'on' } as const;
const unit = 'ca-app-pub-7315520018462791/9053316842';
const question = (page: Page) => page.getByRole('dialog', { name: /^Save (with|this)/ });

test('a field says at once what is wrong, why and what to do, and is right again', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('ERR_FAILED /apps/checkApp');
  // This comes before the form is opened: the server may find something in the app, too.
  await page.route('**/apps/checkApp', (route) => route.abort());
  const form = await editApp(page, await api.addApp(live));
  const field = form.unit('Reward 1');
  await field.fill('ca-app-pub-7315520018462791~9053316842');
  await expect(field).toHaveAccessibleDescription(
    /Error: Reward 1 is an AdMob app ID\. Copy the id of the ad unit/,
  );
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  const nav = form.dialog.getByRole('navigation', { name: 'Sections of the form' });
  await expect(nav.getByRole('button', { name: /^Ad units/ })).toHaveText(/1 finding/);
  const said = form.dialog.getByRole('status').filter({ hasText: 'Reward 1' });
  await expect(said).toHaveText('Error: Reward 1 is an AdMob app ID.');
  const why = form.dialog.getByRole('button', { name: 'Why? App ID in an ad unit' });
  await expect(why).toHaveAttribute('aria-expanded', 'false');
  await why.press('Enter');
  await expect(form.dialog.getByText(/names the whole app at AdMob/)).toBeVisible();
  await expectAccessible(page, 'a form with a finding');
  await field.fill(unit);
  await expect(why).toHaveCount(0);
  await expect(nav.getByRole('button', { name: /^Ad units/ })).not.toHaveText(/finding/);
});

test('a placeholder in a live app is said, and an id with words around it is offered alone', async ({
  adminPage: page,
  api,
}) => {
  const form = await editApp(page, await api.addApp(live));
  const field = form.unit('Reward 1');
  await field.fill('YOUR_REWARD_UNIT');
  await expect(field).toHaveAccessibleDescription(/Error: Reward 1 has a placeholder/);
  await field.fill(`Home${unit}`);
  await expect(field).toHaveAccessibleDescription(/Reward 1 is not only an AdMob ad unit/);
  await form.dialog.getByRole('button', { name: `Use ${unit} for Reward 1` }).click();
  await expect(field).toHaveValue(unit);
  await field.fill('Home Screen');
  await expect(field).toHaveAccessibleDescription(/contains white space/);
  await expect(form.dialog.getByRole('button', { name: /^Use .* for Reward 1/ })).toHaveCount(0);
});

test('a button mends an ad unit with quotes, blanks and an escaped slash; it can be undone', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  const form = await editApp(page, app);
  const field = form.unit('Reward 1');
  const wrong = ` "${unit.replace('/', '%2F ')}"`;
  await field.fill(wrong);
  const mend = form.dialog.getByRole('button', { name: `Use ${unit} for Reward 1` });
  await expect(field).toHaveAccessibleDescription(/contains white space and quotes and “%2F”/);
  await expectAccessible(page, 'a form with an ad unit to mend');
  await mend.press('Enter');
  await expect(field).toHaveValue(unit);
  await expect(field).toBeFocused();
  await expect(mend).toHaveCount(0);
  await form.dialog.getByRole('button', { name: 'Undo: put the old Reward 1 back' }).click();
  await expect(field).toHaveValue(wrong);
  await mend.click();
  expect(await save(form, api, app.appName)).toMatchObject({ reward1: unit });

  // A text that is no ad unit even without these characters must be copied again.
  const again = await editApp(page, app);
  await again.unit('Reward 2').fill('"ca-app-pub-13"');
  await expect(again.unit('Reward 2')).toHaveAccessibleDescription(/contains quotes/);
  await expect(again.dialog.getByRole('button', { name: /^Use / })).toHaveCount(0);
});

test('the server says what other apps have; an answer that comes late is not shown', async ({
  adminPage: page,
  api,
}) => {
  const other = await api.addApp({ packageName: 'com.harbour.first' });
  const app = await api.addApp({ packageName: 'com.harbour.second' });
  const form = await editApp(page, app);
  const twice = /Warning: The package name is also that of another app\. See /;
  await form.packageName.fill('com.harbour.first');
  await expect(form.packageName).toHaveAccessibleDescription(twice);
  await expect(form.packageName).toHaveAccessibleDescription(new RegExp(other.appName));
  const release = await holdCalls(page, '**/apps/checkApp', 'writes');
  await form.packageName.fill('com.harbour.third');
  await expect(form.packageName).not.toHaveAccessibleDescription(/Warning/);
  const asked = page.waitForRequest('**/apps/checkApp');
  await form.packageName.fill('com.harbour.FIRST');
  await asked;
  const cancelled = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/apps/checkApp'),
  );
  await form.packageName.fill('com.harbour.fourth');
  await cancelled;
  const answered = page.waitForResponse('**/apps/checkApp');
  release();
  await answered;
  await expect(form.packageName).not.toHaveAccessibleDescription(/Warning/);
  await form.close.click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form.dialog).toBeHidden();
});

test('a new app with errors is saved after one question, which leads back to the first field', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('ERR_FAILED /apps/addApp');
  const appName = fresh('Sampled');
  await page.goto('/admin/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Application' }).click();
  const form = await openNewApp(page);
  await fillRequired(form, appName);
  await form.packageName.fill('com.example.sampled');
  await form.appStatus.selectOption('live');
  const whole = form.dialog.getByRole('region', { name: 'Findings of the whole application' });
  await expect(whole).toHaveText(/Error: The app is live with ads on, and all its ad units are/);
  await form.unit('Google Banner 1').fill(sampleAdUnits.banner);
  await expect(whole).toHaveCount(0);
  await form.save.click();
  const ask = question(page);
  await expect(ask).toHaveAccessibleName('Save with an error?');
  await expect(ask.getByRole('listitem')).toHaveText([/Google Banner 1 is Google’s sample/]);
  await expect(ask.getByRole('button', { name: 'Back to the form' })).toBeFocused();
  await expectAccessible(page, 'the question before a save');
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(form.unit('Google Banner 1')).toBeFocused();

  // Back answers the question like Escape, and asks nothing else.
  await form.unit('Reward 2').fill('ca-app-pub-13');
  await form.save.click();
  await expect(ask).toBeVisible();
  await page.goBack();
  await expect(ask).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(form.unit('Reward 2')).toBeFocused();
  await form.unit('Reward 2').fill('');

  // Questions that were asked are not asked again; a new error is.
  await form.unit('Reward 1').fill('ca-app-pub-12');
  await form.save.click();
  await expect(ask.getByRole('listitem')).toHaveText([/Reward 1 is no whole AdMob ad unit/]);
  await page.route('**/apps/addApp', (route) => route.abort(), { times: 1 });
  await ask.getByRole('button', { name: 'Save anyway' }).click();
  await expect(form.dialog.getByText('The server cannot be reached')).toBeVisible();
  expect(await save(form, api, appName)).toMatchObject({ reward1: 'ca-app-pub-12' });
});

test('muted errors and warnings are not asked about', async ({ adminPage: page, api }) => {
  const app = await api.addApp({ ...live, reward1: 'ca-app-pub-1', packageName: 'com.example.x' });
  const muted = {
    appID: app.appID,
    rule: 'malformed-unit',
    field: 'reward1',
    reason: 'known',
  } as const;
  await api.call('muteFinding', { body: muted });
  const form = await editApp(page, app);
  await expect(form.packageName).toHaveAccessibleDescription(/Warning: .*com\.example/);
  await expect(form.unit('Reward 1')).not.toHaveAccessibleDescription(/Error/);
  await form.note.fill('noted');
  expect(await save(form, api, app.appName)).toMatchObject({ note: 'noted' });
});

test('an edit asks once about requests, emptied ad units and another publisher', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  const app = await api.addApp({ ...live, selectedUser: owner.userID, googleNative1: unit });
  for (let count = 0; count < 110; count += 1) await api.requestAds(app);
  const impact = async () =>
    (await api.call('checkApp', { body: { appID: app.appID, adsStatus: 'off' } })).impact?.lost;
  await expect.poll(impact).toBe(110);
  await page.goto('/application-list');
  const form = await openEdit(page, rowOf(page, app.appName));
  await form.adsStatus.selectOption('off');
  await form.unit('Google Banner 1').fill('');
  await form.unit('Google Native 1').fill(unit.replace('7315', '1234'));
  await form.save.click();
  const ask = question(page);
  await expect(ask).toHaveAccessibleName('Save this change?');
  await expect(ask).toContainText(
    'All of about 110 requests in the last 7 days would get no ads (Ads Status OFF).',
  );
  await expect(ask).toContainText('The ad unit Google Banner 1 becomes empty.');
  await expect(ask).toContainText('The publisher id of Google Native 1 changes from pub-7315');
  await ask.getByRole('button', { name: 'Back to the form' }).click();
  await expect(form.adsStatus).toBeFocused();
  expect((await findApp(api, app.appName))?.adsStatus, 'nothing is saved').toBe('on');
  expect(await save(form, api, app.appName)).toMatchObject({ adsStatus: 'off' });
});

test('a check that fails or hangs stops neither typing nor saving', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('500 /apps/checkApp');
  const app = await api.addApp(live);
  const release = await holdCalls(page, '**/apps/checkApp', 'writes');
  const form = await editApp(page, app);
  await form.adsStatus.selectOption('off');
  expect(await save(form, api, app.appName)).toMatchObject({ adsStatus: 'off' });
  release();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/apps/checkApp', (route) =>
    route.fulfill({ status: 500, json: { status: 'error', success: false, message: 'Broken' } }),
  );
  const again = await editApp(page, app);
  await again.adsStatus.selectOption('on');
  expect(await save(again, api, app.appName)).toMatchObject({ adsStatus: 'on' });
  await expect(page.getByText('Broken')).toHaveCount(0);
});

test('countries that keep out many phones are asked about before they are saved', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addConfigured('IN', live);
  await page.route('**/apps/checkApp', async (route) => {
    const parts = [{ reason: 'country', country: 'IN', requests: 12_413 }];
    const impact = { requests: 30_000, lost: 12_413, unknown: 0, parts };
    expect(route.request().postDataJSON()).toEqual({ appID: app.appID, country: 'US' });
    await route.fulfill({ json: { status: 'success', data: { findings: [], impact } } });
  });
  await fromMenu(page, await openConfigurationRow(page, app.appName), 'Edit');
  await country(page).fill('US');
  await saveCard(card(page, 'App Setting')).click();
  const ask = question(page);
  await expect(ask).toContainText(
    'About 12,400 of 30,000 requests in the last 7 days would get no ads (country).',
  );
  await page.keyboard.press('Escape');
  await expect(country(page)).toBeFocused();
  await expect(country(page)).toHaveValue('US');
  await saveCard(card(page, 'App Setting')).click();
  await ask.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText(/updated/)).toBeVisible();
  const [row] = await api.call('getConfigureApp', { query: { search: app.appName } });
  expect(row).toMatchObject({ country: 'US' });
});
