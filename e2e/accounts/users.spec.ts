import type { Locator, Page } from '@playwright/test';
import { openedForm } from '../support/app-form.ts';
import { confirmDelete, fromMenu, openUserRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Spec, section 2 "Admin user list"; section 5 "User". */

const field = (dialog: Locator, name: string) =>
  dialog.getByRole('textbox', { name: new RegExp(`^${name}`) });
const password = (dialog: Locator) => dialog.locator('input[data-path=password]');

/** Opens the form of a new user. */
async function openNewUser(page: Page): Promise<Locator> {
  await page.goto('/admin/user-list');
  await page.getByRole('button', { name: 'Create New User' }).first().click();
  return page.getByRole('dialog', { name: 'Add New User' });
}

async function fill(dialog: Locator, values: Record<string, string>, secret: string) {
  for (const [name, value] of Object.entries(values)) await field(dialog, name).fill(value);
  await password(dialog).fill(secret);
}

test('has the title, the search and the spec’s columns in order', async ({ adminPage, owner }) => {
  await adminPage.goto('/admin/user-list');
  await expect(adminPage).toHaveTitle('Admin Panel | User List');
  await expect(adminPage.getByPlaceholder('Search for User...')).toBeVisible();
  const row = await openUserRow(adminPage, owner.userID);
  await expect(row).toContainText(owner.fullName);
  const heads = await adminPage
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((head) => head.textContent?.trim()));
  expect(heads.slice(0, 5)).toEqual(['Full Name', 'Position', 'User Id', 'Password', 'NO. of App']);
  await row.getByRole('button', { name: /^Actions/ }).click();
  await expect(adminPage.getByRole('menuitem')).toHaveText([
    'Edit',
    'Invite…',
    'Sessions',
    'Remove second factor…',
    'Pause ads…',
    'Delete',
  ]);
});

test('a row shows the readable password, copies it, and counts the apps', async ({
  adminPage,
  owner,
  api,
}) => {
  await api.addApp({ selectedUser: owner.userID });
  await api.addApp({ selectedUser: owner.userID });
  const row = await openUserRow(adminPage, owner.userID);
  await expect(row).toContainText(owner.password);
  await row.hover();
  await row.getByRole('button', { name: /^Copy the password/ }).click();
  await expect(adminPage.getByText('Copy Successfully').first()).toBeVisible();
  expect(await adminPage.evaluate(() => navigator.clipboard.readText())).toBe(owner.password);
  await row.getByRole('link', { name: /^2 applications/ }).click();
  await expect(adminPage).toHaveURL(/\/admin\/application-list\?userID=/);
  await expect(adminPage.getByRole('row').filter({ hasText: owner.fullName })).toHaveCount(2);
});

