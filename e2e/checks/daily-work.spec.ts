import { adUnitSlots } from '@adwarden/contract/ad-units';
import { admobList, newUnit, paste } from '../apps/pasting.ts';
import { appForm, editApp, findApp, openNewApp } from '../support/app-form.ts';
import { bar, editNotes, previewDialog } from '../support/bulk.ts';
import { fleet, idsOf } from '../support/fleet.ts';
import { adsOf, endAllPauses, pauseDialog } from '../support/pauses.ts';
import { tabTo } from '../support/tab-to.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';
import { countSteps, watchSteps } from './steps.ts';

/* The jobs of `docs/daily-work.md`, each with its steps. */

test.afterEach(({ api }) => endAllPauses(api));

test('a copy of an app', async ({ adminPage: page, api }) => {
  const app = await api.addApp();
  await page.goto(`/admin/application/${app.appID}`);
  await countSteps(page, 'a copy of an app, right', async () => {
    await page.getByRole('button', { name: 'Duplicate…' }).click();
    const form = appForm(page, 'Add New Application');
    await form.packageName.fill('com.harbour.copy');
    await page.keyboard.press('Enter');
    await expect(form.dialog).toBeHidden();
  });
  expect(await findApp(api, `${app.appName} (copy)`)).toMatchObject({
    packageName: 'com.harbour.copy',
    appStatus: 'in-develop',
  });
});

