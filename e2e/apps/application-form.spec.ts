import { adUnitSlots, sampleAdUnits } from '@adwarden/contract/ad-units';
import { editApp, fillRequired, findApp, openEdit, openNewApp, save } from '../support/app-form.ts';
import { rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Spec, section 2 "Application form details", section 5 "Application". */

test('opens extra-large and empty, with the hint of the ads endpoint and an example', async ({
  adminPage,
  api,
}) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await expect.poll(async () => (await form.dialog.boundingBox())?.width).toBeGreaterThan(1100);
  await expect(form.dialog).toContainText('/api/getAds?appID={appID}&authToken={authToken}');
  await expect(form.dialog).toContainText(`${api.address}/api/getAds?appID=q7m2x5k3v4y6z7ab`);
  await expect(form.appName).toHaveValue('');
  await expect(form.appName).toBeFocused();
});

test('takes the selects of the app that was added last, with one click, on a phone too', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  await api.addApp({
    appStatus: 'in-develop',
    adsStatus: 'on',
    visibleExtra: 'off',
    ipAddress: 'off',
    selectedUser: owner.userID,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/application-list');
  const form = await openNewApp(page);
  // An owner has no IP rules.
  const button = form.dialog.getByRole('button', {
    name: 'As in the last app: In-Develop, ads ON, extra OFF',
    exact: true,
  });
  await button.click();
  const box = await button.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 400), 'within the dialog').toBeLessThan(370);
  await expect(form.appStatus).toHaveValue('in-develop');
  await expect(form.adsStatus).toHaveValue('on');
  await expect(form.visibleExtra).toHaveValue('off');
  await expect(form.appName, 'nothing else').toHaveValue('');
});

test('its selects begin with the spec’s placeholders, which have empty values', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  const placeholders = [
    [form.adsStatus, 'Select Ads Status', ['ON', 'OFF']],
    [form.appStatus, 'Select App Status', ['Live', 'In-Develop', 'Suspend']],
    [form.visibleExtra, 'Select Visible Extra', ['ON', 'OFF']],
    [form.ipAddress, 'Select IP Address', ['ON', 'OFF']],
  ] as const;
  for (const [select, placeholder, rest] of placeholders) {
    await expect(select).toHaveValue('');
    await expect(select.getByRole('option')).toHaveText([placeholder, ...rest]);
  }
});

