import { calls } from '@adwarden/contract/calls';
import type { BrowserContext, Page } from '@playwright/test';
import { openEdit } from '../support/app-form.ts';
import { openRow } from '../support/rows.ts';
import { signIn } from '../support/sign-in-form.ts';
import { enter, expect, stored, test } from '../support/test.ts';
import { administrator, type TestApi } from '../support/test-api.ts';

/* New tabs are signed in while another tab of the browser is (ADR 135), and nobody else gets the session. */

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Opens an address in a new tab, as a link in a mail does. */
async function newTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Opens a tab that is signed in, at a page. */
async function signedInTab(
  context: BrowserContext,
  session: Awaited<ReturnType<TestApi['signInAdmin']>>,
  path: string,
): Promise<Page> {
  const page = await context.newPage();
  await enter(page, session);
  await page.goto(path);
  return page;
}

/** Waits until a tab has a session, and returns it. */
async function sessionIn(page: Page, key: 'authAdmin' | 'authUser') {
  await expect.poll(() => stored(page, key)).not.toBeNull();
  return stored(page, key);
}

/** Presses a key, so that this tab is the one that was used last. */
async function use(page: Page): Promise<void> {
  await page.bringToFront();
  await page.keyboard.press('Shift');
}

test('a new tab has the session of another one, in its own session storage only', async ({
  adminPage,
  context,
}) => {
  await adminPage.goto('/admin/dashboard');
  const tab = await newTab(context, '/admin/user-list?search=quay');
  await expect(heading(tab, 'User List')).toBeVisible();
  await expect(tab).toHaveURL('/admin/user-list?search=quay');
  await expect(tab.getByText(`Signed in as ${administrator.fullName}`)).toBeVisible();
  const { token } = await sessionIn(adminPage, 'authAdmin');
  expect(await sessionIn(tab, 'authAdmin')).toMatchObject({
    token,
    installation: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(await tab.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(token);
  expect(await context.cookies()).toEqual([]);

  // It goes on when the first tab is closed, and gives its session, too.
  await adminPage.close();
  const third = await newTab(context, '/');
  await expect(third).toHaveURL('/admin/dashboard');
  await tab.close();
  await third.close();
  const fourth = await newTab(context, '/admin/user-list');
  await expect(fourth, 'nothing is left for new tabs').toHaveURL('/admin/login');
});

test('the sign-in page does not show while a slow server is asked about the session of another tab', async ({
  adminPage,
  context,
}) => {
  await adminPage.goto('/admin/dashboard');
  const tab = await context.newPage();
  const goesOn = Promise.withResolvers<void>();
  let isAsked = false;
  await tab.route('**/sessions', async (route) => {
    isAsked = true;
    await goesOn.promise;
    await route.continue();
  });
  const shown: string[] = [];
  tab.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname));
  // The time of the tab goes on slowly, so that it waits for the answer of the other tab however busy this machine is.
  const now = Date.now();
  await tab.clock.install({ time: now });
  await tab.clock.pauseAt(now + 60_000);
  await tab.goto('/admin/user-list');
  const goOn = async () => {
    await tab.clock.runFor(2);
    return isAsked;
  };
  await expect.poll(goOn, { intervals: [50] }).toBe(true);
  await tab.clock.runFor(1_000);
  goesOn.resolve();
  await tab.clock.resume();
  await expect(heading(tab, 'User List')).toBeVisible();
  expect(shown).not.toContain('/admin/login');
});

test('an address of a role takes the session of that role, and among these the one used last', async ({
  context,
  api,
  owner,
}) => {
  const admin = await signedInTab(context, await api.signInAdmin(), '/admin/dashboard');
  const ada = await signedInTab(context, await api.signInOwner(owner), '/dashboard');
  const other = await api.addUser();
  const eve = await signedInTab(context, await api.signInOwner(other), '/dashboard');
  await use(ada);
  const adminsTab = await newTab(context, '/admin/traffic');
  expect((await sessionIn(adminsTab, 'authAdmin')).token).toBe(
    (await sessionIn(admin, 'authAdmin')).token,
  );
  const usersTab = await newTab(context, '/application-list');
  expect((await sessionIn(usersTab, 'authUser')).user.userID).toBe(owner.userID);
  await usersTab.close();
  await use(eve);
  const again = await newTab(context, '/application-list');
  expect((await sessionIn(again, 'authUser')).user.userID).toBe(other.userID);
});

test('a session that the server does not know is not taken; then the next one is', async ({
  context,
  api,
  owner,
  mayFail,
}) => {
  mayFail('401 /sessions', '401 /');
  const ada = await signedInTab(context, await api.signInOwner(owner), '/dashboard');
  await expect(ada.getByRole('heading', { level: 1 })).toBeVisible();
  const session = await api.signInAdmin();
  // Its tab is frozen in this state: it makes no call by which it would notice.
  const ended = await context.newPage();
  await enter(ended, session);
  await ended.route('**/*', (route) =>
    ['document', 'script', 'stylesheet', 'font'].includes(route.request().resourceType())
      ? route.continue()
      : new Promise(() => {}),
  );
  await ended.goto('/admin/dashboard');
  await api.call('signOut', { as: session.token });
  const tab = await newTab(context, '/admin/user-list');
  await expect(tab).toHaveURL('/dashboard');
  expect((await sessionIn(tab, 'authUser')).user.userID).toBe(owner.userID);
});

for (const path of [
  '/admin',
  '/admin/login',
  '/login',
  '/invitation',
  '/admin/logout',
  '/logout',
]) {
  test(`${path} in a new tab asks for no session, and ends none`, async ({
    adminPage,
    context,
  }) => {
    await adminPage.goto('/admin/dashboard');
    const { token } = await stored(adminPage, 'authAdmin');
    const tab = await newTab(context, path);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    await tab.evaluate(() => dispatchEvent(new Event('focus')));
    await tab.waitForTimeout(1_000);
    expect(await tab.evaluate(() => Object.keys(sessionStorage))).not.toContain('authAdmin');
    await adminPage.reload();
    await expect(heading(adminPage, 'Dashboard')).toBeVisible();
    expect((await stored(adminPage, 'authAdmin')).token).toBe(token);
  });
}

test('the sign-in page to which a protected address led goes on when somebody signs in elsewhere, but not while somebody types', async ({
  context,
}) => {
  const [waiting, typing] = [
    await newTab(context, '/admin/user-list'),
    await newTab(context, '/admin/traffic'),
  ];
  for (const tab of [waiting, typing]) await expect(tab).toHaveURL('/admin/login');
  await typing.getByLabel('Email').pressSequentially('nia');
  const signing = await newTab(context, '/admin/login');
  await signIn(signing, administrator);
  await expect(signing).toHaveURL('/admin/dashboard');
  for (const tab of [waiting, typing]) await tab.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(waiting).toHaveURL('/admin/user-list');
  await expect(heading(waiting, 'User List')).toBeVisible();
  await expect(typing).toHaveURL('/admin/login');
  await expect(typing.getByLabel('Email')).toHaveValue('nia');
});

test('who has signed out stays signed out, beside a tab of somebody else', async ({
  adminPage,
  context,
  api,
  owner,
}) => {
  await signedInTab(context, await api.signInOwner(owner), '/dashboard');
  await adminPage.goto('/admin/user-list');
  await adminPage.getByRole('button', { name: administrator.fullName }).click();
  await adminPage.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(adminPage).toHaveURL('/admin/login');
  await adminPage.goBack();
  await adminPage.waitForTimeout(1_000);
  await expect(adminPage).toHaveURL('/admin/login');
  expect(await stored(adminPage, 'authUser')).toBeNull();
});

test('a sign-in beside another account leaves that one signed in', async ({
  adminPage,
  context,
  owner,
}) => {
  await adminPage.goto('/admin/user-list');
  const tab = await newTab(context, '/admin/user-list');
  await expect(heading(tab, 'User List')).toBeVisible();
  await tab.goto('/login');
  await signIn(tab, owner);
  await expect(tab).toHaveURL('/dashboard');
  await adminPage.reload();
  await expect(heading(adminPage, 'User List')).toBeVisible();
});

/** Hides a tab for some minutes, and shows it again. */
async function returnAfter(page: Page, minutes: number): Promise<void> {
  await page.evaluate((ms) => {
    let isHidden = true;
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
    const now = Date.now;
    Date.now = () => now() + ms;
    isHidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
  }, minutes * 60_000);
}

test('a tab that comes back asks the server before it shows data', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('401 /', 'ERR_FAILED /sessions');
  await adminPage.goto('/admin/user-list');
  await expect(heading(adminPage, 'User List')).toBeVisible();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await adminPage.route('**/sessions', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  const cover = adminPage.getByText('Checking whether you are still signed in');
  await returnAfter(adminPage, 4);
  await expect(cover).toHaveCount(0);
  await returnAfter(adminPage, 6);
  await expect(cover).toBeVisible();
  await expect(adminPage.locator('#root'), 'what is covered is not reached').toHaveAttribute(
    'inert',
  );
  await asked.promise;
  answered.resolve();
  await expect(cover).toHaveCount(0);
  await expect(heading(adminPage, 'User List')).toBeVisible();

  await adminPage.unroute('**/sessions');
  await adminPage.route('**/sessions', (route) => route.abort());
  await returnAfter(adminPage, 12);
  await expect(adminPage.getByText('The server cannot be reached')).toBeVisible();
  await adminPage.unroute('**/sessions');
  const { token } = await stored(adminPage, 'authAdmin');
  await api.call('signOut', { as: token });
  await adminPage.getByRole('button', { name: 'Try again' }).click();
  await expect(adminPage).toHaveURL('/admin/login');
  await expect(adminPage.getByLabel('Email')).toBeVisible();
});

test('a tab with unsaved work whose session ended while it slept asks for the password', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('401 /');
  const { appName } = await api.addApp();
  await adminPage.goto('/admin/application-list');
  await openRow(adminPage, appName);
  const form = await openEdit(adminPage, adminPage.getByRole('row').nth(1));
  await form.note.fill('half a note');
  const { token } = await stored(adminPage, 'authAdmin');
  await api.call('signOut', { as: token });
  await returnAfter(adminPage, 6);
  const dialog = adminPage.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(administrator.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(form.note).toHaveValue('half a note');
});

/** The paths that answer HTML: pages, the reference page, and with `text/html` nothing else. */
const pages = ['/admin/login', '/invitation', '/docs', '/docs/'];
/** Paths of calls, files, registries and errors, which a browser shows as a document. */
const documents = [
  '/favicon.svg',
  '/openapi.json',
  '/schemas/ads.json',
  '/app-ads.txt?account=none',
  '/apps/none',
  '/clients/npm/none',
  '/clients/maven/none',
  '/clients/swift/none',
  '/icons/none.webp',
  calls.getSessions.path,
];

/** Runs in a page. It asks for a session, as a new tab does, and returns the answers that came within a second. */
const askTheChannel = (names: string[]) => {
  const offers: unknown[] = [];
  for (const name of names) {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => offers.push(data);
    channel.postMessage({ about: 'ask', asker: 'me', role: 'admin' });
  }
  return new Promise<unknown[]>((resolve) => setTimeout(() => resolve(offers), 1_000));
};

test('no path runs a script of others, and the reference page reaches no tab', async ({
  adminPage,
  context,
  mayFail,
}) => {
  mayFail('400 /', '401 /', '404 /', '503 /');
  await adminPage.goto('/admin/dashboard');
  const installation = await adminPage.locator('meta[name=installation]').getAttribute('content');
  const names = [`adwarden.tabs ${installation}`];
  const tab = await context.newPage();
  await tab.goto('/admin/login');
  expect(await tab.evaluate(askTheChannel, names), 'the question is right').toHaveLength(1);

  const reference = await newTab(context, '/docs/');
  await expect(reference.getByRole('heading', { level: 1 })).toContainText('Adwarden');
  expect(await reference.evaluate(() => self.origin)).toBe('null');
  expect(await reference.evaluate(askTheChannel, names)).toEqual([]);

  const { origin } = new URL(adminPage.url());
  for (const path of [...pages, ...documents]) {
    const { headers } = await fetch(origin + path, { headers: { accept: 'text/html' } });
    const isHtml = (headers.get('content-type') ?? '').includes('text/html');
    expect(isHtml, `${path} is HTML`).toBe(pages.includes(path));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy, path).toMatch(
      isHtml
        ? /^sandbox allow-scripts;|script-src 'self' 'sha256-[^']+';.* require-trusted-types-for 'script'/
        : /script-src 'none'/,
    );
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
  }
});

