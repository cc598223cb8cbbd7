import { passUntilVisible, stopClock } from '../support/clock.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { scriptsOf } from '../support/scripts-of.ts';
import { button, email, password, refusal, userId } from '../support/sign-in-form.ts';
import { expect, stored, test } from '../support/test.ts';
import { administrator } from '../support/test-api.ts';

/* Spec, section 2 "Admin sign-in", "User sign-in"; section 5; section 8. */

test.describe('the administrators’ sign-in', () => {
  test('has the title, heading, text and fields of the spec at /admin and /admin/login', async ({
    page,
  }) => {
    for (const path of ['/admin', '/admin/login']) {
      await page.goto(path);
      await expect(page).toHaveTitle('Admin Panel | SignIn');
      await expect(page.getByRole('heading', { name: 'Welcome Back !' })).toBeVisible();
      await expect(page.getByText('Sign in to continue to the product')).toBeVisible();
      await expect(email(page)).toHaveValue('');
      await expect(password(page)).toHaveValue('');
      await expect(button(page)).toBeEnabled();
      const year = String(new Date().getFullYear());
      await expect(page.getByRole('contentinfo')).toContainText(year);
      await expect(page.getByRole('contentinfo')).toContainText('Harbour & Daughters');
    }
  });

  test('shows and hides the password', async ({ page }) => {
    await page.goto('/admin/login');
    await password(page).fill('seen by me');
    await expect(password(page)).toHaveAttribute('type', 'password');
    const toggle = page.getByRole('button', { name: /password/i });
    await toggle.click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await toggle.click();
    await expect(password(page)).toHaveAttribute('type', 'password');
  });

  test('shows messages for missing and blank fields beside them', async ({ page }) => {
    await page.goto('/admin/login');
    await email(page).fill('   ');
    await password(page).fill('   ');
    await button(page).click();
    await expect(email(page)).toHaveAccessibleDescription('Please Enter Your Email');
    await expect(password(page)).toHaveAccessibleDescription('Please Enter Your Password');
    await expect(email(page)).toBeFocused();
  });

  test('leads to the dashboard, stores the session under authAdmin, and trims the input', async ({
    page,
  }) => {
    await page.goto('/admin/login');
    await email(page).fill(`  ${administrator.email}  `);
    await password(page).fill(` ${administrator.password} `);
    await button(page).click();
    await expect(page).toHaveURL('/admin/dashboard');
    await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
    const session = await stored(page, 'authAdmin');
    expect(session.token).toHaveLength(43);
    expect(session.user).toMatchObject({
      role: 'admin',
      fullName: administrator.fullName,
      email: administrator.email,
      _id: expect.any(String),
    });
    expect(await stored(page, 'authUser')).toBeNull();
  });

  test('shows a refusal in a red alert for 3 seconds, and can be sent again at once', async ({
    page,
    mayFail,
  }) => {
    mayFail('401 /admin/login');
    await page.goto('/admin/login');
    await email(page).fill('nobody@example.com');
    await password(page).fill('wrong-password');
    await stopClock(page);
    await button(page).click();
    const alert = refusal(page);
    await passUntilVisible(page, alert);
    await expect(alert).toContainText(/wrong/i);
    await expect(button(page)).toBeEnabled();
    await page.clock.runFor(2_500);
    await expect(alert).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(alert).toBeHidden();
    await expect(button(page)).toBeEnabled();
    await expect(email(page)).toHaveValue('nobody@example.com');
    expect(await stored(page, 'authAdmin')).toBeNull();
    await button(page).click();
    await passUntilVisible(page, alert);
    await page.clock.resume();
    await email(page).fill(administrator.email);
    await password(page).fill(administrator.password);
    await button(page).click();
    await expect(page).toHaveURL('/admin/dashboard');
  });

  test('disables its button, with a spinner, while the call runs', async ({ page }) => {
    const answer = await holdCalls(page, '**/admin/login', 'writes');
    await page.goto('/admin/login');
    await email(page).fill(administrator.email);
    await password(page).fill(administrator.password);
    await button(page).click();
    await expect(button(page)).toBeDisabled();
    await expect(button(page)).toHaveAttribute('data-loading', 'true');
    answer();
    await expect(page).toHaveURL('/admin/dashboard');
  });

  test('shows a toast when the server cannot be reached, and keeps the input', async ({
    page,
    mayFail,
  }) => {
    mayFail('ERR_FAILED /admin/login');
    await page.route('**/admin/login', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await page.goto('/admin');
    await email(page).fill(administrator.email);
    await password(page).fill(administrator.password);
    await button(page).click();
    await expect(page.getByText('The server cannot be reached')).toBeVisible();
    await expect(page).toHaveURL('/admin/login');
    await expect(email(page)).toHaveValue(administrator.email);
    await expect(button(page)).toBeEnabled();
  });
});

/** Answers of a server, or of something before it, to a sign-in that it refuses, and the words on the screen. */
const refusals = [
  { status: 200, json: { success: false, message: 'Closed today' }, words: 'Closed today' },
  { status: 400, json: { success: false, status: 'error', message: 'No' }, words: 'No' },
  { status: 401, json: { success: false, message: 'Wrong' }, words: 'Wrong' },
  { status: 404, json: { success: false, message: 'Gone' }, words: 'Gone' },
  { status: 429, json: { success: false, message: 'Slowly' }, words: 'Slowly' },
  { status: 500, json: { success: false }, words: 'Failed' },
  { status: 502, json: null, words: 'The server answered something unexpected' },
];

test('a second refusal with the same words is shown for 3 seconds again', async ({
  page,
  mayFail,
}) => {
  mayFail('401 /admin/login');
  await page.goto('/admin/login');
  await email(page).fill('nobody@example.com');
  await password(page).fill('wrong-password');
  await stopClock(page);
  const toast = page.locator('.mantine-Notification-root');
  await button(page).click();
  await passUntilVisible(page, toast);
  await page.clock.runFor(2_000);
  const again = page.waitForResponse('**/admin/login');
  await button(page).click();
  await again;
  await expect(button(page)).toBeEnabled();
  await page.clock.runFor(2_000);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(2_500);
  await expect(toast).toHaveCount(0);
});

for (const { status, json, words } of refusals) {
  test(`a sign-in that is refused with ${status} has a red alert and a toast for 3 seconds`, async ({
    page,
    mayFail,
  }) => {
    if (status !== 200) mayFail(`${status} /admin/login`);
    const answer = json ? { json } : { contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
    await page.route('**/admin/login', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, ...answer }) : route.fallback(),
    );
    await page.goto('/admin/login');
    await email(page).fill(administrator.email);
    await password(page).fill(administrator.password);
    await stopClock(page);
    await button(page).click();
    const toast = page.locator('.mantine-Notification-root');
    await passUntilVisible(page, refusal(page));
    await expect(refusal(page)).toHaveText(words);
    await expect(toast).toHaveText(words);
    await page.clock.runFor(4_000);
    await expect(toast).toHaveCount(0);
    await expect(refusal(page)).toBeHidden();
    await expect(page).toHaveURL('/admin/login');
  });
}

