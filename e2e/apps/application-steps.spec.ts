import type { Page } from '@playwright/test';
import { appForm, openEdit } from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import { fleet, names, rows } from '../support/fleet.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { withoutNews } from '../support/news.ts';
import { rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Previous and next application inside the form. */

const next = (page: Page) => page.getByRole('button', { name: 'Next application' });
const previous = (page: Page) => page.getByRole('button', { name: 'Previous application' });

test('goes through the list in its order and across its pages', async ({ adminPage, api }) => {
  const { list, name } = await fleet(api, 12);
  await adminPage.goto(list());
  const { dialog, appName } = await openEdit(adminPage, rowOf(adminPage, name('09')));
  await expect(dialog.getByText('9 of 12')).toBeVisible();
  await next(adminPage).click();
  await expect(appName).toHaveValue(name('10'));
  await expect(next(adminPage)).toBeFocused();
  await next(adminPage).click();
  await expect(appName).toHaveValue(name('11'));
  await expect(dialog.getByText('11 of 12')).toBeVisible();
  await expect(adminPage).toHaveURL(/page=2/);
  await next(adminPage).click();
  await expect(appName).toHaveValue(name('12'));
  await expect(next(adminPage)).toBeDisabled();
  await next(adminPage).click({ force: true });
  await expect(appName).toHaveValue(name('12'));
  for (const number of ['11', '10', '09']) {
    await previous(adminPage).click();
    await expect(appName).toHaveValue(name(number));
  }
  await expect(adminPage).not.toHaveURL(/page=/);
  await expectAccessible(adminPage, 'the form with its neighbours');
  await adminPage.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await names(adminPage)).toHaveLength(10);
});

test('keys keep the field, and each form begins anew', async ({ adminPage, api }) => {
  const accountName = fresh('Anew').replaceAll(' ', '-');
  const [one, two] = [`${accountName} 1`, `${accountName} 2`];
  await api.addApp({ accountName, appName: one, note: 'first note' });
  await api.addApp({
    accountName,
    appName: two,
    note: 'second note',
    packageName: 'Not a package',
  });
  await adminPage.goto(
    `/admin/application-list?${new URLSearchParams({ accountName, sort: 'appName' })}`,
  );
  const { dialog, appName, note, packageName } = await openEdit(adminPage, rowOf(adminPage, one));
  await note.focus();
  await adminPage.keyboard.press('Alt+PageDown');
  await expect(appName).toHaveValue(two);
  await expect(note).toHaveValue('second note');
  await expect(note).toBeFocused();
  await expect(packageName).toHaveValue('Not a package');
  await adminPage.keyboard.press('Alt+PageDown');
  await expect(appName, 'the last one').toHaveValue(two);
  await adminPage.keyboard.press('Alt+PageUp');
  await expect(appName).toHaveValue(one);
  await expect(dialog.getByText('Copy of')).toHaveCount(0);
  await expect(note).toBeFocused();
});

test('asks about unsaved changes, and saves only what was changed here', async ({
  adminPage,
  api,
}) => {
  const { list, name } = await fleet(api, 3);
  await adminPage.goto(list());
  const form = await openEdit(adminPage, rowOf(adminPage, name('01')));
  await form.note.fill('not saved');
  await next(adminPage).click();
  const question = adminPage.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.appName).toHaveValue(name('01'));
  await expect(form.note).toHaveValue('not saved');
  await next(adminPage).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form.appName).toHaveValue(name('02'));
  await expect(form.note).not.toHaveValue('not saved');
  await form.note.fill('saved in the second');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  const apps = await api.call('getAllApp', { query: { search: name('') } });
  expect(apps.filter(({ note }) => note === 'saved in the second')).toMatchObject([
    { appName: name('02') },
  ]);
  expect(apps.filter(({ note }) => note === 'not saved')).toEqual([]);
  await expect(rows(adminPage)).toHaveCount(3);
});

