import { adUnitSlots } from '@adwarden/contract/ad-units';
import type { Page } from '@playwright/test';
import {
  type AppFormDialog,
  editApp,
  fillRequired,
  findApp,
  openNewApp,
  save,
} from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';
import { admobList, newUnit, paste } from './pasting.ts';

/* Texts with several ad units that are pasted into the form of an application. */

const fillDialog = (page: Page) => page.getByRole('dialog', { name: /^[\d,]+ ad units? found$/ });
const fillButton = (page: Page, count: string) =>
  fillDialog(page).getByRole('button', { name: `Fill ${count}`, exact: true });

const valuesOf = (form: AppFormDialog) =>
  Promise.all(adUnitSlots.map(({ label }) => form.unit(label).inputValue()));

test('AdMob’s list fills all 15 fields after a preview, and one Undo empties them', async ({
  adminPage: page,
  api,
}) => {
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  const appName = fresh('Pasted');
  await fillRequired(form, appName);
  const { ids, text } = admobList();
  await paste(form.unit('Google Banner 2'), text);
  await expect(fillDialog(page)).toContainText('15 ad units found');
  await expect(form.unit('Google Banner 2'), 'nothing is in the field yet').toHaveValue('');
  await expectAccessible(page, 'the preview of pasted ad units');
  await expect(fillButton(page, '15 ad units')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(fillDialog(page)).toBeHidden();
  await expect(form.unit('Google Banner 2'), 'the focus comes back').toBeFocused();
  expect(await valuesOf(form)).toEqual(ids);
  await expect(form.dialog).toContainText('15 ad units filled.');

  await form.dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  expect(await valuesOf(form)).toEqual(ids.map(() => ''));

  await paste(form.unit('Reward 3'), text);
  await fillButton(page, '15 ad units').click();
  const app = await save(form, api, appName);
  expect(adUnitSlots.map(({ name }) => app?.[name])).toEqual(ids);
});

test('says what has no field, what is there already and what is no ad unit', async ({
  adminPage: page,
  api,
}) => {
  const [one, two, three, four] = [newUnit(), newUnit(), newUnit(), newUnit()];
  const app = await api.addApp({ googleNative1: '', googleBanner1: one });
  const form = await editApp(page, app);
  const table = [one, two, three, four, two].map((id) => `Banner\t${id}`).join('\r\n');
  await paste(form.unit('Google Native 1'), `ca-app-pub-8315520018462792~1234567890\n${table}`);
  const dialog = fillDialog(page);
  await expect(dialog).toContainText('4 ad units found');
  await expect(
    dialog.getByRole('list', { name: 'What is filled' }).getByRole('listitem'),
  ).toHaveText([`Google Banner 2${two}`, `Google Banner 3${three}`]);
  const left = dialog.getByRole('region', { name: 'What is left out' });
  await expect(left.getByRole('listitem')).toHaveText([
    `${one}is in Google Banner 1 already`,
    `${four}No field is left: Banner has 3`,
  ]);
  await expect(dialog).toContainText('1 ad unit stands more than once in the text');
  await expect(dialog).toContainText(
    'ca-app-pub-8315520018462792~1234567890 is AdMob’s ID of the whole app',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await form.unit('Google Banner 2').inputValue()).toBe('');
});

test('20 ids without formats fill on from the field, and what is filled is replaced only if wanted', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  const old = newUnit();
  const { appName } = await api.addApp({
    selectedUser: owner.userID,
    googleNative1: '',
    googleBanner1: '',
    googleNative3: old,
  });
  await page.goto('/application-list');
  await page.getByRole('button', { name: `Edit ${appName}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Application' });
  const ids = Array.from({ length: 20 }, newUnit);
  await paste(dialog.getByRole('textbox', { name: /^Google Native 2/ }), ids.join(', '));
  await expect(fillDialog(page)).toContainText('20 ad units found');
  await expect(fillDialog(page)).toContainText('7 ad units left out');
  await expect(fillButton(page, '13 ad units')).toBeVisible();
  await fillDialog(page).getByRole('checkbox').check();
  await expect(fillDialog(page)).toContainText(`in place of ${old}`);
  await fillButton(page, '14 ad units').click();
  await expect(dialog.getByRole('textbox', { name: /^Google Native 1/ })).toHaveValue('');
  await expect(dialog.getByRole('textbox', { name: /^Google Native 3/ })).toHaveValue(ids[1] ?? '');
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: /^Google Native 3/ })).toHaveValue(old);
});

test('what a paste needs is loaded with the first field, not with the form', async ({
  adminPage: page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => void loaded.push(request.url()));
  const ofPaste = () => loaded.filter((url) => url.includes('fill-dialog') && url.endsWith('.js'));
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  await expect(form.appName).toBeFocused();
  await page.waitForLoadState('networkidle');
  expect(ofPaste()).toEqual([]);
  await form.unit('Google Native 1').focus();
  await expect.poll(ofPaste).toHaveLength(1);
});

test('another app’s ad units are said before the save', async ({ adminPage: page, api }) => {
  const { text, ids } = admobList();
  const other = await api.addApp({ googleBanner1: ids[4] ?? '' });
  const app = await api.addApp();
  const form = await editApp(page, app);
  await paste(form.unit('Google Native 1'), text);
  await fillDialog(page).getByRole('checkbox').check();
  await fillButton(page, '15 ad units').click();
  await expect(form.dialog).toContainText(other.appName);
  expect(await findApp(api, app.appName)).toMatchObject({ googleBanner1: app.googleBanner1 });
});

test('one id is pasted as it is, and HTML without a text is read', async ({ adminPage: page }) => {
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  const [one, two] = [newUnit(), newUnit()];
  await paste(form.unit('Reward 1'), one);
  await expect(form.unit('Reward 1')).toHaveValue(one);
  await expect(fillDialog(page)).toHaveCount(0);
  const cell = (text: string) => `<td><b>${text}</b></td>`;
  await paste(
    form.unit('Google Native 1'),
    '',
    `<table><tr>${cell(two)}${cell('App&nbsp;open')}</tr><tr>${cell(one)}${cell('Rewarded')}</tr></table>`,
  );
  await expect(fillDialog(page)).toContainText(`App Open 1${two}`);
  await expect(fillDialog(page)).toContainText('is in Reward 1 already');
});

test('a text that is dropped beside the fields is read, also on a phone', async ({
  adminPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  const { text, ids } = admobList();
  const target = form.dialog.getByText('Paste a list from AdMob');
  const data = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', dropped);
    return transfer;
  }, text);
  await target.dispatchEvent('drop', { dataTransfer: data });
  await expectAccessible(page, 'the preview of dropped ad units');
  await fillButton(page, '15 ad units').click();
  expect(await valuesOf(form)).toEqual(ids);
});

test('a store’s link becomes the package or Apple’s number, and the form says so', async ({
  adminPage: page,
  api,
}) => {
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  const appName = fresh('Linked');
  await fillRequired(form, appName);
  await form.packageName.fill('');
  await paste(form.packageName, 'https://apps.apple.com/us/app/tide-clock/id1234567890?mt=8');
  await expect(form.packageName).toHaveValue('1234567890');
  await expect(form.dialog).toContainText('Taken from the link to the App Store.');
  await form.packageName.fill('');
  await expect(form.dialog).not.toContainText('Taken from the link');
  await paste(
    form.packageName,
    'https://play.google.com/store/apps/details?id=com.harbour.linked&hl=de',
  );
  await expect(form.packageName).toHaveValue('com.harbour.linked');
  await expect(form.dialog).toContainText('Taken from the link to Google Play.');
  expect(await save(form, api, appName)).toMatchObject({ packageName: 'com.harbour.linked' });
});