test('a form that a password manager has filled without an event is sent as it stands', async ({
  page,
}) => {
  await page.goto('/admin/login');
  await email(page).evaluate((field: HTMLInputElement, value) => {
    field.value = value;
  }, administrator.email);
  await password(page).evaluate((field: HTMLInputElement, value) => {
    field.value = value;
  }, administrator.password);
  await button(page).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test.describe('the users’ sign-in', () => {
  test('has the heading and fields of the spec at /login', async ({ page }) => {
    await page.goto('/login');
    await expect(page).toHaveTitle('User Panel | SignIn');
    await expect(page.getByRole('heading', { name: 'Welcome Back !' })).toBeVisible();
    await expect(userId(page)).toHaveValue('');
    await expect(password(page)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: /password/i }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
  });

  test('shows a user messages for missing fields beside them', async ({ page }) => {
    await page.goto('/login');
    await button(page).click();
    await expect(userId(page)).toHaveAccessibleDescription('Please Enter Your User id');
    await expect(password(page)).toHaveAccessibleDescription('Please Enter Your Password');
    await expect(userId(page)).toBeFocused();
  });

  test('leads a user to their own dashboard and removes an administrator’s entry', async ({
    page,
    owner,
  }) => {
    await page.goto('/login');
    await page.evaluate(() => sessionStorage.setItem('authAdmin', '{"token":"old"}'));
    await userId(page).fill(` ${owner.userID} `);
    await password(page).fill(owner.password);
    await button(page).click();
    await expect(page).toHaveURL('/dashboard');
    const session = await stored(page, 'authUser');
    expect(session.user).toMatchObject({
      role: 'user',
      fullName: owner.fullName,
      userID: owner.userID,
    });
    expect(await stored(page, 'authAdmin')).toBeNull();
  });

  test('shows a user the refusal in a red alert for 3 seconds', async ({
    page,
    owner,
    mayFail,
  }) => {
    mayFail('401 /user/login');
    await page.goto('/login');
    await userId(page).fill(owner.userID);
    await password(page).fill('wrong-password');
    await stopClock(page);
    await button(page).click();
    await passUntilVisible(page, refusal(page));
    await expect(refusal(page)).toContainText(/wrong/i);
    await expect(button(page)).toBeEnabled();
    await page.clock.runFor(3_100);
    await expect(refusal(page)).toBeHidden();
    await expect(button(page)).toBeEnabled();
  });

  test('a user’s sign-in that gets no answer stays at /login and says so', async ({
    page,
    owner,
    mayFail,
  }) => {
    mayFail('ERR_FAILED /user/login');
    await page.route('**/user/login', (route) => route.abort());
    await page.goto('/login');
    await userId(page).fill(owner.userID);
    await password(page).fill(owner.password);
    await button(page).click();
    await expect(page.getByText('The server cannot be reached')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(userId(page)).toHaveValue(owner.userID);
  });
});

test('each sign-in page says for whom it is, and has a link to the other', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/admin/login');
  await expect(page.getByText('This sign-in is for administrators.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in as an app owner' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('This sign-in is for app owners.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in as an administrator' }).click();
  await expect(page).toHaveURL('/admin/login');
});

test('a sign-in link has the user id filled in, and asks for the password', async ({
  page,
  owner,
}) => {
  await page.goto(`/login?${new URLSearchParams({ userID: owner.userID })}`);
  await expect(userId(page)).toHaveValue(owner.userID);
  await expect(password(page)).toBeFocused();
  await password(page).fill(owner.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('the sign-in pages load at most 153 KB of JavaScript, and the toasts when somebody begins', async ({
  page,
}) => {
  for (const path of ['/admin/login', '/login']) {
    const scripts = await scriptsOf(page, path, async () => {
      await expect(button(page)).toBeEnabled();
      await page.waitForLoadState('networkidle');
    });
    expect(scripts, path).toBeGreaterThan(50);
    expect(scripts, path).toBeLessThanOrEqual(153);
  }
  const loaded = page.waitForRequest(/\/assets\/toasts-[\w-]+\.js$/);
  await page.keyboard.press('Tab');
  await loaded;
});

test('a failure is said when what shows toasts cannot be loaded', async ({ page, mayFail }) => {
  mayFail('ERR_FAILED /admin/login', 'ERR_FAILED /assets/toasts');
  await page.goto('/admin/login');
  await page.route(/\/assets\/toasts/, (route) => route.abort());
  await page.route('**/admin/login', (route) => route.abort());
  await email(page).fill(administrator.email);
  await password(page).fill(administrator.password);
  await button(page).click();
  const words = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' });
  await expect(words).toBeInViewport();
  await expect(words).toBeHidden();
  await page.unroute(/\/assets\/toasts/);
  await button(page).click();
  await expect(page.locator('.mantine-Notification-root')).toContainText(
    'The server cannot be reached',
  );
});
