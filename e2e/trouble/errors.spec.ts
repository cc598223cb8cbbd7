import type { Page } from '@playwright/test';
import { passUntilVisible, stopClock } from '../support/clock.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { signIn } from '../support/sign-in-form.ts';
import { expect, stored, test } from '../support/test.ts';
import { administrator, fresh, type TestApi } from '../support/test-api.ts';

/* Spec, section 8 "Error catalogue": a server that is down, slow or sends invalid answers. */

const lists = {
  '/admin/dashboard': '/apps/stats',
  '/admin/application-list': '/apps/getAllApp',
  '/admin/user-list': '/user/getUser',
  '/admin/app-configuration': '/apps/getConfigureApp',
} as const;

/** Answers every call of a path until `mend` is called. */
async function breakPath(page: Page, path: string, how: 'down' | 'rubbish' | 'failing') {
  const pattern = (url: URL) => url.pathname === path;
  await page.route(pattern, (route) => {
    if (how === 'down') return route.abort();
    if (how === 'rubbish') {
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<html>hello</html>' });
    }
    const json = { status: 'error', success: false, message: 'Something went wrong on the server' };
    return route.fulfill({ status: 500, json });
  });
  return () => page.unroute(pattern);
}

for (const [how, words, ...failures] of [
  ['down', 'The server cannot be reached', 'ERR_FAILED /'],
  ['rubbish', 'The server answered something unexpected'],
  ['failing', 'Something went wrong on the server', '500 /'],
] as const) {
  test(`when the server is ${how}, every screen shows a toast and a Retry that works`, async ({
    adminPage,
    mayFail,
  }) => {
    mayFail(...failures);
    for (const [path, call] of Object.entries(lists)) {
      const mend = await breakPath(adminPage, call, how);
      await adminPage.goto(path);
      const toast = adminPage.locator('.mantine-Notification-root').filter({ hasText: words });
      // `waitFor` looks at every frame. The toast disappears after three seconds.
      await toast.waitFor();
      const retry = adminPage.getByRole('main').getByRole('button', { name: 'Try again' });
      await expect(retry, `${path} ${how}`).toBeVisible();
      await expect(adminPage.getByRole('main').getByText(words)).toBeVisible();
      await mend();
      await retry.click();
      await expect(retry).toBeHidden();
    }
  });
}

test('while the server is slow, a list shows placeholders and then the rows', async ({
  adminPage,
  api,
}) => {
  const { appName } = await api.addApp();
  const answer = await holdCalls(adminPage, /getAllApp/, 'reads');
  await adminPage.goto(`/admin/application-list?${new URLSearchParams({ search: appName })}`);
  const table = adminPage.getByRole('table', { name: 'Applications' });
  await expect(table).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(adminPage.getByRole('row').filter({ hasText: appName })).toBeVisible();
  await expect(table).toHaveAttribute('aria-busy', 'false');
});

/** Ends the session on the server. The tab shows no page of the web app meanwhile, so none notices it. */
async function endSession(page: Page, key: 'authAdmin' | 'authUser', api: TestApi): Promise<void> {
  const { token } = await stored(page, key);
  await page.goto('/favicon.svg');
  await api.call('signOut', { as: token });
}

test('an expired session leads to sign-in with the server’s message, and back', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('401 /');
  const search = fresh('nothing');
  const place = `/admin/user-list?${new URLSearchParams({ search })}`;
  await adminPage.goto('/admin/dashboard');
  await endSession(adminPage, 'authAdmin', api);
  await adminPage.goto(place);
  await expect(adminPage).toHaveURL('/admin/login');
  await expect(adminPage.getByText('Please sign in')).toBeVisible();
  expect(await stored(adminPage, 'authAdmin')).toBeNull();
  await signIn(adminPage, administrator);
  await expect(adminPage).toHaveURL(place.replace('%20', '+'));
});

test('a user whose session has ended gets to the users’ sign-in, and then back', async ({
  ownerPage,
  owner,
  api,
  mayFail,
}) => {
  mayFail('401 /');
  await ownerPage.goto('/dashboard');
  await endSession(ownerPage, 'authUser', api);
  await ownerPage.goto('/application-list');
  await expect(ownerPage).toHaveURL('/login');
  await signIn(ownerPage, owner);
  await expect(ownerPage).toHaveURL('/application-list');
});

test('a call that is refused while the page leaves does not change where the user comes back to', async ({
  ownerPage,
  owner,
  api,
  mayFail,
}) => {
  mayFail('401 /');
  await ownerPage.goto('/dashboard');
  await endSession(ownerPage, 'authUser', api);
  // The refusal of the saved views arrives after the address has changed, and before the page of the logout is shown.
  await ownerPage.addInitScript(() => {
    const { fetch, history } = window;
    const left = Promise.withResolvers<void>();
    window.fetch = async (...call) => {
      const answer = await fetch(...call);
      if (answer.status !== 401 || !String(call[0]).includes('/views')) return answer;
      const body = await answer.text();
      await left.promise;
      return new Response(body, answer);
    };
    const push = history.pushState.bind(history);
    history.pushState = (...place) => {
      push(...place);
      if (location.pathname === '/logout') left.resolve();
    };
  });
  await ownerPage.goto('/application-list');
  await expect(ownerPage).toHaveURL('/login');
  await signIn(ownerPage, owner);
  await expect(ownerPage).toHaveURL('/application-list');
});

test('a toast is shown at the top right for 3 seconds', async ({ adminPage, api }) => {
  const { appName } = await api.addApp();
  await adminPage.goto(`/admin/application-list?${new URLSearchParams({ search: appName })}`);
  await adminPage.getByRole('button', { name: `Edit ${appName}` }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Edit Application' });
  // Nothing is changed, so the toast has no Undo (ADR 21).
  await stopClock(adminPage);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const toast = adminPage.getByText(/ updated$/);
  await passUntilVisible(adminPage, toast);
  const box = await toast.boundingBox();
  expect(box?.y, 'px from the top').toBeLessThan(150);
  expect(box?.x, 'px from the left').toBeGreaterThan(1000);
  await adminPage.clock.runFor(2_500);
  await expect(toast).toBeVisible();
  await adminPage.clock.runFor(1_200);
  await expect(toast).toBeHidden();
});

test('a page whose chunk does not load shows a message and a Retry', async ({
  adminPage,
  mayFail,
}) => {
  mayFail('ERR_FAILED /assets/admin-user-list');
  await adminPage.goto('/admin/dashboard');
  await adminPage.route(/assets\/admin-user-list.*\.js/, (route) => route.abort());
  const menu = adminPage.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Users' }).click();
  await expect(adminPage.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await expect(menu, 'the shell stays').toBeVisible();
  await adminPage.unroute(/assets\/admin-user-list.*\.js/);
  await adminPage.getByRole('button', { name: 'Try again' }).click();
  await expect(adminPage).toHaveTitle('Admin Panel | User List');
});

for (const kind of ['js', 'css']) {
  test(`a page whose ${kind} files are held back says so`, async ({ page, mayFail }) => {
    mayFail('ERR_BLOCKED_BY_CLIENT /assets/');
    await page.route(`**/assets/**.${kind}`, (route) => route.abort('blockedbyclient'));
    await page.goto('/admin/login');
    const words = page.getByRole('alert');
    await expect(words).toContainText('Scripts or styles of this page were not loaded.');
    await page.unroute(`**/assets/**.${kind}`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome Back !' })).toBeVisible();
    await expect(words).toHaveCount(0);
  });
}
