import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { act, box, previewDialog, select } from '../support/bulk.ts';
import { fleet } from '../support/fleet.ts';
import { loseSession } from '../support/lost-session.ts';
import { expect, test } from '../support/test.ts';
import { administrator, fresh } from '../support/test-api.ts';

/* Export and import of applications in the web app (ADR 38). */

const menu = async (page: Page, entry: string, name = 'Export and import') => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

/** Presses Export in the dialog, and returns the name and the text of the saved file. */
async function exported(page: Page) {
  const saved = page.waitForEvent('download');
  await page
    .getByRole('dialog', { name: 'Export' })
    .getByRole('button', { name: 'Export' })
    .click();
  const download = await saved;
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'utf8'),
  };
}

/** Chooses a file in the first step of the wizard, which goes on by itself. */
async function choose(page: Page, name: string, text: string) {
  const wizard = page.getByRole('dialog', { name: 'Import applications' });
  const chooser = page.waitForEvent('filechooser');
  await wizard.getByRole('button', { name: /^Choose/ }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  return wizard;
}

test('the list is exported as it is shown, and a selection by its ids', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 3);
  await page.goto(list());
  await menu(page, 'Export these applications…');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog).toContainText('3 applications');
  await expect(dialog.getByRole('checkbox', { name: 'Auth Token' })).not.toBeChecked();
  const csv = await exported(page);
  expect(csv.name).toMatch(/\.csv$/);
  expect(csv.text.startsWith('\ufeff')).toBe(true);
  expect(csv.text.trim().split('\r\n')).toHaveLength(4);
  expect(csv.text).toContain(name('03'));
  await expect(page.getByText(`${csv.name} saved`)).toBeVisible();

  await select(page).click();
  await box(page, name('02')).check();
  await act(page, 'Export');
  await dialog.getByRole('radio', { name: 'JSON' }).check();
  await dialog.getByRole('checkbox', { name: 'All columns' }).check();
  const json = await exported(page);
  const rows: Record<string, string>[] = JSON.parse(json.text);
  expect(rows.map(({ appName }) => appName)).toEqual([name('02')]);
  expect(rows[0]?.authToken).toBeTruthy();
});

test('an export has the columns of the list, as a workbook too, and the last choice is kept', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 2);
  await page.goto(list());
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await menu(page, 'Export these applications…');
  await dialog.getByRole('combobox', { name: 'Separated by' }).selectOption('semicolon');
  await dialog.getByRole('button', { name: 'Columns as in the list' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'App Name' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Note' })).not.toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Auth Token' })).not.toBeChecked();
  const csv = await exported(page);
  expect(csv.name).toMatch(/^applications-\d{4}-\d\d-\d\d-.+\.csv$/);
  expect(csv.text.split('\r\n')[0]).toMatch(/^\ufeffApp ID;App Name;/);

  await menu(page, 'Export these applications…');
  await expect(dialog.getByRole('combobox', { name: 'Separated by' })).toHaveValue('semicolon');
  await expect(dialog.getByRole('checkbox', { name: 'Note' })).not.toBeChecked();
  await dialog.getByRole('radio', { name: 'Excel' }).check();
  await expect(dialog.getByRole('combobox', { name: 'Separated by' })).toBeHidden();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  const buffer = await readFile(await download.path());

  await menu(page, 'Import applications…');
  const wizard = page.getByRole('dialog', { name: 'Import applications' });
  await wizard
    .getByLabel('File to import')
    .setInputFiles({ name: 'renamed.csv', mimeType: 'text/csv', buffer });
  await expect(wizard.getByRole('alert')).toContainText('but the file is a workbook');
  await wizard.getByRole('button', { name: 'Preview' }).click();
  const { tab, apps } = previewDialog(page);
  await expect(tab('Unchanged')).toHaveText('Unchanged2');
  await tab('Unchanged').click();
  await expect(apps.filter({ hasText: name('02') })).toBeVisible();
});