test('Save and next saves and goes on, by button and by key', async ({ adminPage, api }) => {
  const { list, name, accountName } = await fleet(api, 3);
  await adminPage.goto(list());
  const form = await openEdit(adminPage, rowOf(adminPage, name('01')));
  await form.note.fill('first');
  const saveAndNext = form.dialog.getByRole('button', { name: 'Save and next' });
  await saveAndNext.click();
  await expect(form.appName).toHaveValue(name('02'));
  await form.note.fill('second');
  await adminPage.keyboard.press('Control+Shift+Enter');
  await expect(form.appName).toHaveValue(name('03'));
  await expect(form.note, 'keys keep the field').toBeFocused();
  await expect(saveAndNext, 'there is no next one').toHaveCount(0);
  await form.note.fill('third');
  await adminPage.keyboard.press('Control+Enter');
  await expect(form.dialog).toBeHidden();
  const apps = await api.call('getAllApp', { query: { accountName, sort: 'appName' } });
  expect(apps.map(({ note }) => note)).toEqual(['first', 'second', 'third']);
});

test('an app that was deleted meanwhile is said to be gone', async ({ adminPage, api }) => {
  await withoutNews(adminPage);
  const { list, name, accountName } = await fleet(api, 11);
  await adminPage.goto(list());
  await openEdit(adminPage, rowOf(adminPage, name('10')));
  const [last] = await api.call('getAllApp', { query: { accountName, sort: '-appName', page: 0 } });
  await api.call('deleteApp', { id: last?.appID ?? '' });
  await next(adminPage).click();
  await expect(adminPage.getByText(/The list has changed/)).toBeVisible();
  await expect(appForm(adminPage, 'Edit Application').appName).toHaveValue(name('10'));
});

test('an owner has it too; a new app has no neighbours', async ({ ownerPage, owner, api }) => {
  const [one, two] = [fresh('A'), fresh('B')];
  for (const appName of [one, two]) await api.addApp({ appName, selectedUser: owner.userID });
  await ownerPage.goto('/application-list?sort=appName');
  const { appName, close, dialog } = await openEdit(ownerPage, rowOf(ownerPage, one));
  await next(ownerPage).click();
  await expect(appName).toHaveValue(two);
  await close.click();
  await expect(dialog).toBeHidden();
  await ownerPage.getByRole('button', { name: 'Add New App' }).click();
  await expect(ownerPage.getByRole('dialog', { name: 'Add New Application' })).toBeVisible();
  await expect(next(ownerPage)).toHaveCount(0);
});

test('what is typed while the next page loads is asked about, and kept', async ({
  adminPage,
  api,
}) => {
  const { list, name } = await fleet(api, 12);
  await adminPage.goto(list());
  const form = await openEdit(adminPage, rowOf(adminPage, name('10')));
  const answer = await holdCalls(adminPage, /getAllApp.*page=1/, 'reads');
  const asked = adminPage.waitForRequest(/getAllApp.*page=1/);
  await next(adminPage).click();
  await asked;
  await form.note.fill('typed meanwhile');
  answer();
  const question = adminPage.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.appName).toHaveValue(name('10'));
  await expect(form.note).toHaveValue('typed meanwhile');
  await next(adminPage).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form.appName).toHaveValue(name('11'));
});

test('a form that was closed while the next page loads stays closed', async ({
  adminPage,
  api,
}) => {
  const { list, name } = await fleet(api, 12);
  await adminPage.goto(list());
  const form = await openEdit(adminPage, rowOf(adminPage, name('10')));
  const answer = await holdCalls(adminPage, /getAllApp.*page=1/, 'reads');
  const asked = adminPage.waitForRequest(/getAllApp.*page=1/);
  await next(adminPage).click();
  await asked;
  await form.close.click();
  await expect(form.dialog).toBeHidden();
  const answered = adminPage.waitForResponse(/getAllApp.*page=1/);
  answer();
  await answered;
  // Time for what would open it.
  await adminPage.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  await expect(form.dialog).toBeHidden();
  await expect(adminPage).not.toHaveURL(/page=2/);
});
