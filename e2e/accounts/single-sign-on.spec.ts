import type { BrowserContext, Page } from '@playwright/test';
import { freePort } from '../../deploy/programs/free-port.ts';
import { startProvider, type TestProvider } from '../../deploy/programs/oidc-provider.ts';
import { expectAccessible } from '../support/axe.ts';
import { type ServerProcess, startedServers, startServer } from '../support/server-process.ts';
import { tabTo } from '../support/tab-to.ts';
import { expect, stored, test, usualSettings } from '../support/test.ts';
import { administrator } from '../support/test-api.ts';

/* Single sign-on at a real provider, as people see it (ADR 142). */

const there = (email: string, groups: string[] = []) => ({
  userinfo: { email, email_verified: true, name: 'Nia Quay' },
  idToken: { groups },
});
let provider: TestProvider;
let server: ServerProcess;
test.beforeAll(async () => {
  const port = await freePort();
  provider = await startProvider(`http://127.0.0.1:${port}/sessions/oidc/callback`);
  startedServers.add(provider.issuer);
  await provider.control({
    offers: { signOut: true },
    people: {
      nia: there('nia@harbour.example', ['office']),
      vic: there('vic@harbour.example', ['readers']),
      ada: there('ada@owners.example'),
      max: there('max@harbour.example'),
      root: there(administrator.email),
    },
  });
  server = await startServer({
    ...usualSettings,
    PORT: String(port),
    ...provider.settings({
      OIDC_ADMINS: 'groups=office',
      OIDC_VIEWERS: 'groups=readers',
      OIDC_OWNERS: 'create',
      OIDC_SIGN_OUT: 'on',
    }),
  });
});
test.afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

let context: BrowserContext;
let page: Page;
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ baseURL: server.address, reducedMotion: 'reduce' });
  page = await context.newPage();
});
test.afterEach(() => context.close());

const way = (at: Page = page) => at.getByRole('button', { name: 'Sign in with Harbour Login' });
const refusal = () => page.getByRole('main').getByRole('alert');

/** Signs in on the page of the provider, with the keyboard. */
async function signInThere(login: string, at: Page = page): Promise<void> {
  await expect(at).toHaveTitle('Harbour Login');
  await at.getByLabel('Login').fill(login);
  await at.keyboard.press('Enter');
}

test('an administrator comes back to the page that was wanted, by the keyboard alone', async () => {
  await page.goto('/admin/user-list?search=x');
  await expectAccessible(page, 'a sign-in page with single sign-on');
  await tabTo(page, way());
  await page.keyboard.press('Enter');
  await signInThere('nia');
  await expect(page).toHaveURL('/admin/user-list?search=x');
  const { user } = await stored(page, 'authAdmin');
  expect(user).toMatchObject({ email: 'nia@harbour.example', access: 'all' });
  expect(await page.evaluate(() => sessionStorage.getItem('adwarden.sign-on'))).toBeNull();
});

test('a viewer', async () => {
  await page.goto('/admin/login');
  await way().click();
  await signInThere('vic');
  await expect(page).toHaveURL('/admin/dashboard');
  expect((await stored(page, 'authAdmin')).user.access).toBe('view');
});

test('an owner', async () => {
  await page.goto('/login');
  await way().click();
  await signInThere('ada');
  await expect(page).toHaveURL('/dashboard');
  expect((await stored(page, 'authUser')).user.userID).toBe('ada@owners.example');
});

test('who has no role is refused in words, may choose another account, and who cancels is told so', async ({
  mayFail,
}) => {
  mayFail('403 /sessions/oidc/finish', '403 /sessions/oidc/finish');
  await page.goto('/admin/login');
  await way().click();
  await signInThere('max');
  await expect(refusal()).toContainText('the rules look at “groups”');
  await expect(page).toHaveURL('/sessions/oidc/callback');
  // The provider remembers who was there, and would not ask again by itself.
  await page.getByRole('link', { name: 'Sign in as an administrator' }).click();
  await way().click();
  await signInThere('nobody');
  await expect(refusal()).toContainText('or you have cancelled it');
  await page.getByRole('link', { name: 'Sign in as an administrator' }).click();
  await way().click();
  await signInThere('vic');
  await expect(page).toHaveURL('/admin/dashboard');
  expect((await stored(page, 'authAdmin')).user.email).toBe('vic@harbour.example');
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('sign-on');
});

test('who signs out is led to the provider, signs out there, and comes back', async () => {
  await page.goto('/admin/login');
  await way().click();
  await signInThere('nia');
  await expect(page).toHaveURL('/admin/dashboard');
  await page.goto('/admin/logout');
  await page.getByRole('button', { name: 'Sign out of Harbour Login' }).click();
  await expect(page).toHaveURL('/admin/login');
  await way().click();
  // Nobody is signed in there any more.
  await expect(page.getByLabel('Login')).toBeVisible();
  // Without a session nothing happens by opening the page.
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(request.url());
  });
  for (const path of ['/admin/logout', '/logout']) {
    await page.goto(path);
    await expect(way()).toBeVisible();
  }
  expect(asked).toEqual([]);
});

test('who has signed in with a password signs out here only', async () => {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/dashboard');
  const ended = page.waitForResponse('**/admin/Adminlogout');
  await page.goto('/admin/logout');
  expect(await (await ended).json()).not.toHaveProperty('leaveTo');
  await expect(page).toHaveURL('/admin/login');
});

test('the page of the provider’s answer does nothing where nothing was begun', async () => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(request.url());
  });
  await page.goto('/sessions/oidc/callback?code=x&state=y');
  await expect(page).toHaveURL('/sessions/oidc/callback');
  await expect(refusal()).toContainText('was begun in another tab');
  expect(asked).toEqual([]);
});

test('an administrator links the account, confirms at the provider, and is unlinked', async ({
  mayFail,
}) => {
  mayFail('403 /');
  await page.goto('/admin/security');
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Link Harbour Login' }).click();
  await signInThere('root');
  await expect(page).toHaveURL('/admin/security');
  await expect(page.getByText('Your account is linked to Harbour Login.')).toBeVisible();

  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expectAccessible(page, 'the question with single sign-on');
  const opened = context.waitForEvent('page');
  await question.getByRole('link', { name: 'Confirm with Harbour Login' }).click();
  const beside = await opened;
  await signInThere('root', beside);
  await expect(beside.getByRole('heading', { name: 'Back to your work' })).toBeVisible();
  await expect(question).toBeHidden();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await beside.close();
  await page.keyboard.press('Escape');

  await page.goto('/admin/administrators');
  await page.getByRole('button', { name: `Actions for ${administrator.fullName}` }).click();
  await page.getByRole('menuitem', { name: 'Unlink single sign-on…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText(/is no longer linked to Harbour Login/).first()).toBeVisible();
});

test('only an owner who is linked can be unlinked', async ({ mayFail }) => {
  mayFail('403 /');
  await page.goto('/login');
  await way().click();
  await signInThere('ada');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign out of Harbour Login' }).click();
  await page.goto('/admin/user-list');
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create New User' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New User' });
  await form.getByLabel('Full Name').fill('Not Linked');
  await form.getByLabel('Position').fill('Publisher');
  await form.getByLabel('User Id').fill('not-linked');
  await form.locator('input[data-path=password]').fill('tide-clock-77');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  const unlink = page.getByRole('menuitem', { name: 'Unlink single sign-on…' });
  await page.getByRole('button', { name: 'Actions for Not Linked' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expect(unlink).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Nia Quay' }).click();
  await unlink.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText(/is no longer linked to Harbour Login/).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Actions for Nia Quay' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expect(unlink).toHaveCount(0);
});
