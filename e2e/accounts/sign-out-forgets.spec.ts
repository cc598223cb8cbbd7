import type { Page } from '@playwright/test';
import { openEdit } from '../support/app-form.ts';
import { choose, openCustomizer } from '../support/customizer.ts';
import { loseSession } from '../support/lost-session.ts';
import { withoutNews } from '../support/news.ts';
import { banner, endAllPauses, startPause } from '../support/pauses.ts';
import { openRow } from '../support/rows.ts';
import { signIn } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { administrator } from '../support/test-api.ts';

/* The traces of an account in a tab after it has signed out. */

test.afterEach(({ api }) => endAllPauses(api));

const contents = (page: Page) =>
  page.evaluate(() => ({ session: { ...sessionStorage }, local: { ...localStorage } }));

/** Returns the session storage of a tab in which nobody has signed in. */
async function freshTab(page: Page) {
  const fresh = await page.context().newPage();
  await fresh.goto('/admin/login');
  await expect(fresh.getByLabel('Email')).toBeVisible();
  const { session } = await contents(fresh);
  await fresh.close();
  return session;
}

async function enterOffice(page: Page): Promise<void> {
  await page.goto('/admin/login');
  await signIn(page, administrator);
  await expect(page).toHaveURL('/admin/dashboard');
}

/** Opens a second tab with the same session, as "Duplicate" of the browser does. */
async function duplicate(page: Page, path: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.evaluate((to) => void window.open(to), path);
  return opened;
}

const logout = async (page: Page) => {
  await page.getByRole('button', { name: administrator.fullName }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
};

test('after Logout a tab has nothing of the account, and looks as it did', async ({
  page,
  api,
  owner,
}) => {
  const { appID, appName } = await api.addApp({ note: 'for nobody else' });
  const reason = 'Räumung ✂ 100 %';
  await startPause(api, { scope: 'app', value: appID, reason });
  await enterOffice(page);
  await choose(await openCustomizer(page), 'Color scheme', 'Dark');
  await page.keyboard.press('Escape');
  await expect(banner(page)).toContainText(reason);
  await openRow(page, appName);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill(`pause ${appName}`);
  await page.getByRole('option', { name: /Pause/ }).first().click();
  const pausing = page.getByRole('dialog', { name: 'Pause ads' });
  await expect(pausing).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pausing).toBeHidden();
  const form = await openEdit(page, page.getByRole('row').nth(1));
  await form.note.fill('for nobody');
  await form.save.click();
  const toast = page.getByText(`${appName} updated`);
  await expect(toast).toBeVisible();
  expect(JSON.stringify(await contents(page))).toContain(reason);

  await logout(page);
  await expect(page).toHaveURL('/admin/login');
  await expect(toast).toBeHidden({ timeout: 1_000 });
  const left = await contents(page);
  expect(left.session).toEqual(await freshTab(page));
  // The appearance stays: names of columns, numbers and choices.
  expect(left.local['adwarden.layout']).toContain('dark');
  const text = JSON.stringify(left);
  for (const seen of [appID, appName, reason, 'nobody', administrator.fullName]) {
    expect(text).not.toContain(seen);
  }

  await page.goto('/login');
  await signIn(page, owner);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Logout ends the other tabs of the session, whatever is typed there', async ({
  page,
  api,
  owner,
}) => {
  const { appName } = await api.addApp();
  await startPause(api, { scope: 'all', reason: 'Moving house' });
  await enterOffice(page);
  const other = await duplicate(page, '/admin/application-list');
  await openRow(other, appName);
  const form = await openEdit(other, other.getByRole('row').nth(1));
  await form.note.fill('half a note');
  // Somebody else, in a third tab, goes on.
  const third = await page.context().newPage();
  await third.goto('/login');
  await signIn(third, owner);
  await expect(third).toHaveURL('/dashboard');

  await logout(page);
  await expect(other).toHaveURL('/admin/login');
  await expect(other.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(other.getByRole('dialog')).toHaveCount(0);
  expect((await contents(other)).session).toEqual(await freshTab(page));
  await expect(third).toHaveURL('/dashboard');
  expect((await contents(third)).session).toHaveProperty('authUser');

  await signIn(other, administrator);
  // No step back leads to the list with its search.
  await expect(other).toHaveURL('/admin/dashboard');
  await other.close();
  await third.close();
});

test('when a session ends by itself, a tab with a half-filled form keeps it for the same person', async ({
  page,
  api,
  mayFail,
}) => {
  mayFail('401 /');
  const { appName } = await api.addApp();
  await enterOffice(page);
  const other = await duplicate(page, '/admin/application-list');
  await openRow(other, appName);
  const form = await openEdit(other, other.getByRole('row').nth(1));
  await form.note.fill('half a note');
  await withoutNews(other);
  await loseSession(page, api);
  await page.getByRole('link', { name: 'Users' }).first().click();
  await expect(page).toHaveURL('/admin/login');
  await expect(page.getByRole('alert').filter({ hasText: 'Please sign in' })).toBeVisible();
  expect((await contents(page)).session).toEqual(await freshTab(page));

  await expect(form.note).toHaveValue('half a note');
  await form.save.click();
  const dialog = other.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(administrator.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(form.dialog).toBeHidden();
  await expect(other.getByText(/ updated$/)).toBeVisible();
  await other.close();
});
