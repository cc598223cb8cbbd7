import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { fromMenu, openUserRow, rowOf } from '../support/rows.ts';
import { expect, stored, test } from '../support/test.ts';
import { fresh, type TestApi } from '../support/test-api.ts';
import { codeOf } from './authenticator.ts';
import { answerWithPassword } from './confirm-again.ts';

/* A second factor that somebody has lost: an administrator removes it, and a link takes its place (ADR 137). */

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Adds the authenticator app of the page that is shown, and keeps the recovery codes. */
async function setUp(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
}

/** Gives an owner a second factor by the API. */
async function addFactor(api: TestApi, owner: { userID: string; password: string }) {
  const { token } = await api.signInOwner(owner);
  const call = async (path: string, body: object, as: string) => {
    const response = await fetch(`${api.address}/sessions/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { again } = await call('factors/totp', {}, token);
  const { ticket } = again;
  const { token: as } = await call('again', { ticket, password: owner.password }, token);
  const { data } = await call('factors/totp', {}, as);
  await call('factors/totp/confirm', { id: data.id, code: codeOf(data.secret) }, as);
}

test('an owner gets a link from an administrator, signs in with it, and sets up a new factor', async ({
  adminPage,
  owner,
  api,
  browser,
  mayFail,
}) => {
  mayFail('401 /user/login', '409 /user/factors', '401 /sessions/secondFactor');
  const row = await openUserRow(adminPage, owner.userID);
  await fromMenu(adminPage, row, 'Remove second factor…');
  const shown = dialog(adminPage, 'Second factor');
  await shown.getByRole('button', { name: 'Remove and make a link' }).click();
  await expect(shown.getByRole('alert')).toContainText('has no second factor');
  await adminPage.keyboard.press('Escape');
  await expect(shown).toBeHidden();

  await addFactor(api, owner);
  await fromMenu(adminPage, row, 'Remove second factor…');
  await expectAccessible(adminPage, 'the question before second factors are removed');
  await shown.getByRole('button', { name: 'Remove and make a link' }).click();
  await shown.getByRole('button', { name: 'Copy the link' }).click();
  const link = await copied(adminPage);
  expect(link).toMatch(new RegExp(`^${api.address}/factor#[\\w-]{43}$`));
  await expectAccessible(adminPage, 'the link in the place of a second factor');
  await shown.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(link);
  await expect(heading(page)).toHaveText('Set up a new second factor');
  expect(page.url(), 'the token is not in the address').toBe(`${api.address}/factor`);
  await expectAccessible(page, 'the page of a link for a second factor');
  await page.getByLabel('User Id').fill(owner.userID);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/set-up$/);
  await expect(page).toHaveTitle('User Panel | Set up a second factor');
  await expectAccessible(page, 'the page that sets up a second factor');
  await page.goto('/application-list');
  await expect(page, 'also by an address').toHaveURL(/\/set-up$/);
  await setUp(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  expect((await stored(page, 'authUser')).mustSetUp).toBeUndefined();

  // The link was used: with the password it asks for the factor now.
  await page.goto('/logout');
  await page.goto(link);
  await page.getByLabel('User Id').fill(owner.userID);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await context.close();
});

test('an administrator pastes the link on the usual sign-in page', async ({
  adminPage,
  api,
  browser,
  mayFail,
}) => {
  // The session of the administrator ends while the page asks for news.
  mayFail('401 /', '403 /sessions/factors/totp');
  const email = `${fresh('nia').replaceAll(' ', '.')}@example.com`;
  const chosen = 'Kelp-Harbour-31';
  const made = { email, fullName: fresh('Nia Quay'), role: 'admin', invite: true } as const;
  await adminPage.goto('/admin/administrators');
  const { token } = await api.signInAdmin();
  const response = await fetch(`${api.address}/admins`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(made),
  });
  const { invitation } = await response.json();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(api.address + invitation.link);
  await page.getByLabel('New Password').fill(chosen);
  await page.getByLabel('Confirm Password').fill(chosen);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.goto('/admin/security');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await answerWithPassword(page, chosen);
  await setUp(page);

  await adminPage.reload();
  await fromMenu(adminPage, rowOf(adminPage, email), 'Remove second factor…');
  const shown = dialog(adminPage, 'Second factor');
  await shown.getByRole('button', { name: 'Remove and make a link' }).click();
  await shown.getByRole('button', { name: 'Copy the link' }).click();
  const link = await copied(adminPage);

  await page.goto('/admin/logout');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const field = page.getByLabel('Link', { exact: true });
  await expectAccessible(page, 'the second step with a link');
  await field.fill(`${api.address}/factor#${'x'.repeat(43)}`);
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This link is not valid');
  await field.fill(link);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/admin\/set-up$/);
  await setUp(page);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await context.close();
});

test('a page without a token asks for the link', async ({ page }) => {
  await page.goto('/factor');
  await expect(page.getByRole('alert')).toContainText('Open the whole link');
  await expectAccessible(page, 'the page of a link without a token');
});
