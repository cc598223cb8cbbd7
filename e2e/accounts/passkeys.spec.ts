import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { confirmDelete } from '../support/rows.ts';
import { startedServers, startServer } from '../support/server-process.ts';
import { enter, expect, stored, test as usual, usualSettings } from '../support/test.ts';
import { administrator, openTestApi } from '../support/test-api.ts';
import { answerWithPassword } from './confirm-again.ts';
import { addVirtualAuthenticator } from './virtual-authenticator.ts';

/* Passkeys with the browser's own virtual authenticator (ADR 141). An IP address has none, so the pages are opened on localhost. */

const onLocalhost = (address: string): string => {
  const named = address.replace('127.0.0.1', 'localhost');
  startedServers.add(named);
  return named;
};

const test = usual.extend({
  isFresh: true,
  baseURL: async ({ api }, use) => use(onLocalhost(api.address)),
});

const panel = (page: Page) => page.getByRole('region', { name: 'Second factor' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const endOthers = { name: 'End all others' };
const signInWithPasskey = (page: Page) =>
  page.getByRole('button', { name: 'Sign in with a passkey' });

/** Opens the form for a passkey. */
async function openSetUp(page: Page, path: string) {
  await page.goto(path);
  await panel(page).getByRole('button', { name: 'Add a passkey' }).click();
  const form = dialog(page, 'Passkey');
  await expect(form.getByLabel('Name')).toBeFocused();
  return form;
}

/** Sets up a passkey of this kind as the first factor. */
async function setUp(page: Page, path: string, password: string, kind: string, name: string) {
  const form = await openSetUp(page, path);
  // Other tests may have sessions of the administrator.
  if (path === '/admin/security') await form.getByRole('checkbox', endOthers).uncheck();
  await form.getByRole('radio', { name: kind }).check();
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Go on in the browser' }).click();
  await answerWithPassword(page, password);
  await expect(form).toContainText('Each works once');
  await form.getByRole('button', { name: 'I have kept them' }).click();
  await expect(panel(page)).toContainText(name);
}

/** Signs out, and waits until the tab has forgotten the session. */
async function signOut(page: Page, path: string, key: 'authAdmin' | 'authUser') {
  await page.goto(path);
  await expect.poll(() => stored(page, key)).toBeNull();
}

async function enterPassword(page: Page, userID: string, password: string) {
  await page.goto('/login');
  await page.getByLabel('User Id').fill(userID);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm that it is you');
}

test('an owner signs in with a passkey in the place of a password, confirms with it, and removes it', async ({
  ownerPage: page,
  owner,
  mayFail,
}) => {
  mayFail('403 /sessions/factors');
  const authenticator = await addVirtualAuthenticator(page);
  const form = await openSetUp(page, '/security');
  await expect(form.getByRole('radio', { name: 'Sign in without a password' })).toBeChecked();
  await expectAccessible(page, 'the set-up of a passkey');
  await setUp(page, '/security', owner.password, 'Sign in without a password', 'Laptop');
  await expect(panel(page)).toContainText('signs in without the password');
  await expect(panel(page)).toContainText('not used yet');
  const [made] = await authenticator.passkeys();
  expect(made).toMatchObject({ isResidentCredential: true, rpId: 'localhost' });

  await signOut(page, '/logout', 'authUser');
  await page.goto('/login');
  await expect(signInWithPasskey(page)).toBeVisible();
  await expectAccessible(page, 'a sign-in page with the passkey');
  await signInWithPasskey(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  expect((await stored(page, 'authUser')).user.userID).toBe(owner.userID);

  await page.goto('/security');
  await expect(panel(page)).toContainText('last used');
  await panel(page).getByRole('button', { name: 'Make new codes' }).click();
  await dialog(page, 'Recovery codes').getByRole('button', { name: 'Make new codes' }).click();
  const question = dialog(page, 'Confirm that it is you');
  await expect(question.getByRole('button', { name: 'Use your passkey' })).toBeFocused();
  await expectAccessible(page, 'the question with a passkey');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Recovery codes')).toContainText('Each works once');
  await dialog(page, 'Recovery codes').getByRole('button', { name: 'I have kept them' }).click();

  await panel(page).getByRole('button', { name: 'Remove Laptop' }).click();
  await expect(dialog(page, 'Are you sure ?')).toContainText('Your password alone is enough');
  await confirmDelete(page);
  await question.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(panel(page)).toContainText('You have none');
});

test('a passkey as second factor comes after the password, and one that does not recognise its person is refused', async ({
  ownerPage: page,
  owner,
  mayFail,
}) => {
  mayFail('403 /sessions/factors', '401 /user/login');
  const authenticator = await addVirtualAuthenticator(page);
  await setUp(page, '/security', owner.password, 'Second factor only', 'Key');
  await expect(panel(page)).toContainText('A passkey, after the password');
  await signOut(page, '/logout', 'authUser');
  await enterPassword(page, owner.userID, owner.password);
  await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await authenticator.recognise(false);
  const form = await openSetUp(page, '/security');
  await form.getByRole('radio', { name: 'Sign in without a password' }).check();
  await form.getByRole('button', { name: 'Go on in the browser' }).click();
  const question = dialog(page, 'Confirm that it is you');
  await question.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(form.getByRole('alert')).toContainText(/passkey/);
});

test('an administrator comes from the sign-in of owners, too', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('403 /sessions/factors');
  await addVirtualAuthenticator(page);
  const path = '/admin/security';
  await setUp(page, path, administrator.password, 'Sign in without a password', 'Laptop');
  await signOut(page, '/admin/logout', 'authAdmin');
  await page.goto('/login');
  await signInWithPasskey(page).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const session = await stored(page, 'authAdmin');
  expect(session.user.email).toBe(administrator.email);
  await page.goto(path);
  await panel(page).getByRole('button', { name: 'Remove Laptop' }).click();
  await dialog(page, 'Are you sure ?').getByRole('checkbox', endOthers).uncheck();
  await confirmDelete(page);
  await dialog(page, 'Confirm that it is you')
    .getByRole('button', { name: 'Use your passkey' })
    .click();
  await expect(panel(page)).toContainText('You have none');
  await api.signInAdmin();
});

test('at an IP address no passkey is offered, and the page says why', async ({
  ownerPage: page,
  api,
}) => {
  await page.goto(`${api.address}/security`);
  await expect(panel(page)).toContainText('An administrator of this back office can set them up');
  await expect(panel(page).getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await signOut(page, `${api.address}/logout`, 'authUser');
  await page.goto(`${api.address}/login`);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  await expect(signInWithPasskey(page)).toHaveCount(0);
});

test('whoever must have a second factor may take a passkey', async ({ page, mayFail }) => {
  // The page asks for news until it is left.
  mayFail('403 /', 'ERR_CONNECTION_REFUSED /');
  const server = await startServer({ ...usualSettings, REQUIRE_SECOND_FACTOR: 'all' });
  try {
    const address = onLocalhost(server.address);
    await addVirtualAuthenticator(page);
    const ofServer = await openTestApi(server.address);
    await enter(page, await ofServer.signInAdmin());
    await page.goto(`${address}/admin/dashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');
    await page
      .getByRole('radiogroup', { name: 'Kind of second factor' })
      .getByText('Passkey')
      .click();
    await page.getByRole('button', { name: 'Go on in the browser' }).click();
    await expect(page.getByText('Each works once')).toBeVisible();
    await expectAccessible(page, 'the first passkey');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  } finally {
    await server.stop();
  }
});