test('a template has the headings that an import knows', async ({ adminPage: page }) => {
  await page.goto('/admin/application-list');
  await menu(page, 'Import applications…');
  const wizard = page.getByRole('dialog', { name: 'Import applications' });
  const saved = page.waitForEvent('download');
  await wizard.getByRole('button', { name: 'Download a template' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('import-template.xlsx');
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
});

test('the users are exported without passwords', async ({ adminPage: page, api }) => {
  const { fullName, password, userID } = await api.addUser({ fullName: fresh('Ada Harbour') });
  await page.goto(`/admin/user-list?${new URLSearchParams({ search: userID })}`);
  await expect(page.getByText(fullName)).toBeVisible();
  await menu(page, 'Export these users…', 'Export');
  const { text } = await exported(page);
  expect(text).toContain(userID);
  expect(text).not.toContain(password);
});

test('an export that fails keeps the dialog open', async ({ adminPage: page, api, mayFail }) => {
  mayFail('ERR_FAILED /apps/export');
  const { list } = await fleet(api, 1);
  await page.goto(list());
  await menu(page, 'Export these applications…');
  await page.route('**/apps/export?**', (route) => route.abort());
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The server cannot be reached');
});

test('a file is imported in three steps; the refused row is corrected and imported again', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp({ note: 'before' });
  const { appID, appName, packageName, category } = app;
  const added = fresh('Imported');
  const file = [
    'App ID;App Name;Package Name;Category;Ads Status;Application state;Visible Extra;IP Address;Note',
    `${appID};${appName};${packageName};${category};${app.adsStatus};${app.appStatus};${app.visibleExtra};${app.ipAddress};"after;\nsecond line"`,
    `;${added};com.harbour.imported;Weather;on;live;off;off;`,
    `;${added} two;com.harbour.two;Sailing boats;on;live;off;off;wrong category`,
  ].join('\r\n');
  await page.goto('/admin/application-list');
  await menu(page, 'Import applications…');
  const wizard = await choose(page, 'apps.csv', file);
  await expect(wizard).toContainText('Step 2 of 3: check');
  const state = wizard.getByRole('combobox', { name: 'Field of Application state' });
  await expect(wizard.getByRole('combobox', { name: 'Field of App Name' })).toHaveValue('appName');
  await expect(state).toHaveValue('');
  await state.selectOption('note');
  await wizard.getByRole('button', { name: 'Preview' }).click();
  await expect(wizard.getByRole('alert')).toHaveText('Two columns are Note: choose one of them');
  await state.selectOption('appStatus');
  await wizard.getByRole('button', { name: 'Preview' }).click();

  const { dialog, tab, apps, button } = previewDialog(page);
  await expect(dialog).toContainText('Step 3 of 3');
  await expect(tab('New')).toHaveText('New1');
  await expect(apps.first()).toContainText(added);
  await tab('Changed').click();
  await expect(apps.first()).toContainText(/Note.*before.*after;/);
  await tab('Refused').click();
  await expect(apps.first()).toContainText(/Row 4.*Column Category/);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the refused rows' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('apps-refused.csv');
  const refused = await readFile(await download.path(), 'utf8');
  expect(refused).toContain('wrong category');
  expect(refused).not.toContain('second line');
  await button('Run').click();
  await expect(page.getByText('2 applications imported, 1 row refused').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await menu(page, 'Import applications…');
  await choose(page, 'apps-refused.csv', refused.replace('Sailing boats', 'Weather'));
  await wizard
    .getByRole('combobox', { name: 'Field of Application state' })
    .selectOption('appStatus');
  await wizard.getByRole('button', { name: 'Preview' }).click();
  await expect(tab('New')).toHaveText('New1');
  await expect(tab('Refused')).toHaveText('Refused0');
  await button('Run').click();
  await expect(page.getByText('1 application imported', { exact: true }).first()).toBeVisible();
  const found = await api.call('getAllApp', { query: { search: added } });
  expect(found).toHaveLength(2);
});

test('the session ends while the preview of an import is open: sign in over it, look again, run', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('401 /batches', '404 /batches');
  const added = fresh('Über 100 % مرحبا 🙂');
  const file = `App Name;Package Name;Category;Ads Status;App Status;Visible Extra;IP Address\r\n${added};com.harbour.kept;Weather;on;live;off;off`;
  await page.goto('/admin/application-list');
  await menu(page, 'Import applications…');
  const wizard = await choose(page, 'apps.csv', file);
  await wizard.getByRole('button', { name: 'Preview' }).click();
  const { dialog, tab, apps, button } = previewDialog(page);
  await expect(tab('New')).toHaveText('New1');
  await loseSession(page, api);
  await button('Run').click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password', { exact: true }).fill(administrator.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  // A preview belongs to the session that made it: the same file is previewed anew, and nothing has run.
  await expect(dialog.getByRole('alert')).toContainText('please look at it again');
  await expect(apps.first()).toContainText(added);
  expect(await api.call('getAllApp', { query: { search: added } })).toEqual([]);
  await button('Run').click();
  await expect(page.getByText('1 application imported', { exact: true }).first()).toBeVisible();
  expect(await api.call('getAllApp', { query: { search: added } })).toHaveLength(1);
});

test('a file that cannot be read says why, and another one can be chosen', async ({
  adminPage: page,
  mayFail,
}) => {
  mayFail('400 /apps/import');
  await page.goto('/admin/application-list');
  await menu(page, 'Import applications…');
  const wizard = page.getByRole('dialog', { name: 'Import applications' });
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByRole('alert')).toHaveText('Please choose a file');
  await choose(page, 'apps.xlsx', 'PK\u0003\u0004 and more');
  await expect(wizard.getByRole('alert')).toContainText('The workbook is damaged');
  await choose(page, 'twice.csv', 'Note,Note\r\na,b\r\n');
  await expect(wizard.getByRole('alert')).toContainText('Two columns have the heading Note');
  await choose(page, 'apps.csv', 'Name\r\nTide\r\n');
  await expect(wizard).toContainText('Step 2 of 3');
  await wizard.getByRole('button', { name: 'Preview' }).click();
  await expect(wizard.getByRole('alert')).toContainText('No column is App ID');
  await wizard.getByRole('button', { name: 'Back' }).click();
  await expect(wizard.getByRole('button', { name: 'Choose another file' })).toBeFocused();
});

