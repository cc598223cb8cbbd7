import { adUnitSlots, sampleAdUnits } from '@adwarden/contract/ad-units';
import type { App } from '@adwarden/contract/apps';
import type { Page } from '@playwright/test';
import { fillRequired, openEdit, openNewApp } from './support/app-form.ts';
import { fresh, type Office } from './support/office.ts';
import { expect, test } from './support/test.ts';

/* Spec, section 2 "Application form details", section 5 "Application"; issue: what bad input gets. */

const rowOf = (page: Page, appName: string) => page.getByRole('row').filter({ hasText: appName });
const search = (appName: string) => `?${new URLSearchParams({ search: appName })}`;

async function find(office: Office, appName: string): Promise<App | undefined> {
  const found = await office.call<App[]>('getAllApp', { query: { appName } });
  return found.find((app) => app.appName === appName);
}

async function edit(page: Page, app: App) {
  await page.goto(`/admin/application-list${search(app.appName)}`);
  return openEdit(page, rowOf(page, app.appName));
}

test('opens extra-large and empty, with the hint of the ads endpoint and an example', async ({
  adminPage,
  office,
}) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await expect.poll(async () => (await form.dialog.boundingBox())?.width).toBeGreaterThan(1100);
  await expect(form.dialog).toContainText('/api/getAds?appID={appID}&authToken={authToken}');
  await expect(form.dialog).toContainText(`${office.address}/api/getAds?appID=q7m2x5k3v4y6z7ab`);
  await expect(form.appName).toHaveValue('');
  await expect(form.appName).toBeFocused();
});

