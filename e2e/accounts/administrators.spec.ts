import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { fromMenu, rowOf } from '../support/rows.ts';
import { expect, stored, test } from '../support/test.ts';
import { administrator, fresh } from '../support/test-api.ts';

/* The page Administrators, and the first sign-in with a password that was made (ADR 121). */

const chosen = 'Kelp-Harbour-31';
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const newEmail = () => `${fresh('nia').replaceAll(' ', '.')}@example.com`;

/** Opens the page and fills in the form of a new administrator. */
async function fillNew(page: Page, email: string) {
  await page.goto('/admin/administrators');
  await page.getByRole('button', { name: 'Add administrator' }).click();
  const form = page.getByRole('dialog', { name: 'Add administrator' });
  await form.getByRole('textbox', { name: /^Full Name/ }).fill('Nia <i>Quay</i>');
  await form.getByRole('textbox', { name: /^Email/ }).fill(email);
  return form;
}

test('the list shows oneself, who can neither disable nor remove oneself', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/administrators');
  await expect(adminPage).toHaveTitle('Admin Panel | Administrators');
  const row = rowOf(adminPage, administrator.email);
  await expect(row).toContainText(`${administrator.fullName} (you)`);
  await expect(row).toContainText('On');
  await row.getByRole('button', { name: /^Actions/ }).click();
  await expect(adminPage.getByRole('menuitem')).toHaveText(['Edit…']);
});

test('an administrator is invited, invited again, accepts, is disabled and removed', async ({
  adminPage,
  browser,
  mayFail,
}) => {
  mayFail('404 /invitations/look', '401 /');
  const email = newEmail();
  const form = await fillNew(adminPage, email);
  await expect(form.getByRole('radio', { name: 'Invite' })).toBeChecked();
  await expectAccessible(adminPage, 'the form of an administrator');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const shown = adminPage.getByRole('dialog', { name: 'Invitation' });
  await shown.getByRole('button', { name: 'Copy the link' }).click();
  const first = await copied(adminPage);
  await shown.getByRole('button', { name: 'Done' }).click();
  const row = rowOf(adminPage, email);
  await expect(row).toContainText('Invited');
  await expect(row).toContainText('Link until');
  await expectAccessible(adminPage, 'the list of administrators');

  await fromMenu(adminPage, row, 'Invite again…');
  await expect(shown).toContainText('The link before it ends.');
  await shown.getByRole('button', { name: 'Make a link' }).click();
  await shown.getByRole('button', { name: 'Copy the link' }).click();
  await expect.poll(() => copied(adminPage)).not.toBe(first);
  const second = await copied(adminPage);
  await shown.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(first);
  await expect(page.getByRole('alert')).toContainText('This link is not valid');
  await page.goto(second);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Nia <i>Quay</i>');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByText('Administrators can read your password')).toHaveCount(0);
  await page.getByLabel('New Password').fill(chosen);
  await page.getByLabel('Confirm Password').fill(chosen);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);

  await adminPage.reload();
  await expect(row).toContainText('On');
  await fromMenu(adminPage, row, 'Disable');
  await expect(row).toContainText('Disabled');
  await page.reload();
  await expect(page, 'signed out').toHaveURL(/\/admin\/login$/);
  await adminPage.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('On');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await context.close();

  await fromMenu(adminPage, row, 'Remove…');
  const question = adminPage.getByRole('dialog', { name: 'Are you sure ?' });
  await expect(question).toContainText('is signed out at once');
  await question.getByRole('button', { name: 'Yes, Delete It!' }).click();
  await expect(row).toHaveCount(0);
});

test('a made password is shown once, and is changed before anything else', async ({
  adminPage,
  browser,
  mayFail,
}) => {
  const email = newEmail();
  const form = await fillNew(adminPage, email);
  await form.getByText('Password', { exact: true }).click();
  await expect(form).toContainText('is changed at the first sign-in');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const shown = adminPage.getByRole('dialog', { name: 'Password' });
  await expectAccessible(adminPage, 'the made password');
  await shown.getByRole('button', { name: 'Copy the password' }).click();
  const made = await copied(adminPage);
  expect(made).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(adminPage, email)).toContainText('Password until');

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/admin/login');
  const signIn = async (password: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  await signIn(made);
  await expect(page).toHaveURL(/\/admin\/set-up$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your own password');
  await expectAccessible(page, 'the choice of an own password');
  await page.goto('/admin/user-list');
  await expect(page, 'also by an address, and after a reload').toHaveURL(/\/admin\/set-up$/);
  expect((await stored(page, 'authAdmin')).mustSetUp).toEqual(['password']);
  const change = async (next: string) => {
    await page.getByLabel('Old Password').fill(made);
    await page.getByLabel('New Password').fill(next);
    await page.getByLabel('Confirm Password').fill(next);
    await page.getByRole('button', { name: 'Change Password' }).click();
  };
  mayFail('400 /admin/changePassword');
  await change(made);
  await expect(page.getByText('must not be the one that was made for you').first()).toBeVisible();
  await change(chosen);
  await expect(page).toHaveURL(/\/admin\/login$/);
  await signIn(chosen);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await context.close();
});

test('an e-mail that is in use gets a message beside its field', async ({ adminPage, mayFail }) => {
  mayFail('409 /admins');
  const form = await fillNew(adminPage, administrator.email.toUpperCase());
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByRole('textbox', { name: /^Email/ })).toHaveAccessibleDescription(
    /There is an administrator/,
  );
});