test('an owner, an account and a note for all rows, and an owner who was misspelled', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('400 /apps/import');
  const owner = await api.addUser({ fullName: fresh('Mirela Lagoon') });
  const account = fresh('Quillmoor');
  const base = `com.${fresh('forall').replace(/\W/g, '')}`;
  const lines = [1, 2].map((n) => `For all ${n},${base}.n${n},Weather`);
  await page.goto('/admin/application-list');
  await menu(page, 'Import applications…');
  const wizard = await choose(page, 'all.csv', `Title,Bundle ID,Category\n${lines.join('\n')}\n`);
  const forAll = wizard.getByRole('region', { name: 'For all rows' });
  const field = (name: string) => forAll.getByRole('combobox', { name: `${name} for all rows` });
  await field('User').fill(owner.fullName);
  await page.getByRole('option', { name: `${owner.fullName} (${owner.userID})` }).click();
  const name = field('Account Name');
  await name.fill(account);
  const another = forAll.getByRole('combobox', { name: 'Another field for all rows' });
  const add = async (name: string) => {
    await another.fill(name);
    await forAll.getByRole('listbox').getByRole('option', { name, exact: true }).click();
  };
  await add('Note');
  const note = forAll.getByRole('textbox', { name: 'Note for all rows' });
  await expect(note).toBeFocused();
  await page.keyboard.type('From the list of November');
  await add('Country');
  await expect(forAll.getByRole('textbox', { name: 'Country for all rows' })).toBeFocused();
  await page.keyboard.type('Atlantis');
  await wizard.getByRole('button', { name: 'Preview' }).click();
  await expect(wizard.getByRole('alert')).toContainText('Unknown country: Atlantis');
  await another.fill('Nothing of this');
  await wizard.getByRole('button', { name: 'Preview' }).click();
  await expect(forAll, 'a text that is no option is not ignored').toContainText(
    'Choose a field from the list',
  );
  await expect(another).toBeFocused();
  await another.fill('');
  await forAll.getByRole('button', { name: 'No Country for all rows' }).click();
  await expect(forAll.getByRole('textbox', { name: 'Country for all rows' })).toHaveCount(0);
  await wizard.getByRole('button', { name: 'Preview' }).click();
  const { tab, button } = previewDialog(page);
  await expect(tab('New')).toHaveText('New2');
  await button('Back').click();
  await expect(field('User')).toHaveValue(`${owner.fullName} (${owner.userID})`);
  await wizard.getByRole('button', { name: 'Back' }).click();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(field('User')).toHaveValue(`${owner.fullName} (${owner.userID})`);
  await expect(name).toHaveValue(account);
  await expect(note).toHaveValue('From the list of November');
  await wizard.getByRole('button', { name: 'Preview' }).click();
  await button('Run').click();
  await expect(page.getByText('2 applications imported', { exact: true }).first()).toBeVisible();
  const apps = await api.call('getAllApp', { query: { search: base } });
  const expected = {
    userID: owner.userID,
    accountName: account,
    note: 'From the list of November',
  };
  expect(apps).toMatchObject([expected, expected]);

  await menu(page, 'Import applications…');
  const slip = owner.fullName.replace('Lagoon', 'Lagon');
  await choose(page, 'slip.csv', `App ID,Owner\n${apps[0]?.appID},${slip}\n`);
  await expect(wizard.getByRole('combobox', { name: `What ${slip} means` })).toHaveValue(
    `${owner.fullName} (${owner.userID})`,
  );
  await expect(forAll.getByRole('listitem'), 'nothing is missing').toHaveCount(0);
});

