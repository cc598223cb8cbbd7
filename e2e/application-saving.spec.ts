import type { App } from '@adwarden/contract/apps';
import type { Page } from '@playwright/test';
import {
  type AppFormDialog,
  editApp,
  fillRequired,
  findApp,
  openNewApp,
} from './support/app-form.ts';
import { fresh } from './support/office.ts';
import { expect, test } from './support/test.ts';

/* What a save that fails, an edit that comes late and a stray click do to what was typed (issue: what bad input gets). */

/** Opens the form of a new app from the list, with what is required in it. */
async function openFilled(page: Page, appName: string): Promise<AppFormDialog> {
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  await fillRequired(form, appName);
  return form;
}

test('the server’s field errors stand beside their fields, and what was typed stays', async ({
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

test('a save that the server cannot take keeps the form, and works the second time', async ({
  adminPage,
  office,
}) => {
  const appName = fresh('Second try');
  const form = await openFilled(adminPage, appName);
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
  expect(await findApp(office, appName)).toBeTruthy();
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
  const form = await openFilled(adminPage, appName);
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
  const form = await editApp(adminPage, app);
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
  expect((await findApp(office, app.appName))?.accountName, 'nothing was overwritten').toBe(
    'Theirs',
  );

  await panel.getByRole('button', { name: 'Load theirs' }).click();
  await expect(form.accountName).toHaveValue('Theirs');
  await expect(form.note).toHaveValue('their note');
  await form.note.fill('together');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  expect(await findApp(office, app.appName)).toMatchObject({
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