test('two countries that get no ads', async ({ adminPage: page, api }) => {
  const { list, accountName } = await fleet(api, 11);
  await page.goto(list());
  await page.evaluate(() => navigator.clipboard.writeText('RU, CN'));
  await countSteps(page, 'block two countries for 11 apps', async () => {
    await page.getByRole('button', { name: 'Select all 11', exact: true }).click();
    await bar(page).getByRole('button', { name: 'Countries', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Countries' });
    await expect(form.getByRole('radio', { name: 'Everywhere except …' })).toBeChecked();
    await expect(form.getByRole('textbox', { name: /^Country/ })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(form.getByRole('status')).toContainText('11 applications would change');
    await page.keyboard.press('Enter');
    await expect(page.getByText('11 applications changed').first()).toBeVisible();
  });
  const configured = await api.call('getConfigureApp', {
    query: { accountName, pageSize: 100 },
  });
  expect(configured.map(({ country, ipAddress }) => [country, ipAddress])).toEqual(
    Array.from({ length: 11 }, () => ['!RU,!CN', 'on']),
  );
});

test('a new interstitial in 12 apps', async ({ adminPage: page, api }) => {
  const { list, accountName } = await fleet(api, 12);
  const units = Array.from({ length: 12 }, newUnit);
  await page.goto(list());
  await page.evaluate((text) => navigator.clipboard.writeText(text), units.join('\n'));
  await countSteps(page, 'a new interstitial in 12 apps, each its own', async () => {
    await page.getByRole('button', { name: 'Select all 12', exact: true }).click();
    await bar(page).getByRole('button', { name: 'Edit fields', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Edit fields' });
    await expect(form.getByRole('combobox', { name: 'Field' })).toBeFocused();
    await page.keyboard.type('Interstitial 3');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('textbox', { name: 'Google Interstitial 3' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+v');
    await form.getByRole('button', { name: 'Change 12 applications' }).click();
    await expect(page.getByText('12 applications changed').first()).toBeVisible();
  });
  const apps = await api.call('getAllApp', {
    query: { accountName, sort: 'appName', pageSize: 100 },
  });
  expect(apps.map(({ googleInterstitial3 }) => googleInterstitial3)).toEqual(units);
});

test('40 new applications from a publisher’s spreadsheet', async ({ adminPage: page, api }) => {
  const name = fresh('Publisher');
  const owner = await api.addUser({ fullName: fresh('Ada Harbour') });
  const packages = `com.${name.toLowerCase().replace(/\W/g, '')}`;
  const rows = Array.from(
    { length: 40 },
    (_, n) => `${name} ${n},${packages}.n${n},Puzzle,${owner.fullName}`,
  );
  const buffer = Buffer.from(`Title,Bundle ID,Category,Owner\r\n${rows.join('\r\n')}\r\n`);
  await page.goto('/admin/application-list');
  await countSteps(page, '40 new apps from a publisher’s spreadsheet', async () => {
    await page.getByRole('button', { name: 'Export and import', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import applications…' }).click();
    const wizard = page.getByRole('dialog', { name: 'Import applications' });
    const chooser = page.waitForEvent('filechooser');
    await wizard.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({ name: 'publisher.csv', mimeType: 'text/csv', buffer });
    const forAll = wizard.getByRole('region', { name: 'For all rows' });
    await expect(forAll.getByRole('combobox', { name: 'App Status for all rows' })).toHaveValue(
      'in-develop',
    );
    await expect(forAll.getByRole('combobox', { name: 'Ads Status for all rows' })).toHaveValue(
      'on',
    );
    const unknown = wizard.getByRole('region', { name: 'Values that are not known' });
    await expect(unknown.getByRole('listitem')).toHaveText(/Puzzle.*Category, 40 rows/);
    await expect(unknown.getByRole('combobox', { name: 'What Puzzle means' })).toHaveValue(
      'Games: Puzzle',
    );
    await wizard.getByRole('button', { name: 'Preview' }).click();
    const { tab, button } = previewDialog(page);
    await expect(tab('New')).toHaveText('New40');
    await button('Run').click();
    await expect(page.getByText('40 applications imported', { exact: true }).first()).toBeVisible();
  });
  const apps = await api.call('getAllApp', { query: { search: name, pageSize: 100 } });
  expect(apps).toHaveLength(40);
  expect(apps[0]).toMatchObject({ category: 'Games: Puzzle', userID: owner.userID });
});

test('what a batch did to an app', async ({ adminPage: page, api }) => {
  const { accountName, name } = await fleet(api, 11);
  const note = fresh('Of the batch');
  await editNotes(api, await idsOf(api, accountName), note);
  await page.goto('/admin/audit-log');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await countSteps(page, 'what happened to this app, when a batch changed it', async () => {
    await page.getByPlaceholder(/^Search person/).fill(name('07'));
    const entry = page.getByRole('row').filter({ hasText: note });
    await expect(entry).toHaveCount(1);
    await expect(entry).toContainText(name('07'));
    await expect(entry).toContainText(/Note: .* → Of the batch/);
    await expect(entry.getByRole('link', { name: 'with 10 other apps' })).toBeVisible();
  });
});

test('a save while somebody else has saved another field', async ({
  adminPage: page,
  api,
  owner,
  mayFail,
}) => {
  mayFail('409 /apps/updateApp');
  const app = await api.addApp({ selectedUser: owner.userID });
  const form = await editApp(page, app);
  await form.note.fill('mine');
  const { token } = await api.signInOwner(owner);
  const theirs = { accountName: fresh('Theirs') };
  await api.call('updateApp', { id: app.appID, body: theirs, as: token });
  await form.save.click();
  await countSteps(page, 'two people edit different fields of an app', async () => {
    await expect(form.dialog).toBeHidden();
    await expect(
      page.getByText(new RegExp(`Saved\\. ${owner.fullName} changed Account Name at`)),
    ).toBeVisible();
  });
  expect(await findApp(api, app.appName)).toMatchObject({ ...theirs, note: 'mine' });
});

test('a phone whose token was ended', async ({ adminPage: page, api }) => {
  const app = await api.addApp();
  await api.call('rotateToken', { id: app.appID, body: { keepOldForDays: 0 } });
  const { appID, authToken } = app;
  const address = `${api.address}/api/getAds?${new URLSearchParams({ appID, authToken })}`;
  await page.goto(`/admin/application/${app.appID}`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), address);
  await countSteps(page, 'why has this phone no ads, after a token was ended', async () => {
    await page.getByRole('link', { name: 'Test', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'What the phone asked with' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+v');
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result).toContainText('Refused');
    await expect(result).toContainText(
      new RegExp(`The token …${authToken.slice(-4)} ended on .*, \\d\\d:\\d\\d`),
    );
  });
});

test('a new app with 15 ad units', async ({ ownerPage: page, api }) => {
  const appName = fresh('By list');
  const { ids, text } = admobList();
  await page.goto('/application-list');
  await countSteps(page, 'a new app with 15 ad units from AdMob’s list', async () => {
    const { keyboard } = page;
    const form = await openNewApp(page);
    await expect(form.appName).toBeFocused();
    await keyboard.type(appName);
    await keyboard.press('Tab');
    await keyboard.type('com.harbour.bylist');
    for (const [select, typed] of [
      [form.category, 'Weather'],
      [form.adsStatus, 'ON'],
      [form.appStatus, 'In-Develop'],
      [form.visibleExtra, 'OFF'],
    ] as const) {
      await tabTo(page, select);
      await keyboard.type(typed);
    }
    await keyboard.press('Tab');
    await expect(form.unit('Google Native 1')).toBeFocused();
    await paste(form.unit('Google Native 1'), text);
    await page.getByRole('button', { name: 'Fill 15 ad units' }).click();
    await form.save.click();
    await expect(form.dialog).toBeHidden();
  });
  const app = await findApp(api, appName);
  expect(adUnitSlots.map(({ name }) => app?.[name])).toEqual(ids);
});

test('an owner stops all own ads, and has them again', async ({ ownerPage: page, owner, api }) => {
  const app = await api.addApp({ selectedUser: owner.userID, appStatus: 'live', adsStatus: 'on' });
  await page.goto('/application-list');
  await countSteps(page, 'an owner stops all own ads', async () => {
    await page.getByRole('button', { name: 'Pause all ads…' }).click();
    const { dialog, scope, reason } = pauseDialog(page);
    await expect(scope).toHaveValue('owner');
    await reason.fill('Payments are late');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });
  expect(await adsOf(api, app)).toMatchObject({ adsStatus: 'off', reason: 'paused' });
  await page.getByRole('main').getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Resume ads' }).click();
  await expect.poll(() => adsOf(api, app)).toMatchObject({ adsStatus: 'on' });
});

test('all ads of one owner are stopped from the palette', async ({
  adminPage: page,
  owner,
  api,
}) => {
  const app = await api.addApp({ selectedUser: owner.userID, appStatus: 'live', adsStatus: 'on' });
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'No. of Live App' })).toBeVisible();
  await countSteps(page, 'stop all ads of one owner', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
    await page.keyboard.type(`pause ${owner.userID}: Payments are late`);
    const first = page.getByRole('option').first();
    await expect(first).toContainText(`Pause all apps of ${owner.fullName}…`);
    await page.keyboard.press('Enter');
    const { dialog, reason } = pauseDialog(page);
    await expect(reason).toHaveValue('Payments are late');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });
  expect(await adsOf(api, app)).toMatchObject({ adsStatus: 'off', reason: 'paused' });
});

test('all ads of one owner are resumed', async ({ adminPage: page, owner, api }) => {
  const app = await api.addApp({ selectedUser: owner.userID, appStatus: 'live', adsStatus: 'on' });
  const body = { scope: 'owner', value: owner.id, reason: 'Payments are late' } as const;
  await api.call('startPause', { body });
  await page.goto('/admin/dashboard');
  await countSteps(page, 'resume all ads of one owner', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Resume ads' }).click();
    await expect.poll(() => adsOf(api, app)).toMatchObject({ adsStatus: 'on' });
  });
});

test('what counts as a step', async ({ page }) => {
  await page.goto('/login');
  const name = page.getByLabel('User Id');
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect(name).toBeFocused();
  const steps = await watchSteps(page);
  // A script is no person.
  await name.evaluate((element: HTMLElement) => element.click());
  await page.keyboard.type('ada');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  await password.click();
  await page.keyboard.type('wrong');
  await page.getByRole('button', { name: /^Show/ }).click();
  await page.evaluate(() => navigator.clipboard.writeText('pasted'));
  await name.press('ControlOrMeta+v');
  await name.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await page.reload();
  await name.press('Enter');
  expect(await steps()).toEqual([
    'fill User Id',
    'fill Password',
    expect.stringMatching(/^click/),
    'paste User Id',
    'key User Id',
    expect.stringMatching(/^load/),
    'key User Id',
  ]);
});