test('Back at every step loses nothing, and causes of refusals have their number', async ({
  adminPage: page,
}) => {
  const base = `com.${fresh('back').replace(/\W/g, '')}`;
  const rows = ['Sailing', 'Sailing', 'Weather'].map(
    (genre, n) => `Back ${n},${base}.n${n},${genre}`,
  );
  await page.goto('/admin/application-list');
  await menu(page, 'Import applications…');
  const text = `Title,Bundle ID,Kind\n${rows.join('\n')}\n`;
  const wizard = await choose(page, 'back.csv', text);
  const status = wizard.getByRole('combobox', { name: 'App Status for all rows' });
  await status.selectOption('live');
  const forAll = wizard.getByRole('combobox', { name: 'Category for all rows' });
  await expect(forAll).toBeVisible();
  await wizard.getByRole('combobox', { name: 'Field of Kind' }).selectOption('category');
  const means = wizard.getByRole('combobox', { name: 'What Sailing means' });
  await expect(means).toHaveValue('');
  await expect(forAll, 'it has a column now').toBeHidden();
  await wizard.getByRole('button', { name: 'Preview' }).click();
  const { dialog, tab, button } = previewDialog(page);
  await tab('Refused').click();
  const why = dialog.getByRole('region', { name: 'Why they are refused' });
  await expect(why.getByRole('listitem')).toHaveText(
    'Kind: Unknown category: Sailing2 applications',
  );
  await button('Back').click();
  await expect(status).toHaveValue('live');
  await wizard.getByRole('button', { name: 'Back' }).click();
  await expect(wizard).toContainText('Step 1 of 3: file');
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(status).toHaveValue('live');
  await expect(wizard.getByRole('combobox', { name: 'Field of Kind' })).toHaveValue('category');
  await means.fill('Sports');
  await page.getByRole('option', { name: 'Sports', exact: true }).click();
  await wizard.getByRole('button', { name: 'Preview' }).click();
  await expect(tab('Refused')).toHaveText('Refused0');
  await expect(tab('New')).toHaveText('New3');
});

test('the wizard has no violation', async ({ adminPage: page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin/application-list');
    if (width === 390) await page.getByRole('button', { name: 'More tools' }).click();
    await menu(page, 'Import applications…');
    await expectAccessible(page, 'the file', width);
    const wizard = await choose(page, 'apps.csv', 'Package Name,Note\r\ncom.harbour.x,hello\r\n');
    await expect(wizard).toContainText('Step 2 of 3');
    await expectAccessible(page, 'the columns', width);
  }
});