test('shows every message of the spec beside its field', async ({ adminPage }) => {
  const dialog = await openNewUser(adminPage);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const messages = {
    'Full Name': 'Please Enter Full Name',
    Position: 'Please Enter Position Name',
    'User Id': 'Please Enter User ID',
  };
  for (const [name, message] of Object.entries(messages)) {
    await expect(field(dialog, name)).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(password(dialog)).toHaveAccessibleDescription(/Please Enter Password/);
  await expect(field(dialog, 'Full Name')).toBeFocused();
});

test('creates a user who can sign in', async ({ adminPage, api }) => {
  const userID = fresh('grace').replaceAll(' ', '.');
  const dialog = await openNewUser(adminPage);
  await fill(
    dialog,
    { 'Full Name': 'Grace <i>Hopper</i> 👩‍✈️', Position: 'Admiral', 'User Id': userID },
    'nanosecond-30',
  );
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(adminPage.getByText(/ created$/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(adminPage, userID)).toContainText('Grace <i>Hopper</i> 👩‍✈️');
  const session = await api.signInOwner({ userID, password: 'nanosecond-30' });
  expect(session.user.fullName).toBe('Grace <i>Hopper</i> 👩‍✈️');
});

test('a sign-in link for an owner is offered after creating, and in the form', async ({
  adminPage,
  api,
}) => {
  const userID = fresh('jean.bartik').replaceAll(' ', '.');
  const link = `${api.address}/login?userID=${userID}`;
  const copied = () => adminPage.evaluate(() => navigator.clipboard.readText());
  const dialog = await openNewUser(adminPage);
  await fill(
    dialog,
    { 'Full Name': 'Jean Bartik', Position: 'Owner', 'User Id': userID },
    'first-program-46',
  );
  await expect(dialog.getByRole('button', { name: 'Copy sign-in link' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await adminPage.getByRole('button', { name: 'Copy sign-in link' }).click();
  await expect(adminPage.getByText('Copy Successfully')).toBeVisible();
  expect(await copied()).toBe(link);

  await adminPage.evaluate(() => navigator.clipboard.writeText(''));
  await fromMenu(adminPage, await openUserRow(adminPage, userID), 'Edit');
  const edit = adminPage.getByRole('dialog', { name: 'Edit User' });
  await edit.getByRole('button', { name: 'Copy sign-in link' }).click();
  await expect(edit.getByRole('button', { name: 'Copy Successfully' })).toBeVisible();
  expect(await copied()).toBe(link);
});

test('a login id that is in use gets a message beside its field, and the input stays', async ({
  adminPage,
  owner,
  mayFail,
}) => {
  mayFail('409 /user/createNewUser');
  const dialog = await openNewUser(adminPage);
  await fill(
    dialog,
    { 'Full Name': 'Second Ada', Position: 'Twin', 'User Id': owner.userID.toUpperCase() },
    'tide-clock-8',
  );
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field(dialog, 'User Id')).toHaveAccessibleDescription(/taken/i);
  await expect(field(dialog, 'User Id')).toBeFocused();
  await expect(field(dialog, 'Full Name')).toHaveValue('Second Ada');
});

test('an e-mail address is optional, has a column for whoever wants it, and is searched', async ({
  adminPage,
  owner,
  api,
  mayFail,
}) => {
  mayFail('409 /user/updateUser');
  const address = `${owner.userID.replaceAll(/\W/g, '')}@kelp.example`;
  const other = await api.addUser({ email: `other.${address}` });
  const row = await openUserRow(adminPage, owner.userID);
  await expect(adminPage.getByRole('columnheader', { name: 'Email' })).toBeHidden();
  await fromMenu(adminPage, row, 'Edit');
  const dialog = adminPage.getByRole('dialog', { name: 'Edit User' });
  const save = () => dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field(dialog, 'Email')).toHaveAccessibleDescription(/^Optional/);
  await field(dialog, 'Email').fill('nobody');
  await save();
  await expect(field(dialog, 'Email')).toHaveAccessibleDescription(/must be an e-mail address/);
  await field(dialog, 'Email').fill(`OTHER.${address}`);
  await save();
  await expect(field(dialog, 'Email')).toHaveAccessibleDescription(/taken/);
  await field(dialog, 'Email').fill(address);
  await save();
  await expect(dialog).toBeHidden();
  await adminPage.getByPlaceholder('Search for User...').fill(address);
  await expect(rowOf(adminPage, owner.userID)).toBeVisible();
  await expect(rowOf(adminPage, other.userID)).toBeVisible();
  await adminPage.getByRole('button', { name: 'Columns' }).click();
  await adminPage.getByRole('menuitemcheckbox', { name: 'Email' }).click();
  await adminPage.keyboard.press('Escape');
  await expect(rowOf(adminPage, owner.userID)).toContainText(address);
});

test('edits a user and keeps a password that is not changed', async ({ adminPage, owner, api }) => {
  const row = await openUserRow(adminPage, owner.userID);
  await fromMenu(adminPage, row, 'Edit');
  const dialog = adminPage.getByRole('dialog', { name: 'Edit User' });
  await expect(field(dialog, 'Full Name')).toHaveValue(owner.fullName);
  const renamed = fresh('Renamed');
  await field(dialog, 'Full Name').fill(renamed);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(renamed);
  expect((await api.signInOwner(owner)).user.fullName).toBe(renamed);
});

test('a stale form keeps what somebody else has saved, and does not save the old password', async ({
  adminPage,
  owner,
  api,
  mayFail,
}) => {
  mayFail('409 /user/updateUser');
  const row = await openUserRow(adminPage, owner.userID);
  await fromMenu(adminPage, row, 'Edit');
  const dialog = adminPage.getByRole('dialog', { name: 'Edit User' });
  await expect(field(dialog, 'Full Name')).toHaveValue(owner.fullName);
  const newer = { userID: owner.userID, password: 'newer-tide-8' };
  const body = { password: newer.password, position: 'Owner' };
  await api.call('updateUser', { id: owner.id, body });
  const { token } = await api.signInOwner(newer);

  const renamed = fresh('Renamed');
  await field(dialog, 'Full Name').fill(renamed);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(adminPage.getByText(/^Saved\. Morgan Quay changed Position/)).toBeVisible();
  const [saved] = await api.call('getUser', { query: { userID: owner.userID } });
  expect(saved).toMatchObject({ fullName: renamed, position: 'Owner', password: newer.password });
  await api.call('appStats', { as: token });
});

test('a password that the form does not have is fetched when somebody shows it', async ({
  adminPage,
  owner,
}) => {
  // Here the list hides passwords, as every other answer does.
  await adminPage.route(/\/user\/getUser\?/, async (route) => {
    const response = await route.fetch();
    const body: { data: { password: string }[] } = await response.json();
    for (const user of body.data) user.password = 'Hidden';
    await route.fulfill({ response, json: body });
  });
  const row = await openUserRow(adminPage, owner.userID);
  await fromMenu(adminPage, row, 'Edit');
  const dialog = adminPage.getByRole('dialog', { name: 'Edit User' });
  await expect(password(dialog)).toHaveValue('');
  await dialog.getByRole('button', { name: 'Show password' }).click();
  await expect(password(dialog)).toHaveValue(owner.password);
  await expect(password(dialog)).toHaveAttribute('type', 'text');
  await adminPage.unrouteAll({ behavior: 'wait' });
});

test('choosing an owner loads no password, and the log notes nothing', async ({
  adminPage,
  owner,
}) => {
  const answers: string[] = [];
  await adminPage.route('**/user/*', async (route) => {
    const response = await route.fetch();
    answers.push(await response.text());
    await route.fulfill({ response });
  });
  await adminPage.goto('/admin/application-list?add=1');
  const form = await openedForm(adminPage, 'Add New Application');
  // Many owners of these tests have the same name, and the list has 20 of them.
  await form.owner.fill(owner.userID);
  await expect(adminPage.getByRole('option', { name: new RegExp(owner.userID) })).toBeVisible();
  await expect.poll(() => answers.some((text) => text.includes(owner.userID))).toBe(true);
  expect(answers.filter((text) => text.includes(owner.password))).toEqual([]);
  await adminPage.unrouteAll({ behavior: 'wait' });
});

test('deleting a user asks a question, keeps the apps, and can be undone', async ({
  adminPage,
  owner,
  api,
}) => {
  const { appName } = await api.addApp({ selectedUser: owner.userID });
  const row = await openUserRow(adminPage, owner.userID);
  await fromMenu(adminPage, row, 'Delete');
  const dialog = adminPage.getByRole('dialog');
  await expect(dialog.getByText('Are you sure ?', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Are you sure you want delete this ?')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(row).toBeVisible();

  await fromMenu(adminPage, row, 'Delete');
  await confirmDelete(adminPage);
  await expect(rowOf(adminPage, owner.userID)).toHaveCount(0);
  const [app] = await api.call('getAllApp', { query: { appName } });
  expect(app).toMatchObject({ appName, userID: '', fullName: '' });
  await adminPage.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(adminPage, owner.userID)).toBeVisible();
  const [again] = await api.call('getUser', { query: { userID: owner.userID } });
  expect(again).toMatchObject({ id: owner.id, noOfApps: 1 });
});

test('deleted users are listed and can be restored', async ({ adminPage, owner, api }) => {
  await api.call('deleteUser', { id: owner.id });
  await adminPage.goto('/admin/user-list');
  await adminPage.getByRole('button', { name: 'Deleted' }).click();
  await adminPage
    .getByRole('dialog')
    .getByRole('button', { name: /Restore/ })
    .first()
    .click();
  await expect
    .poll(async () => {
      const query = { userID: owner.userID };
      return (await api.call('getUser', { query })).length;
    })
    .toBe(1);
});