test('shows every message of the spec beside its field, and focuses the first wrong field', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await form.save.click();
  const messages = [
    [form.appName, 'Please Enter App Name'],
    [form.packageName, 'Please Enter Package Name'],
    [form.category, 'Please Select Category'],
    [form.adsStatus, 'Please Select Ads Status'],
    [form.appStatus, 'Please Select App Status'],
    [form.visibleExtra, 'Please Select Visible Extra'],
    [form.ipAddress, 'Please Select IP Address'],
  ] as const;
  for (const [field, message] of messages) {
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${message}`));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(form.appName).toBeFocused();
  await expect(form.accountName).not.toHaveAttribute('aria-invalid', 'true');
  await form.appName.fill('   ');
  await form.save.click();
  await expect(form.appName).toHaveAccessibleDescription('Please Enter App Name');
});

test('adds an app with all its fields and the default icon, then closes', async ({
  adminPage,
  api,
  owner,
}) => {
  const appName = fresh('Full Sail');
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await fillRequired(form, appName);
  await form.accountName.fill('Harbour Apps');
  await form.note.fill('two\nlines');
  for (const { name, label } of adUnitSlots) await form.unit(label).fill(`unit-of-${name}`);
  await form.owner.fill(owner.userID);
  await adminPage.getByRole('option', { name: owner.userID }).click();
  const sent = adminPage.waitForRequest('**/apps/addApp');
  await form.save.click();
  expect((await sent).headers()['content-type']).toContain('multipart/form-data');
  await expect(adminPage.getByText(`${appName} added`)).toBeVisible();
  await expect(form.dialog).toBeHidden();
  await expect(rowOf(adminPage, appName)).toBeVisible();
  const app = await findApp(api, appName);
  expect(app).toMatchObject({
    packageName: 'com.harbour.tideclock',
    accountName: 'Harbour Apps',
    category: 'Weather',
    appStatus: 'in-develop',
    note: 'two\nlines',
    userID: owner.userID,
    icon: expect.stringMatching(/^icons\/.+\.webp$/),
  });
  for (const { name } of adUnitSlots) expect(app?.[name]).toBe(`unit-of-${name}`);

  const again = await openNewApp(adminPage);
  await expect(again.appName, 'the form is reset').toHaveValue('');
  await expect(again.dialog.getByRole('img', { name: 'Default icon' })).toBeVisible();
});

test('every ad-unit field has a sample button of its kind', async ({ adminPage }) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  for (const { kind, label } of adUnitSlots) {
    await form.dialog.getByRole('button', { name: `Sample for ${label}` }).click();
    await expect(form.unit(label)).toHaveValue(sampleAdUnits[kind]);
  }
  await expect(form.dialog.getByRole('group', { name: /^Native/ })).toContainText('4 of 4');
});

test('a filled ad unit is replaced only from its menu, and its old value can be put back', async ({
  adminPage,
  api,
}) => {
  const unit = 'ca-app-pub-7315520018462791/9053316842';
  const app = await api.addApp({ googleNative1: unit });
  const form = await editApp(adminPage, app);
  const field = form.unit('Google Native 1');
  await expect(field).toHaveValue(unit);
  const button = (name: string) => form.dialog.getByRole('button', { name, exact: true });
  await expect(
    button('Sample for Google Native 1'),
    'no Sample button, which would overwrite it',
  ).toHaveCount(0);
  await button('More for Google Native 1').click();
  await adminPage.getByRole('menuitem', { name: 'Replace with the sample' }).click();
  await expect(field).toHaveValue(sampleAdUnits.native);
  await button('Undo: put the old Google Native 1 back').click();
  await expect(field).toHaveValue(unit);
  await expect(field).toBeFocused();
  await button('Clear Google Native 1').click();
  await expect(field).toHaveValue('');
  await button('Undo: put the old Google Native 1 back').click();
  await expect(field).toHaveValue(unit);
  await button('Clear Google Native 1').click();
  await field.fill('typed');
  await expect(button('Undo: put the old Google Native 1 back')).toHaveCount(0);
});

test('edit opens with the saved values, keeps fields that are not changed, and closes on success', async ({
  adminPage,
  api,
}) => {
  const app = await api.addApp({ note: 'keep me', appStatus: 'suspend' });
  const form = await editApp(adminPage, app);
  await expect(form.appName).toHaveValue(app.appName);
  await expect(form.appStatus).toHaveValue('suspend');
  await expect(form.dialog).toContainText(`appID=${app.appID}&authToken=${app.authToken}`);
  await form.appStatus.selectOption('live');
  await form.accountName.fill('');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await expect(rowOf(adminPage, app.appName)).toContainText('Live');
  expect(await findApp(api, app.appName)).toMatchObject({
    appID: app.appID,
    appStatus: 'live',
    accountName: '',
    note: 'keep me',
    googleNative1: app.googleNative1,
  });
});

test('an owner adds an own app, without the fields User and IP Address, and edits it', async ({
  ownerPage,
  owner,
  api,
}) => {
  const appName = fresh('Own sail');
  await ownerPage.goto('/application-list');
  const form = await openNewApp(ownerPage);
  await expect(form.ipAddress).toHaveCount(0);
  await expect(form.owner).toHaveCount(0);
  await form.save.click();
  await expect(form.visibleExtra).toHaveAccessibleDescription(/Please Select Visible Extra/);
  await fillRequired(form, appName, 'user');
  const added = await save(form, api, appName);
  expect(added).toMatchObject({ userID: owner.userID, ipAddress: 'off' });
  const again = await openEdit(ownerPage, rowOf(ownerPage, appName));
  await again.note.fill('by its owner');
  expect(await save(again, api, appName)).toMatchObject({ note: 'by its owner' });
});

test('a failed load of the categories is shown beside their field, with a Retry', async ({
  adminPage,
  mayFail,
}) => {
  mayFail('404 /category/getCategory');
  await adminPage.route('**/category/getCategory', (route) =>
    route.fulfill({ status: 404, json: { status: 'error', success: false, message: 'Gone' } }),
  );
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  const failure = form.dialog.getByRole('alert').filter({ hasText: 'The categories' });
  const retry = failure.getByRole('button', { name: 'Retry' });
  await expect(failure).toHaveText(/The categories could not be loaded\./);
  await retry.click();
  await expect(retry, 'it failed again').toBeEnabled(); // disabled while its call runs
  await adminPage.unroute('**/category/getCategory');
  await retry.click();
  await expect(failure).toBeHidden();
  await expect(form.category).toBeFocused();
  await form.category.selectOption('Weather');
  await expect(form.category).toHaveValue('Weather');
});
