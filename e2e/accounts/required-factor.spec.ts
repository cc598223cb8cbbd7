import { expectAccessible } from '../support/axe.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signIn } from '../support/sign-in-form.ts';
import { enter, expect, stored, test, usualSettings } from '../support/test.ts';
import { administrator } from '../support/test-api.ts';
import { codeOf } from './authenticator.ts';

/* REQUIRE_SECOND_FACTOR (ADR 137): who has no second factor sets one up after the password. */

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer({ ...usualSettings, REQUIRE_SECOND_FACTOR: 'admins' });
});
test.afterAll(() => server.stop());

test('a session that was open before is led there, too', async ({ browser, mayFail }) => {
  mayFail('403 /', '401 /');
  const context = await browser.newContext({ baseURL: server.address, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const { email, password } = administrator;
  const answer = await fetch(`${server.address}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token, user } = await answer.json();
  // The tab has stored the answer of a sign-in from before the setting.
  await enter(page, { token, user });
  await page.goto('/admin/user-list');
  await expect(page).toHaveURL(/\/admin\/set-up$/);
  expect((await stored(page, 'authAdmin')).mustSetUp).toEqual(['secondFactor']);
  await context.close();
});

test('an administrator sets up a second factor before anything else, and keeps the last one', async ({
  browser,
  mayFail,
}) => {
  mayFail('403 /', '409 /sessions/factors', '400 /sessions/again');
  const context = await browser.newContext({ baseURL: server.address, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/admin/user-list');
  await signIn(page, administrator);
  await expect(page).toHaveURL(/\/admin\/set-up$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');
  await expectAccessible(page, 'the set-up of a second factor that is required');
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await page.getByLabel('Code', { exact: true }).fill('123');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('A code has 6 digits')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Each works once')).toBeVisible();
  const [code = ''] =
    ((await page.locator('pre, code').first().textContent()) ?? '').match(
      /([A-Z2-7]{4}-){5}[A-Z2-7]{4}/g,
    ) ?? [];
  // Loaded again before they were kept: the set-up is done all the same.
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);

  await page.goto('/admin/security');
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('button', { name: 'Yes, Delete It!' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByRole('button', { name: 'Use a recovery code' }).click();
  await question.getByLabel('Recovery Code').fill(code);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('add another one first')).toBeVisible();
  await context.close();
});
