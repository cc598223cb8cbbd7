import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { endAllPauses } from '../support/pauses.ts';
import { fromMenu, rowOf } from '../support/rows.ts';
import { enter, expect, stored, test } from '../support/test.ts';
import { fresh, type TestApi } from '../support/test-api.ts';

/* Viewers: every page is whole, and nothing is offered that the server would refuse (ADR 123). A refused call fails a test. */

test.afterEach(({ api }) => endAllPauses(api));

/** The beginnings of what only those are offered who may write. */
const writes =
  /^(Add|Create|Edit|Delete|Remove|Save$|Save the|Pause|Resume|Mute|Unmute|New token|New secret|Approve|Reject|Apply|Undo|Restore|Invite|Import|Check now|Forget|Send|Duplicate|Several copies|End now|Accept|Disable|Enable|Mark all|Change in|Copy the (ads|current|passwords?))\b/;

/** Data for every page: an app with a finding, a pause, an entry of the log, a request that waits, a webhook. */
async function fill(api: TestApi) {
  const owner = await api.addUser({ needsApproval: 'on' });
  const app = await api.addConfigured('IN', {
    selectedUser: owner.userID,
    googleBanner1: 'ca-app-pub-3940256099942544/6300978111',
    accountName: fresh('Kelp Studio'),
  });
  await api.call('updateApp', { id: app.appID, body: { note: 'Changed once' } });
  await api.call('rotateToken', { id: app.appID, body: { keepOldForDays: 3 } });
  const pause = { scope: 'app', value: app.appID, reason: 'Looked at' } as const;
  await api.call('startPause', { body: pause });
  const { token } = await api.signInOwner(owner);
  await api.call('updateApp', { id: app.appID, body: { note: 'Please' }, as: token });
  const hook = { url: 'https://example.com/hook', events: ['change.app'], enabled: false } as const;
  await api.call('addWebhook', { body: hook }).catch(() => {});
  return app;
}

/** Names that only look like writes, and a write of the own account. */
const reads = ['Add filter', 'Send to a developer', 'Pauses', 'Add an authenticator app'];

const named = (page: Page) =>
  page
    .locator('main, header, nav, [role="dialog"]')
    .locator('button, a, [role="menuitem"]')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()),
    );

/** Looks at all that can be pressed on a page, and in the menu of its first row. */
async function expectNoWrites(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  // Connect has a stream, which never ends.
  if (!path.endsWith('/connect')) await page.waitForLoadState('networkidle');
  await expect(page.getByText('View only', { exact: true })).toBeVisible();
  const offered = (await named(page)).filter((name) => writes.test(name) && !reads.includes(name));
  expect.soft(offered, path).toEqual([]);
  const menu = page.getByRole('button', { name: /^(Actions for|More for)/ }).first();
  if (await menu.isVisible()) {
    await menu.click();
    await expect(page.getByRole('menuitem').first(), path).toBeVisible();
    const items = await page.getByRole('menuitem').allTextContents();
    expect.soft(items.length, path).toBeGreaterThan(0);
    expect(
      items.filter((name) => writes.test(name)),
      path,
    ).toEqual([]);
    await page.keyboard.press('Escape');
  }
}

test('no page offers a viewer what only others may do, and every call of it is answered', async ({
  page,
  api,
}) => {
  test.slow();
  const app = await fill(api);
  await enter(page, await api.signInViewer());
  const ofApp = ['', '/connect', '/traffic', '/history', '/test', '/tokens'];
  for (const path of [
    '/admin/dashboard',
    '/admin/application-list',
    ...ofApp.map((tab) => `/admin/application/${app.appID}${tab}`),
    '/admin/user-list',
    '/admin/app-configuration',
    '/admin/safety/findings',
    '/admin/safety/pauses',
    '/admin/safety/pauses?view=ended',
    '/admin/safety/change-requests',
    '/admin/safety/batches',
    '/admin/app-ads',
    `/admin/app-ads/${encodeURIComponent(app.accountName)}`,
    '/admin/traffic',
    '/admin/audit-log',
    '/admin/notifications',
    '/admin/administrators',
    '/admin/edges',
    '/admin/system-check',
    '/admin/security',
    '/admin/api-keys',
    '/admin/open-sessions',
    // Links that open a form for others.
    '/admin/application-list?add=1',
    `/admin/application-list?edit=${app.appID}`,
    '/admin/application-list?import=1',
    '/admin/user-list?add=1',
  ]) {
    await expectNoWrites(page, path);
    await expect(page.getByRole('dialog'), path).toHaveCount(0);
  }
});

test('a viewer sees no token, password and key, and keys open no form', async ({ page, api }) => {
  const app = await fill(api);
  await enter(page, await api.signInViewer());
  await page.goto(`/admin/application-list?appID=${app.appID}`);
  await expect(page.getByText(app.appName).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Auth Token' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Auth Token' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goto(`/admin/application/${app.appID}/connect`);
  await expect(page.getByText('AUTH_TOKEN stands for the token')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(app.authToken);
  await page.goto('/admin/user-list');
  await expect(page.getByText('Hidden').first()).toBeVisible();
  await expectAccessible(page, 'the list of users, of a viewer');
});

test('a viewer saves an own view, and shares none', async ({ page, api }) => {
  await enter(page, await api.signInViewer());
  await page.goto('/admin/application-list?appStatus=live');
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/share/i)).toHaveCount(0);
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(fresh('Mine'));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
});

test('an administrator is made a viewer, who is signed out, and back', async ({
  adminPage,
  api,
  browser,
  mayFail,
}) => {
  mayFail('401 /');
  const session = await api.signInViewer();
  const { email } = session.user as unknown as { email: string };
  await adminPage.goto('/admin/administrators');
  const row = rowOf(adminPage, email);
  await expect(row).toContainText('Viewer');
  const other = await browser.newPage();
  await enter(other, session);
  await other.goto(`${api.address}/admin/dashboard`);
  await expect(other.getByText('View only', { exact: true })).toBeVisible();
  expect((await stored(other, 'authAdmin')).user).toMatchObject({ role: 'admin', access: 'view' });

  await fromMenu(adminPage, row, 'Edit…');
  const form = adminPage.getByRole('dialog', { name: 'Edit administrator' });
  await expect(form.getByRole('radio', { name: 'Viewer' })).toBeChecked();
  await form.getByText('Administrator', { exact: true }).click();
  await expect(form).toContainText('is signed out at once');
  await expectAccessible(adminPage, 'the form of a viewer');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toHaveCount(0);
  await expect(row).not.toContainText('Viewer');
  await other.getByRole('link', { name: 'Traffic' }).first().click();
  await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await other.close();
});