test('its selects begin with the spec’s placeholders, whose values are empty', async ({
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

test('says every message of the spec beside its field, and focuses the first', async ({
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
    await expect(field).toHaveAccessibleDescription(message);
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
  office,
  owner,
}) => {
  const appName = fresh('Full Sail');
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await fillRequired(form, appName);
  await form.accountName.fill('Harbour Apps');
  await form.note.fill('two\nlines');
  for (const { name, label } of adUnitSlots) await form.unit(label).fill(`unit of ${name}`);
  const user = form.dialog.getByRole('combobox', { name: 'User', exact: true });
  await user.fill(owner.userID);
  await adminPage.getByRole('option', { name: owner.userID }).click();
  const sent = adminPage.waitForRequest('**/apps/addApp');
  await form.save.click();
  expect((await sent).headers()['content-type']).toContain('multipart/form-data');
  await expect(adminPage.getByText('Application added')).toBeVisible();
  await expect(form.dialog).toBeHidden();
  await expect(rowOf(adminPage, appName)).toBeVisible();
  const app = await find(office, appName);
  expect(app).toMatchObject({
    packageName: 'com.harbour.tideclock',
    accountName: 'Harbour Apps',
    category: 'Weather',
    appStatus: 'in-develop',
    note: 'two\nlines',
    userID: owner.userID,
    icon: expect.stringMatching(/^icons\/.+\.webp$/),
  });
  for (const { name } of adUnitSlots) expect(app?.[name]).toBe(`unit of ${name}`);

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

test('edit opens with what is saved, keeps what is left, and closes on success', async ({
  adminPage,
  office,
}) => {
  const app = await office.addApp({ note: 'keep me', appStatus: 'suspend' });
  const form = await edit(adminPage, app);
  await expect(form.appName).toHaveValue(app.appName);
  await expect(form.appStatus).toHaveValue('suspend');
  await expect(form.dialog).toContainText(`appID=${app.appID}&authToken=${app.authToken}`);
  await form.appStatus.selectOption('live');
  await form.accountName.fill('');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await expect(rowOf(adminPage, app.appName)).toContainText('Live');
  expect(await find(office, app.appName)).toMatchObject({
    appID: app.appID,
    appStatus: 'live',
    accountName: '',
    note: 'keep me',
    googleNative1: app.googleNative1,
  });
});

test('the server’s field errors stand beside their fields, and what was typed stays', async ({
  adminPage,
}) => {
  const appName = fresh('Broken icon');
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await fillRequired(form, appName);
  const chooser = adminPage.waitForEvent('filechooser');
  await form.dialog.getByRole('button', { name: 'Choose icon' }).click();
  const noImage = { name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no image') };
  await (await chooser).setFiles(noImage);
  await form.save.click();
  const icon = form.dialog.getByRole('button', { name: 'Choose icon' });
  await expect(icon).toHaveAccessibleDescription(/icon/i);
  await expect(icon).toHaveAttribute('aria-invalid', 'true');
  await expect(form.appName).toHaveValue(appName);
});

test('a save that the server cannot take keeps the form, and works the second time', async ({
  adminPage,
  office,
}) => {
  const appName = fresh('Second try');
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await fillRequired(form, appName);
  await adminPage.route('**/apps/addApp', (route) => route.abort(), { times: 1 });
  await form.save.click();
  await expect(adminPage.getByText('The server cannot be reached')).toBeVisible();
  await expect(form.appName).toHaveValue(appName);
  await adminPage.route(
    '**/apps/addApp',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' }),
    { times: 1 },
  );
  await form.save.click();
  await expect(adminPage.getByText('The server answered something unexpected')).toBeVisible();
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  expect(await find(office, appName)).toBeTruthy();
});

test('a save on its way cannot be sent twice', async ({ adminPage, office }) => {
  const appName = fresh('Once only');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await adminPage.route('**/apps/addApp', async (route) => {
    await held;
    await route.fallback();
  });
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await fillRequired(form, appName);
  await form.save.click();
  await expect(form.save).toBeDisabled();
  await form.appName.press('Enter');
  answer();
  await expect(form.dialog).toBeHidden();
  const found = await office.call<App[]>('getAllApp', { query: { appName } });
  expect(found).toHaveLength(1);
});

test('an edit that somebody overtook says whose and when, shows what differs, and loads it', async ({
  adminPage,
  office,
  owner,
}) => {
  const app = await office.addApp({ selectedUser: owner.userID });
  const form = await edit(adminPage, app);
  await form.accountName.fill('Mine');
  const { token } = await office.signInOwner(owner);
  const theirs = { accountName: 'Theirs', note: 'their note' };
  await office.call('updateApp', { id: app.appID, body: theirs, as: token });
  await form.save.click();
  const panel = form.dialog.getByRole('alert');
  await expect(panel).toContainText(owner.fullName);
  await expect(panel).toContainText(/changed this application on/);
  const differing = panel.getByRole('row', { name: /Account Name/ });
  await expect(differing).toContainText('Theirs');
  await expect(differing).toContainText('Mine');
  expect((await find(office, app.appName))?.accountName, 'nothing was overwritten').toBe('Theirs');

  await panel.getByRole('button', { name: 'Load theirs' }).click();
  await expect(form.accountName).toHaveValue('Theirs');
  await expect(form.note).toHaveValue('their note');
  await form.note.fill('together');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  expect(await find(office, app.appName)).toMatchObject({
    accountName: 'Theirs',
    note: 'together',
  });
});

test('a stray click, Escape and Close lose nothing without a question', async ({ adminPage }) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await form.close.click();
  await expect(form.dialog, 'nothing typed, nothing asked').toBeHidden();

  await openNewApp(adminPage);
  await form.appName.fill('unsaved');
  const question = adminPage.getByRole('dialog', { name: /Discard unsaved changes/ });
  const ways = {
    Close: () => form.close.click(),
    Escape: () => adminPage.keyboard.press('Escape'),
    'a click beside': () => adminPage.mouse.click(8, 450),
  };
  for (const [way, leave] of Object.entries(ways)) {
    await leave();
    await expect(question, way).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question, way).toBeHidden();
    await expect(form.appName).toHaveValue('unsaved');
  }
  await form.close.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form.dialog).toBeHidden();
  await openNewApp(adminPage);
  await expect(form.appName).toHaveValue('');
});

test('the browser’s Back asks before it leaves unsaved changes', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  await adminPage
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Application' })
    .click();
  const form = await openNewApp(adminPage);
  await form.appName.fill('unsaved');
  await adminPage.goBack();
  const question = adminPage.getByRole('dialog', { name: /Discard unsaved changes/ });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.appName).toHaveValue('unsaved');
  await expect(adminPage).toHaveURL('/admin/application-list');
  await adminPage.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(adminPage).toHaveURL('/admin/dashboard');
});

test('ugly names are kept and shown as they are', async ({ adminPage, office }) => {
  const names = [
    `<b onclick="x()">bold</b> ${fresh('html')}`,
    `👩‍👩‍👧‍👦 ${fresh('family')}`,
    `${fresh('rtl')} مرحبا بالعالم`,
    `${fresh('long')} `.padEnd(200, 'wide '),
  ].map((name) => name.trim());
  for (const appName of names) {
    await adminPage.goto('/admin/application-list');
    const form = await openNewApp(adminPage);
    await fillRequired(form, appName);
    await form.save.click();
    await expect(form.dialog).toBeHidden();
    expect((await find(office, appName))?.appName).toBe(appName);
    await expect(rowOf(adminPage, appName).first()).toBeVisible();
    const beyond = await adminPage.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `px beyond the window with ${appName}`).toBe(0);
  }
});

test('an owner adds an app to the own ones, without User and IP Address, and edits it', async ({
  ownerPage,
  owner,
  office,
}) => {
  const appName = fresh('Own sail');
  await ownerPage.goto('/application-list');
  const form = await openNewApp(ownerPage);
  await expect(form.ipAddress).toHaveCount(0);
  await expect(form.dialog.getByRole('combobox', { name: 'User', exact: true })).toHaveCount(0);
  await form.save.click();
  await expect(form.visibleExtra).toHaveAccessibleDescription('Please Select Visible Extra');
  await fillRequired(form, appName, 'user');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  expect(await find(office, appName)).toMatchObject({ userID: owner.userID, ipAddress: 'off' });
  const again = await openEdit(ownerPage, rowOf(ownerPage, appName));
  await again.note.fill('by its owner');
  await again.save.click();
  await expect(again.dialog).toBeHidden();
  expect(await find(office, appName)).toMatchObject({ note: 'by its owner' });
});
