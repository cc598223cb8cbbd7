import type { Locator, Page } from '@playwright/test';
import { openEdit } from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import { loseSession } from '../support/lost-session.ts';
import { confirmDelete } from '../support/rows.ts';
import { expect, stored, test } from '../support/test.ts';
import { codeOf } from './authenticator.ts';
import { answerWithPassword, answerWithRecoveryCode } from './confirm-again.ts';

/* The page Sign-in and security, and the second step of a sign-in (ADR 133). */

const panel = (page: Page) => page.getByRole('region', { name: 'Second factor' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens the form for an authenticator app; returns it and the secret that it shows. */
async function setUp(page: Page, path: string, password: string) {
  await page.goto(path);
  await panel(page).getByRole('button', { name: 'Add an authenticator app' }).click();
  await answerWithPassword(page, password);
  const form = dialog(page, 'Authenticator app');
  await expect(form.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expect(form.getByLabel('Code', { exact: true })).toBeFocused();
  const secret = (await form.locator('code').first().textContent()) ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  return { form, secret };
}

/** Confirms the authenticator app; returns the code that this has used up, and the recovery codes. */
async function confirm(page: Page, form: Locator, secret: string) {
  const used = codeOf(secret);
  await form.getByLabel('Code', { exact: true }).fill(used);
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form).toContainText('Each works once');
  const text = (await form.locator('pre, code').first().textContent()) ?? '';
  const codes = text.match(/([A-Z2-7]{4}-){5}[A-Z2-7]{4}/g) ?? [];
  expect(codes).toHaveLength(10);
  await form.getByRole('button', { name: 'I have kept them' }).click();
  await expect(panel(page)).toContainText('10 left');
  return { used, codes };
}

async function enterPassword(page: Page, { userID, password }: Record<string, string>) {
  await page.goto('/login');
  await page.getByLabel('User Id').fill(userID ?? '');
  await page.getByLabel('Password', { exact: true }).fill(password ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm that it is you');
}

test('an owner sets up an authenticator app, and signs in with a code, then with a recovery code', async ({
  ownerPage: page,
  owner,
  browser,
  mayFail,
}) => {
  mayFail('401 /user/login', '401 /sessions/secondFactor', '400 /sessions/factors/totp/confirm');
  mayFail('403 /sessions/factors', '400 /sessions/again');
  const { form, secret } = await setUp(page, '/security', owner.password);
  await expect(page).toHaveTitle('User Panel | Sign-in and security');
  await expectAccessible(page, 'the set-up of an authenticator app');
  await form.getByLabel('Code', { exact: true }).fill('12');
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form).toContainText('A code has 6 digits');
  const { used, codes } = await confirm(page, form, secret);
  const [first = '', second = ''] = codes;
  await expectAccessible(page, 'the page Sign-in and security');

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const other = await context.newPage();
  await enterPassword(other, owner);
  await expectAccessible(other, 'the second step');
  await expect(other.getByRole('alert'), 'no failure is shown').toHaveCount(0);
  const field = other.getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await other.getByRole('button', { name: 'Sign In' }).click();
  await expect(other.getByText('Please Enter Your Code')).toBeVisible();
  await field.fill(used);
  await field.press('Enter');
  await expect(other.getByRole('alert')).toContainText('was used before');
  const code = codeOf(secret, 1);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await field.press('Enter');
  await expect(other).toHaveURL(/\/dashboard$/);
  expect((await stored(other, 'authUser')).user.userID).toBe(owner.userID);

  await other.goto('/logout');
  await expect.poll(() => stored(other, 'authUser')).toBeNull();
  await enterPassword(other, owner);
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(other.getByLabel('Recovery Code')).toBeFocused();
  await other.getByLabel('Recovery Code').fill(first.toLowerCase());
  await other.getByRole('button', { name: 'Sign In' }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.goto('/security');
  await expect(panel(other)).toContainText('9 left');

  await panel(other).getByRole('button', { name: 'Make new codes' }).click();
  await dialog(other, 'Recovery codes').getByRole('button', { name: 'Make new codes' }).click();
  await expectAccessible(other, 'the question with a second factor');
  const asked = dialog(other, 'Confirm that it is you');
  await expect(asked.getByLabel('Password'), 'only the factor counts').toHaveCount(0);
  await answerWithRecoveryCode(other, second);
  await expect(dialog(other, 'Recovery codes')).toContainText('Each works once');
  const shown =
    (await dialog(other, 'Recovery codes').locator('pre, code').first().textContent()) ?? '';
  const [newest = ''] = shown.match(/([A-Z2-7]{4}-){5}[A-Z2-7]{4}/g) ?? [];
  await dialog(other, 'Recovery codes').getByRole('button', { name: 'I have kept them' }).click();
  await expect(panel(other)).toContainText('10 left');

  await panel(other).getByRole('button', { name: 'Remove Authenticator app' }).click();
  await expect(dialog(other, 'Are you sure ?')).toContainText('Your password alone is enough');
  await confirmDelete(other);
  await answerWithRecoveryCode(other, newest);
  await expect(panel(other)).toContainText('You have none');
  await context.close();
});

test('a new second factor ends all other sessions, unless the person wants to keep them', async ({
  ownerPage: page,
  owner,
  api,
  mayFail,
}) => {
  mayFail('403 /sessions/factors');
  const sessions = async () => {
    const { token } = await stored(page, 'authUser');
    return (await api.call('getSessions', { as: token })).length;
  };
  await api.signInOwner(owner);
  const kept = await setUp(page, '/security', owner.password);
  const choice = { name: 'End all others' };
  await expect(kept.form.getByRole('checkbox', choice)).toBeChecked();
  await kept.form.getByRole('checkbox', choice).uncheck();
  const { codes } = await confirm(page, kept.form, kept.secret);
  expect(await sessions(), 'the choice was taken away').toBe(2);

  await panel(page).getByRole('button', { name: 'Remove Authenticator app' }).click();
  const question = dialog(page, 'Are you sure ?');
  await expect(question.getByRole('checkbox', choice)).toBeChecked();
  await confirmDelete(page);
  await answerWithRecoveryCode(page, codes[0] ?? '');
  await expect(panel(page)).toContainText('You have none');
  await expect.poll(sessions, { message: 'all others have ended' }).toBe(1);
});

test('a session that ended over unsaved work is renewed with both steps, and nothing typed is lost', async ({
  ownerPage: page,
  owner,
  api,
  mayFail,
}) => {
  mayFail('401 /user/login', '401 /apps/updateApp', '403 /sessions/factors/totp');
  const { form, secret } = await setUp(page, '/security', owner.password);
  await confirm(page, form, secret);
  await api.addApp({ selectedUser: owner.userID });
  await page.goto('/application-list');
  const app = await openEdit(page, page.getByRole('row').nth(1));
  await app.note.fill('written for ten minutes');
  await loseSession(page, api, 'authUser');
  await app.save.click();
  const renewal = dialog(page, 'Sign in again');
  const enterThePassword = async () => {
    await renewal.getByLabel('Password', { exact: true }).fill(owner.password);
    await renewal.getByRole('button', { name: 'Sign In' }).click();
    await expect(renewal.getByLabel('Code', { exact: true })).toBeFocused();
  };
  await enterThePassword();
  await expectAccessible(page, 'the second step in the dialog');
  await renewal.getByRole('button', { name: 'Back' }).click();
  await enterThePassword();
  await renewal.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(renewal).toBeHidden();
  await expect(app.dialog).toBeHidden();
  await expect(page.getByText(/ updated$/)).toBeVisible();
});
