import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { needApproval } from '../support/change-requests.ts';
import { endAllPauses, startPause } from '../support/pauses.ts';
import { expect, test } from '../support/test.ts';
import type { TestApi } from '../support/test-api.ts';

/* The bell of the top bar (ADR 57). */

test.afterEach(({ api }) => endAllPauses(api));

const bellOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notif/ });
const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Notif/ });

/** Pauses two apps of an owner, and resolves when their bell has both. */
async function ringTwice(api: TestApi, owner: { userID: string; password: string }) {
  const names: string[] = [];
  for (let number = 0; number < 2; number += 1) {
    const { appID, appName } = await api.addApp({ selectedUser: owner.userID });
    names.push(appName);
    await startPause(api, { scope: 'app', value: appID, reason: 'Invalid traffic' });
  }
  const { token: as } = await api.signInOwner(owner);
  const count = async () => (await api.call('getBell', { as })).length;
  await expect.poll(count).toBe(2);
  return names;
}

test('an owner sees what is new, goes to its cause by keyboard, and marks the rest as read', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  const [first = '', second = ''] = await ringTwice(api, owner);
  await page.goto('/dashboard');
  await expect(bellOf(page)).toHaveAccessibleName('Notifications: 2 new');
  await bellOf(page).press('Enter');
  const items = panelOf(page).getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText(`New: Ads paused: ${second}Today`);
  await expect(panelOf(page).getByRole('button', { name: 'Mark all as read' })).toBeFocused();
  await expectAccessible(page, 'the bell');
  await page.keyboard.press('Tab');
  await expect(items.first().getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/safety\/pauses\?state=active$/);
  await expect(panelOf(page)).toBeHidden();
  await expect(page.getByRole('main').getByText(second).first()).toBeVisible();
  await expect(page.getByRole('main').getByText(first).first()).toBeVisible();
  await expect(bellOf(page), 'the page shows the other one, too').toHaveAccessibleName(
    'Notifications',
  );

  await page.goto('/dashboard');
  const third = await api.addApp({ selectedUser: owner.userID });
  await startPause(api, { scope: 'app', value: third.appID, reason: 'Invalid traffic' });
  await expect(bellOf(page)).toHaveAccessibleName('Notifications: 1 new', { timeout: 40_000 });
  await bellOf(page).click();
  await expect(items.first()).toContainText(`New: Ads paused: ${third.appName}`);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  await expect(panelOf(page).getByText('New: ')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  await expect(bellOf(page)).toBeFocused();
  await page.reload();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
});

test('an approval that waits is in the bell of an administrator until it is decided', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const { appID, appName } = await api.addApp({ selectedUser: owner.userID });
  await needApproval(api, owner);
  const { token } = await api.signInOwner(owner);
  await api.call('updateApp', { id: appID, body: { note: 'x' }, as: token });
  const words = `${owner.fullName} asks to change ${appName}`;
  const texts = async () => (await api.call('getBell')).map(({ text }) => text);
  await expect.poll(texts).toContain(words);
  await page.goto('/admin/dashboard');
  await bellOf(page).click();
  await panelOf(page).getByRole('link', { name: words }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/safety/change-requests\\?.*appID=${appID}`));
  const rows = page.getByRole('row').filter({ hasText: appName });
  await expect(rows).toHaveCount(1);
  const [request] = await api.call('getChangeRequests', { query: { appID } });
  await api.call('approveChangeRequest', { id: request?.id ?? '' });
  await expect.poll(texts).not.toContain(words);
  await bellOf(page).click();
  await expect(panelOf(page).getByRole('link', { name: words })).toHaveCount(0);
});

test('a bell with nothing says so, and one that cannot be loaded says why', async ({
  ownerPage: page,
  mayFail,
}) => {
  await page.goto('/dashboard');
  await bellOf(page).click();
  await expect(panelOf(page)).toContainText('Nothing new');
  await expectAccessible(page, 'an empty bell');
  mayFail('503 /bell');
  let isDown = true;
  await page.route('**/bell', (route) => {
    const json = { status: 'error', success: false, message: 'The server is being updated' };
    return isDown ? route.fulfill({ status: 503, json }) : route.continue();
  });
  await page.reload();
  await bellOf(page).click();
  await expect(panelOf(page)).toContainText('The server is being updated');
  isDown = false;
  await panelOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panelOf(page)).toContainText('Nothing new');
});

for (const width of [390, 320]) {
  test(`the top bar and the open bell fit a window of ${width} px`, async ({
    adminPage: page,
    api,
    owner,
  }) => {
    const { appID } = await api.addApp({ selectedUser: owner.userID });
    const { token } = await api.signInOwner(owner);
    await startPause(api, { scope: 'app', value: appID, reason: 'Holidays' }, token);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/admin/dashboard');
    await bellOf(page).click();
    await expect(panelOf(page)).toBeVisible();
    const userMenu = page.getByRole('banner').getByRole('button').last();
    for (const part of [panelOf(page), userMenu]) {
      const { x = -1, width: own = 0 } = (await part.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + own).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAccessible(page, 'the bell', width);
  });
}
