import type { Page } from '@playwright/test';
import { startServer } from '../support/server-process.ts';
import { signIn } from '../support/sign-in-form.ts';
import { enter, expect, test } from '../support/test.ts';
import { administrator, openTestApi } from '../support/test-api.ts';

/* Spec, section 2 "Change password"; section 5 "Change password". */

const field = (page: Page, name: string) =>
  page.getByRole('main').getByLabel(name, { exact: true });
const submit = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Change Password' });

async function fill(page: Page, [old, next, confirm]: [string, string, string]) {
  await field(page, 'Old Password').fill(old);
  await field(page, 'New Password').fill(next);
  await field(page, 'Confirm Password').fill(confirm);
  await submit(page).click();
}

test('shows every message of the spec beside its field, also for a mismatch', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/change-password');
  await expect(adminPage).toHaveTitle('Admin Panel | Change Password');
  await submit(adminPage).click();
  const messages = {
    'Old Password': 'Please Enter Your old Password',
    'New Password': 'Please Enter Your New password',
    'Confirm Password': 'Please Enter Your Confirm Password',
  };
  for (const [name, message] of Object.entries(messages)) {
    await expect(field(adminPage, name)).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(field(adminPage, 'Old Password')).toBeFocused();
  await fill(adminPage, [administrator.password, 'harbour-lights-10', 'harbour-lights-11']);
  await expect(field(adminPage, 'Confirm Password')).toHaveAccessibleDescription(
    'Confirm Passwords do not match',
  );
});

test('a wrong old password gets a message, and the input stays', async ({
  ownerPage,
  owner,
  mayFail,
}) => {
  mayFail('400 /user/changePassword');
  await ownerPage.goto('/change-password');
  await expect(ownerPage).toHaveTitle('User Panel | Change Password');
  await fill(ownerPage, ['not-my-password', 'tide-clock-8', 'tide-clock-8']);
  await expect(ownerPage.getByText(/wrong|not right|does not match/i).first()).toBeVisible();
  await expect(field(ownerPage, 'New Password')).toHaveValue('tide-clock-8');
  await expect(ownerPage).toHaveURL('/change-password');
  expect(owner.password).not.toBe('tide-clock-8');
});

test('a user changes their own password and signs in again with it', async ({
  ownerPage,
  owner,
  api,
}) => {
  await ownerPage.goto('/change-password');
  await fill(ownerPage, [owner.password, 'new-tide-9', 'new-tide-9']);
  await expect(ownerPage).toHaveURL('/login');
  await expect(ownerPage.getByText(/password/i).first()).toBeVisible();
  const entry = await ownerPage.evaluate(() => sessionStorage.getItem('authUser'));
  expect(entry).toBeNull();
  await signIn(ownerPage, { ...owner, password: 'new-tide-9' });
  await expect(ownerPage).toHaveURL('/dashboard');
  await expect(api.signInOwner(owner)).rejects.toThrow('401');
});

test('an administrator changes their own password and lands on /admin/login', async ({
  adminPage,
  api,
}) => {
  const { email, password } = administrator;
  const passwords: [string, string][] = [
    [password, 'harbour-lights-10'],
    ['harbour-lights-10', password], // the other tests use the old password
  ];
  await adminPage.goto('/admin/change-password');
  for (const [old, next] of passwords) {
    await fill(adminPage, [old, next, next]);
    await expect(adminPage).toHaveURL('/admin/login');
    await signIn(adminPage, { email, password: next });
    await expect(adminPage).toHaveURL('/admin/dashboard');
    await adminPage.goto('/admin/change-password');
  }
  await api.renew();
});

test('owners are told that administrators can read their password, unless they cannot', async ({
  ownerPage,
  browser,
}) => {
  const told = 'Administrators can read your password';
  await ownerPage.goto('/change-password');
  await expect(ownerPage.getByText(told)).toBeVisible();
  const server = await startServer({
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    SHOW_PASSWORDS: 'off',
  });
  try {
    const api = await openTestApi(server.address);
    const page = await browser.newPage({ baseURL: server.address });
    await enter(page, await api.signInOwner(await api.addUser()));
    await page.goto('/change-password');
    await expect(page.getByText('Afterwards you sign in again')).toBeVisible();
    await expect(page.getByText(told)).toHaveCount(0);
    await page.close();
  } finally {
    await server.stop();
  }
});

for (const role of ['admin', 'user'] as const) {
  test(`${role}: leaving the page asks before typed passwords are discarded`, async ({
    page,
    api,
    owner,
  }) => {
    const isAdmin = role === 'admin';
    await enter(page, await (isAdmin ? api.signInAdmin() : api.signInOwner(owner)));
    await page.goto(isAdmin ? '/admin/change-password' : '/change-password');
    const dashboard = page.getByRole('link', { name: 'Dashboard', exact: true }).first();
    await field(page, 'Old Password').fill('typed and not sent');
    await dashboard.click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(field(page, 'Old Password')).toHaveValue('typed and not sent');
    await dashboard.click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(isAdmin ? '/admin/dashboard' : '/dashboard');
  });
}

test('administrators do not get this notice about their own password', async ({ adminPage }) => {
  await adminPage.goto('/admin/change-password');
  await expect(adminPage.getByText('Afterwards you sign in again')).toBeVisible();
  await expect(adminPage.getByText('Administrators can read')).toHaveCount(0);
});

test('a refusal without words is Fail', async ({ ownerPage: page, owner, mayFail }) => {
  mayFail('400 /user/changePassword');
  await page.route('**/user/changePassword', (route) =>
    route.fulfill({ status: 400, json: { status: 'error', success: false } }),
  );
  await page.goto('/change-password');
  await page.getByLabel('Old Password', { exact: true }).fill(owner.password);
  await page.getByLabel('New Password', { exact: true }).fill('a-new-password-9');
  await page.getByLabel('Confirm Password', { exact: true }).fill('a-new-password-9');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Fail');
});
