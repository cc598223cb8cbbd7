import { signIn } from '../support/sign-in-form.ts';
import { enter, expect, stored, test } from '../support/test.ts';
import { administrator, type TestApi } from '../support/test-api.ts';

/* Spec, section 2 "Route table"; ADR 31 "Roles and routes": redirects by role, and both sign-outs. */

test.describe('redirects', () => {
  test('a visitor goes from a protected page to /admin/login and back after signing in', async ({
    page,
  }) => {
    await page.goto('/admin/user-list?search=quay');
    await expect(page).toHaveURL('/admin/login');
    await signIn(page, administrator);
    await expect(page).toHaveURL('/admin/user-list?search=quay');
  });

  test('a visitor of a user’s page gets to the users’ sign-in by a link, and then back', async ({
    page,
    owner,
  }) => {
    await page.goto('/application-list');
    await expect(page).toHaveURL('/admin/login');
    await page.getByRole('link', { name: 'Sign in as an app owner' }).click();
    await signIn(page, owner);
    await expect(page).toHaveURL('/application-list');
  });

  const adminRedirects = [
    ['/', '/admin/dashboard'],
    ['/no/such/page', '/admin/dashboard'],
    ['/dashboard', '/admin/dashboard'],
    ['/application-list', '/admin/application-list'],
    ['/change-password', '/admin/change-password'],
    ['/admin/safety', '/admin/safety/findings'],
    ['/admin/safety/no-such-tab', '/admin/safety/findings'],
    ['/safety/pauses', '/admin/safety/pauses'],
    ['/admin/login', '/admin/dashboard'],
  ] as const;
  test('an administrator is redirected from all other paths to pages of administrators', async ({
    adminPage,
  }) => {
    for (const [from, to] of adminRedirects) {
      await adminPage.goto(from);
      await expect(adminPage, `from ${from}`).toHaveURL(to);
    }
  });

  const ownerRedirects = [
    ['/', '/dashboard'],
    ['/no/such/page', '/dashboard'],
    ['/admin/dashboard', '/dashboard'],
    ['/admin/user-list', '/dashboard'],
    ['/admin/app-configuration', '/dashboard'],
    ['/admin/traffic', '/dashboard'],
    ['/admin/safety', '/dashboard'],
    ['/admin/app-ads', '/dashboard'],
    ['/admin/edges', '/dashboard'],
    ['/admin/system-check', '/dashboard'],
    ['/safety', '/safety/findings'],
    ['/login', '/dashboard'],
  ] as const;
  test('a user is redirected from every administrators’ path to /dashboard', async ({
    ownerPage,
  }) => {
    for (const [from, to] of ownerRedirects) {
      await ownerPage.goto(from);
      await expect(ownerPage, `from ${from}`).toHaveURL(to);
    }
  });

  test('/admin/logout ends an administrator’s session in the browser and on the server', async ({
    adminPage,
    api,
  }) => {
    await adminPage.goto('/admin/dashboard');
    const { token, user } = await stored(adminPage, 'authAdmin');
    const call = adminPage.waitForRequest('**/admin/Adminlogout');
    await adminPage.goto('/admin/logout');
    expect((await call).postDataJSON()).toEqual({ adminId: user._id });
    await expect(adminPage).toHaveURL('/admin/login');
    expect(await stored(adminPage, 'authAdmin')).toBeNull();
    await expectEnded(api, token);
  });

  test('/logout ends a user’s session and shows /login', async ({ ownerPage, api }) => {
    await ownerPage.goto('/dashboard');
    const { token } = await stored(ownerPage, 'authUser');
    await ownerPage.goto('/logout');
    await expect(ownerPage).toHaveURL('/login');
    expect(await stored(ownerPage, 'authUser')).toBeNull();
    await expectEnded(api, token);
  });

  test('a user who signs out with /admin/logout, the link in the menu, gets to /login', async ({
    ownerPage,
  }) => {
    await ownerPage.goto('/admin/logout');
    await expect(ownerPage).toHaveURL('/login');
    expect(await stored(ownerPage, 'authUser')).toBeNull();
  });

  test('an administrator who opens /logout is signed out, too, and gets to /admin/login', async ({
    adminPage,
    api,
  }) => {
    await adminPage.goto('/admin/dashboard');
    const { token } = await stored(adminPage, 'authAdmin');
    await adminPage.goto('/logout');
    await expect(adminPage).toHaveURL('/admin/login');
    expect(await stored(adminPage, 'authAdmin')).toBeNull();
    await expectEnded(api, token);
  });

  test('with two stored sessions the administrator’s is used', async ({ page, owner, api }) => {
    const mine = await api.signInOwner(owner);
    await page.addInitScript(
      (entry) => sessionStorage.setItem('authUser', entry),
      JSON.stringify(mine),
    );
    await enter(page, await api.signInAdmin());
    await page.goto('/');
    await expect(page).toHaveURL('/admin/dashboard');
  });

  test('a broken stored session counts as not signed in', async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem('authAdmin', '{"token":'));
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL('/admin/login');
  });
});

async function expectEnded(api: TestApi, token: string) {
  await expect
    .poll(() =>
      api.call('getCategory', { as: token }).then(
        () => 'goes on',
        (error: Error) => error.message,
      ),
    )
    .toContain('401');
}