test('nothing happens by being opened: every route, with every parameter, in a new tab', async ({
  adminPage,
  context,
  api,
  mayFail,
}) => {
  test.slow();
  mayFail('400 /', '401 /', '403 /', '404 /', '409 /');
  const { appID } = await api.addApp();
  await adminPage.goto('/admin/dashboard');
  const state = async () => {
    const { token } = await stored(adminPage, 'authAdmin');
    const entries = await api.call('getChanges', { query: { pageSize: 20 } });
    const sessions = await api.call('getSessions', { as: token });
    return {
      // Lists of secrets are noted, whoever opens them. So the page of the log is not full of the same entries each time.
      entries: entries
        .filter(({ entity }) => entity !== 'secret')
        .slice(0, 10)
        .map(({ seq }) => seq),
      sessions: sessions.map(({ id }) => id).toSorted(),
    };
  };
  const before = await state();
  const routes = [
    'dashboard',
    'application-list',
    `application/${appID}`,
    `application/${appID}/history`,
    'user-list',
    'app-configuration',
    'change-password',
    'safety/findings',
    'safety/change-requests',
    'safety/pauses',
    'safety/batches',
    'app-ads',
    'traffic',
    'audit-log',
    'notifications',
    'administrators',
    'api-keys',
    'open-sessions',
    'edges',
    'system-check',
    'guide',
    'set-up',
    'login',
    'logout',
  ];
  const every =
    'add=1&import=1&export=1&edit=1&pause=1&restore=1&undo=1&batch=1&search=a&state=active&appID=a&field=note&key=a&whose=all&page=1&last=24h&token=x&code=x&error=x';
  const paths = [
    ...routes.map((route) => `/admin/${route}?${every}`),
    // The other routes of owners lead an administrator to the same pages.
    ...['dashboard', 'login', 'logout'].map((route) => `/${route}?${every}`),
    '/invitation#x',
    '/factor#x',
    '/sessions/oidc/callback?code=x&state=y',
  ];
  for (const path of paths) {
    const tab = await newTab(context, path);
    await tab.waitForLoadState('networkidle');
    await tab.close();
  }
  expect(await state()).toEqual(before);
});
