import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { fromMenu, openUserRow } from '../support/rows.ts';
import { expect, stored, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Links with which people choose a password (ADR 120). */

const chosen = 'Kelp-Harbour-31';
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const shown = (page: Page) => page.getByRole('dialog', { name: 'Invitation' });

/** Fills in the form of a new user and chooses the invitation, with keys alone. */
async function inviteNew(page: Page, userID: string): Promise<Locator> {
  await page.goto('/admin/user-list');
  await page.getByRole('button', { name: 'Create New User' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New User' });
  await expect(form.getByRole('radio', { name: 'Password' })).toBeChecked();
  await form.getByRole('textbox', { name: /^Full Name/ }).fill('Jean <b>Bartik</b>');
  await form.getByRole('textbox', { name: /^Position/ }).fill('Owner');
  await form.getByRole('textbox', { name: /^User Id/ }).fill(userID);
  await page.keyboard.press('Tab');
  await expect(form.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(form.getByRole('radio', { name: 'Password' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'Invite' })).toBeChecked();
  await expect(form.locator('input[data-path=password]')).toHaveCount(0);
  return form;
}

async function choosePassword(page: Page, password = chosen): Promise<void> {
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
}

test('a new user is invited, opens the link in another browser, and is signed in', async ({
  adminPage,
  browser,
  api,
}) => {
  const userID = fresh('jean').replaceAll(' ', '.');
  const form = await inviteNew(adminPage, userID);
  await expectAccessible(adminPage, 'the form with an invitation');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(shown(adminPage)).toContainText('Send this link to Jean <b>Bartik</b>');
  await expectAccessible(adminPage, 'the new link');
  await shown(adminPage).getByRole('button', { name: 'Copy the link' }).click();
  const link = await copied(adminPage);
  expect(link).toMatch(new RegExp(`^${api.address}/invitation#[\\w-]{43}$`));
  await shown(adminPage).getByRole('button', { name: 'Done' }).click();
  await expect(shown(adminPage)).toBeHidden();

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Jean <b>Bartik</b>');
  await expect(page).toHaveTitle('User Panel | Invitation');
  expect(page.url(), 'the token is not in the address').toBe(`${api.address}/invitation`);
  await expect(page.getByLabel('User Id')).toHaveValue(userID);
  await expect(page.getByText('Administrators can read your password')).toBeVisible();
  await expectAccessible(page, 'the page of an invitation');
  await page.getByLabel('New Password').fill(chosen);
  await page.getByLabel('Confirm Password').fill('another-one-22');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Confirm Passwords do not match')).toBeVisible();
  await choosePassword(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Signed in')).toBeVisible();
  expect((await stored(page, 'authUser')).user.userID).toBe(userID);
  await page.goBack();
  await expect(page, 'the page of the link is not in the history').not.toHaveURL(/invitation/);
  await context.close();
  await api.signInOwner({ userID, password: chosen });
});

test('a link that was used says so, and leads to the sign-in', async ({ page, api, mayFail }) => {
  mayFail('404 /invitations/look');
  await page.goto(`/invitation#${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('This link is not valid');
  await expectAccessible(page, 'a link that is not valid');
  await page.getByRole('link', { name: 'Sign in as an app owner' }).click();
  await expect(page).toHaveURL(`${api.address}/login`);
});

test('a page without a token, also after a reload, asks for the link', async ({
  page,
  owner,
  api,
}) => {
  await page.goto('/invitation');
  await expect(page.getByRole('alert')).toContainText('Open the whole link');
  const link = await api.invite(owner.id);
  // The same tab, where only the part after the hash changes.
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Open the whole link');
});

test('Invite… keeps the password until the link is used', async ({ adminPage, owner, api }) => {
  const row = await openUserRow(adminPage, owner.userID);
  const button = await fromMenu(adminPage, row, 'Invite…');
  await expect(shown(adminPage)).toContainText('The present password works until then.');
  await expectAccessible(adminPage, 'the question before a link');
  await adminPage.keyboard.press('Escape');
  await expect(shown(adminPage)).toBeHidden();
  await expect(button).toBeFocused();
  await fromMenu(adminPage, row, 'Invite…');
  await adminPage.keyboard.press('Enter');
  await shown(adminPage).getByRole('button', { name: 'Copy the link' }).click();
  const link = await copied(adminPage);
  await api.signInOwner(owner);
  // The administrator opens it in this tab, which says what happens.
  await adminPage.goto(link);
  await expect(adminPage.getByText('You are signed in here as')).toBeVisible();
  await choosePassword(adminPage);
  await expect(adminPage).toHaveURL(/\/dashboard$/);
  await expect.poll(() => stored(adminPage, 'authAdmin')).toBeNull();
  await api.signInOwner({ userID: owner.userID, password: chosen });
});

test('an invitation in the form of a user ends the password', async ({
  adminPage,
  owner,
  api,
  mayFail,
}) => {
  mayFail('401 /user/login');
  await fromMenu(adminPage, await openUserRow(adminPage, owner.userID), 'Edit');
  const form = adminPage.getByRole('dialog', { name: 'Edit User' });
  await form.getByText('Invite', { exact: true }).click();
  await expect(form).toContainText('The present password and all sessions end when you save.');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(shown(adminPage)).toContainText('Send this link to');
  await expect(api.signInOwner(owner)).rejects.toThrow();
  await shown(adminPage).getByRole('button', { name: 'Done' }).click();
  await expect(await openUserRow(adminPage, owner.userID)).toContainText('Not set yet');
  // The form of the next user begins with a password.
  await adminPage.getByRole('button', { name: 'Create New User' }).first().click();
  await expect(adminPage.getByRole('radio', { name: 'Password' })).toBeChecked();
});
