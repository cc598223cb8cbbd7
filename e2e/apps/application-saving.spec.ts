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
import { holdCalls } from '../support/hold-calls.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* The input stays in the form after a failed save, a stale edit and a click beside the form. */

/** Opens the form of a new app and fills its required fields. */
async function openFilled(page: Page, appName: string): Promise<AppFormDialog> {
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  await fillRequired(form, appName);
  return form;
}

test('an edit says the id in its path and in its form', async ({ adminPage: page, api }) => {
  const app = await api.addApp();
  const { appID, appName } = app;
  await page.goto('/admin/application-list');
  const form = await editApp(page, app);
  await form.appName.fill(`${appName} again`);
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await form.save.click();
  const request = await sent;
  expect(new URL(request.url()).pathname).toBe(`/apps/updateApp/${appID}`);
  expect(request.postDataBuffer()?.toString()).toContain(`name="id"\r\n\r\n${appID}\r\n`);
});

test('the server’s field errors are shown beside their fields, and the input stays', async ({
  adminPage,
}) => {
  const appName = fresh('Broken icon');
  const form = await openFilled(adminPage, appName);
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

test('a failed save keeps the form, and the second try works', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('502 /apps/addApp', 'ERR_FAILED /apps/addApp');
  const appName = fresh('Second try');
  const form = await openFilled(adminPage, appName);
  await adminPage.route('**/apps/addApp', (route) => route.abort(), { times: 1 });
  await form.save.click();
  // The toast goes after 3 s; the form keeps saying it.
  const failure = form.dialog.getByRole('alert');
  const toast = adminPage.locator('.mantine-Notification-root');
  await expect(toast.filter({ hasText: 'The server cannot be reached' })).toBeVisible();
  await expect(failure).toHaveText('The server cannot be reached');
  await expect(form.appName).toHaveValue(appName);
  await adminPage.route(
    '**/apps/addApp',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' }),
    { times: 1 },
  );
  await form.save.click();
  await expect(failure).toHaveText('The server answered something unexpected');
  expect(await save(form, api, appName)).toBeTruthy();
});

test('a save cannot be sent twice while it is running', async ({ adminPage, api }) => {
  const appName = fresh('Once only');
  const answer = await holdCalls(adminPage, '**/apps/addApp', 'writes');
  const form = await openFilled(adminPage, appName);
  await form.save.click();
  await expect(form.save).toBeDisabled();
  await form.appName.press('Enter');
  answer();
  await expect(form.dialog).toBeHidden();
  const found = await api.call('getAllApp', { query: { appName } });
  expect(found).toHaveLength(1);
});

test('two people who change different fields of an app both get what they typed, without a question', async ({
  adminPage,
  api,
  owner,
  mayFail,
}) => {
  mayFail('409 /apps/updateApp');
  const app = await api.addApp({ selectedUser: owner.userID });
  const form = await editApp(adminPage, app);
  await form.note.fill('my note');
  const { token } = await api.signInOwner(owner);
  const theirs = { accountName: 'Theirs', reward1: '/21775744923/example/rewarded' };
  await api.call('updateApp', { id: app.appID, body: theirs, as: token });
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  const said = new RegExp(
    `Saved\\. ${owner.fullName} changed Account Name, Reward 1 at \\d\\d:\\d\\d`,
  );
  await expect(adminPage.getByText(said)).toBeVisible();
  expect(await findApp(api, app.appName)).toMatchObject({ ...theirs, note: 'my note' });
  await adminPage.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await findApp(api, app.appName))?.note).toBe(app.note);
  expect(await findApp(api, app.appName), 'only the own edit is undone').toMatchObject(theirs);
});

test('for a field that two people have changed there is a choice, and nothing typed is lost before', async ({
  adminPage,
  api,
  owner,
  mayFail,
}) => {
  mayFail('409 /apps/updateApp');
  const app = await api.addApp({ selectedUser: owner.userID });
  const form = await editApp(adminPage, app);
  await form.accountName.fill('Mine');
  await form.note.fill('my note');
  const { token } = await api.signInOwner(owner);
  const theirs = { accountName: 'Theirs', packageName: 'com.theirs.app' };
  await api.call('updateApp', { id: app.appID, body: theirs, as: token });
  await form.save.click();
  const panel = form.dialog.getByRole('alert');
  await expect(panel).toContainText(owner.fullName);
  await expect(panel).toContainText(/changed this application on/);
  await expect(panel, 'nothing was saved').toBeFocused();
  await expect(panel.getByRole('row', { name: /Account Name/ })).toContainText('both changed it');
  await expect(panel.getByRole('row', { name: /Package Name/ })).toContainText('theirs stays');
  await expectAccessible(adminPage, 'a choice between two edits');
  expect((await findApp(api, app.appName))?.accountName, 'nothing was overwritten').toBe('Theirs');

  await form.save.click();
  await expect(panel, 'without a choice nothing is saved').toBeFocused();
  await panel.getByRole('radio', { name: 'Account Name: theirs' }).check();
  await expect(form.accountName, 'the choice is about the save').toHaveValue('Mine');
  expect(await save(form, api, app.appName)).toMatchObject({ ...theirs, note: 'my note' });

  await editApp(adminPage, app);
  await form.accountName.fill('Mine again');
  await api.call('updateApp', { id: app.appID, body: { accountName: 'Theirs again' }, as: token });
  await form.save.click();
  await panel.getByRole('radio', { name: 'Account Name: yours' }).check();
  expect(await save(form, api, app.appName)).toMatchObject({ accountName: 'Mine again' });
});

test('a click beside the form, Escape and Close ask before they discard changes', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/application-list');
  const form = await openNewApp(adminPage);
  await form.close.click();
  await expect(form.dialog, 'no question without changes').toBeHidden();

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
    const hasKeyboard = () => form.dialog.evaluate((one) => one.contains(document.activeElement));
    await expect.poll(hasKeyboard, 'the keyboard is in the form again').toBe(true);
    await expect(form.appName).toHaveValue('unsaved');
  }
  await form.close.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form.dialog).toBeHidden();
  await openNewApp(adminPage);
  await expect(form.appName).toHaveValue('');
});

test('the browser’s Back closes a form, and asks before unsaved changes are lost', async ({
  adminPage,
}) => {
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
  await expect(form.dialog).toBeHidden();
  await expect(adminPage).toHaveURL('/admin/application-list');
  await adminPage.goBack();
  await expect(adminPage).toHaveURL('/admin/dashboard');
});
