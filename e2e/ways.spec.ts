import { administrator, type Office } from './support/office.ts';
import { signIn } from './support/sign-in-form.ts';
import { enter, expect, stored, test } from './support/test.ts';

/* Spec, section 2 "Route table"; ADR 31 "Roles and routes": who is sent where, and both sign-outs. */

test.describe('who is sent where', () => {
  test('a visitor goes from a protected page to /admin/login and back after signing in', async ({
    page,
  }) => {
    await page.goto('/admin/user-list?search=quay');
    await expect(page).toHaveURL('/admin/login');
    await signIn(page, administrator);
    await expect(page).toHaveURL('/admin/user-list?search=quay');
  });

  test('a visitor of a user’s page finds the way through the users’ sign-in and back', async ({
    page,
    owner,
  }) => {
    await page.goto('/application-list');
    await expect(page).toHaveURL('/admin/login');
    await page.getByRole('link', { name: 'Sign in as an app owner' }).click();
    await signIn(page, owner);
    await expect(page).toHaveURL('/application-list');
  });

  const adminWays = [
    ['/', '/admin/dashboard'],
    ['/no/such/page', '/admin/dashboard'],
    ['/dashboard', '/admin/dashboard'],
    ['/application-list', '/admin/application-list'],
    ['/change-password', '/admin/change-password'],
    ['/admin/login', '/admin/dashboard'],
  ] as const;
  test('an administrator is led from every other path to the administrator’s twin', async ({
    adminPage,
  }) => {
    for (const [from, to] of adminWays) {
      await adminPage.goto(from);
      await expect(adminPage, `from ${from}`).toHaveURL(to);
    }
  });

  const ownerWays = [
    ['/', '/dashboard'],
    ['/no/such/page', '/dashboard'],
    ['/admin/dashboard', '/dashboard'],
    ['/admin/user-list', '/dashboard'],
    ['/admin/app-configuration', '/dashboard'],
    ['/login', '/dashboard'],
  ] as const;
  test('a user is led from every administrators’ path to /dashboard', async ({ ownerPage }) => {
    for (const [from, to] of ownerWays) {
      await ownerPage.goto(from);
      await expect(ownerPage, `from ${from}`).toHaveURL(to);
    }
  });

  test('/admin/logout ends an administrator’s session here and on the server', async ({
    adminPage,
    office,
  }) => {
    await adminPage.goto('/admin/dashboard');
    const { token, user } = await stored(adminPage, 'authAdmin');
    const call = adminPage.waitForRequest('**/admin/Adminlogout');
    await adminPage.goto('/admin/logout');
    expect((await call).postDataJSON()).toEqual({ adminId: user._id });
    await expect(adminPage).toHaveURL('/admin/login');
    expect(await stored(adminPage, 'authAdmin')).toBeNull();
    await expectEnded(office, token);
  });

  test('/logout ends a user’s session and shows /login', async ({ ownerPage, office }) => {
    await ownerPage.goto('/dashboard');
    const { token } = await stored(ownerPage, 'authUser');
    await ownerPage.goto('/logout');
    await expect(ownerPage).toHaveURL('/login');
    expect(await stored(ownerPage, 'authUser')).toBeNull();
    await expectEnded(office, token);
  });

  test('a user who leaves by /admin/logout, as the menu has it, lands on /login', async ({
    ownerPage,
  }) => {
    await ownerPage.goto('/admin/logout');
    await expect(ownerPage).toHaveURL('/login');
    expect(await stored(ownerPage, 'authUser')).toBeNull();
  });

  test('the administrators’ entry is looked at first when there are two', async ({
    page,
    owner,
    office,
  }) => {
    const mine = await office.signInOwner(owner);
    await page.addInitScript(
      (entry) => sessionStorage.setItem('authUser', entry),
      JSON.stringify(mine),
    );
    await enter(page, await office.signInAdmin());
    await page.goto('/');
    await expect(page).toHaveURL('/admin/dashboard');
  });

  test('an entry that is broken counts as nobody signed in', async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem('authAdmin', '{"token":'));
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL('/admin/login');
  });
});

async function expectEnded(office: Office, token: string) {
  await expect
    .poll(() =>
      office.call('getCategory', { as: token }).then(
        () => 'goes on',
        (error: Error) => error.message,
      ),
    )
    .toContain('401');
}
