import { selectAll } from '../support/bulk.ts';
import { passUntilVisible, stopInstalledClock } from '../support/clock.ts';
import { loseSession } from '../support/lost-session.ts';
import { expect, test } from '../support/test.ts';

/* Requests that a page makes by itself do not count as use of the session (ADR 29), and ask nobody to sign in twice (ADR 22). */

const header = 'adwarden-background';

test('polls of a page at which nobody is say so, and calls after a click do not', async ({
  adminPage: page,
}) => {
  await page.clock.install();
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const poll = page.waitForRequest(
    (request) => request.url().includes('/pauses') && header in request.headers(),
  );
  await page.clock.runFor(120_000);
  await poll;
  const list = page.waitForRequest(/getUser/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  expect((await list).headers()).not.toHaveProperty(header);
});

test('a closed "Sign in again" stays closed when the page polls, and a save opens it', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('401 /');
  await api.addApp();
  await page.clock.install();
  await page.goto('/admin/application-list');
  await page.getByRole('row').nth(1).getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Edit Application' });
  await form.getByRole('textbox', { name: /^Note/ }).fill('written for ten minutes');
  await loseSession(page, api);

  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  let refused = 0;
  page.on('response', (answer) => {
    if (answer.url().includes('/pauses') && answer.status() === 401) refused += 1;
  });
  const untilRefused = (times: number) =>
    expect
      .poll(async () => {
        await page.clock.runFor(10_000);
        return refused;
      })
      .toBeGreaterThanOrEqual(times);
  await untilRefused(1);
  await expect(dialog, 'the first poll says that the session has ended').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await untilRefused(2);
  await expect(dialog).toBeHidden();
  await expect(form.getByRole('textbox', { name: /^Note/ })).toHaveValue('written for ten minutes');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await passUntilVisible(page, dialog);
});

test('a click that reads opens a closed "Sign in again" again', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('401 /');
  await api.addApp();
  await page.clock.install();
  // A selection keeps the page open when the session ends.
  await selectAll(page, '/admin/application-list');
  await loseSession(page, api);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  // This is less than the time after which a poll that has begun is given up.
  await passUntilVisible(page, dialog, 5_000);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.clock.runFor(60_000);
  await expect(dialog).toBeHidden();
  // On a slow machine the read would come too late to be the answer to the click.
  await stopInstalledClock(page);
  await page.getByRole('button', { name: 'App Name', exact: true }).click();
  await passUntilVisible(page, dialog);
});
