import type { Page } from '@playwright/test';
import { openEdit } from '../support/app-form.ts';
import { bar, box, select } from '../support/bulk.ts';
import { addTidyApp, entries, malformedPackage } from '../support/findings.ts';
import { fleet, rows } from '../support/fleet.ts';
import { rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Open lists follow what others change, without a reload and without moving what somebody works on. */

const newsPath = /\/changes\/news/;
const listPath = /\/apps\/getAllApp\?|\/user\/getApp\//;

/** Resolves with the next answer about what has changed: what happens later is news of the one after it. */
const nextNews = (page: Page) => page.waitForResponse(newsPath);

/**
 * Makes the page ask now, as when its tab is shown again, and not in eight seconds. A page that still reads the last answer
 * does not ask, so this tries again until it does.
 */
async function showTab(page: Page): Promise<void> {
  await expect(async () => {
    const answered = page.waitForResponse(newsPath, { timeout: 2_000 });
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await answered;
  }).toPass();
}

/** Opens a page, and waits until it knows from when on it follows. */
async function follow(page: Page, address: string): Promise<void> {
  const answered = nextNews(page);
  await page.goto(address);
  await answered;
}

test('an open list shows what others change within seconds', async ({ adminPage: page, api }) => {
  const { list, name, accountName } = await fleet(api, 2);
  await follow(page, list());
  const row = rowOf(page, name('01'));
  await expect(row).toContainText('Live');
  const [app] = await api.call('getAllApp', { query: { appName: name('01') } });
  await api.call('updateApp', { id: app?.appID ?? '', body: { appStatus: 'suspend' } });
  await api.addApp({ accountName, appName: name('03') });
  await expect(row).toContainText('Suspended');
  await expect(rows(page)).toHaveCount(3);
});

test('page, selection, focus and an open form stay when the list changes', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('409 /apps/updateApp/');
  const { list, name, accountName } = await fleet(api, 13);
  const idOf = async (number: string) => {
    const [app] = await api.call('getAllApp', { query: { appName: name(number) } });
    return app?.appID ?? '';
  };
  await follow(page, list({ page: '2' }));
  await expect(rows(page)).toHaveCount(3);
  await select(page).click();
  await box(page, name('12')).check();
  await rowOf(page, name('12')).focus();
  await page.evaluate(() => document.activeElement?.setAttribute('data-was', 'here'));

  await api.call('updateApp', { id: await idOf('12'), body: { appStatus: 'suspend' } });
  await api.call('deleteApp', { id: await idOf('13') });
  await api.addApp({ accountName, appName: name('14') });
  await showTab(page);
  await expect(rowOf(page, name('12'))).toContainText('Suspended');
  await expect(rowOf(page, name('13'))).toHaveCount(0);
  await expect(rowOf(page, name('14'))).toBeVisible();
  await expect(box(page, name('12'))).toBeChecked();
  await expect(bar(page)).toContainText('1 selected');
  await expect(page).toHaveURL(/page=2/);
  await expect(rowOf(page, name('12')), 'the same row has the focus').toBeFocused();
  await expect(rowOf(page, name('12'))).toHaveAttribute('data-was', 'here');

  const form = await openEdit(page, rowOf(page, name('11')));
  await form.note.fill('typed while others work');
  const id = await idOf('11');
  await api.call('updateApp', { id, body: { appStatus: 'suspend' } });
  const listed = page.waitForResponse(listPath);
  await showTab(page);
  await listed;
  await expect(form.note).toBeFocused();
  await expect(form.note).toHaveValue('typed while others work');
  await expect(form.appStatus, 'the form stays as it was opened').toHaveValue('live');
  await form.save.click();
  await expect(form.dialog, 'and keeps what others changed').toBeHidden();
  const [saved] = await api.call('getAllApp', { query: { appID: id } });
  expect(saved).toMatchObject({ note: 'typed while others work', appStatus: 'suspend' });
});

test('nothing is fetched while nothing changes, and a hidden tab asks nothing', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 1);
  await page.clock.install();
  await follow(page, list());
  await expect(rowOf(page, name('01'))).toBeVisible();
  let asked = 0;
  let lists = 0;
  page.on('request', (request) => {
    if (newsPath.test(request.url())) asked += 1;
    if (listPath.test(request.url())) lists += 1;
  });
  const before = lists;
  // The next question waits from the answer on, so the time passes in steps.
  const passTime = async () => {
    await page.clock.runFor(2_000);
    return asked;
  };
  await expect.poll(passTime, { intervals: [200] }).toBeGreaterThan(2);
  expect(lists - before, 'lists while nothing has changed').toBe(0);

  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await setVisibility('hidden');
  const asAtHiding = asked;
  await page.clock.runFor(60_000);
  expect(asked - asAtHiding, 'questions of a hidden tab').toBe(0);
  const answered = nextNews(page);
  await setVisibility('visible');
  await answered;
});

test('lists of users, configurations, requests and the log follow, too', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const app = await api.addApp({ selectedUser: owner.userID });
  const search = (text: string) => `?${new URLSearchParams({ search: text })}`;

  await follow(page, `/admin/user-list${search(owner.userID)}`);
  await expect(rowOf(page, owner.userID)).toBeVisible();
  await api.call('updateUser', { id: owner.id, body: { position: 'Head of Kelp' } });
  await showTab(page);
  await expect(rowOf(page, owner.userID)).toContainText('Head of Kelp');

  await follow(page, `/admin/app-configuration${search(app.appName)}`);
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await api.call('addConfigureApp', { body: { id: app.appID, country: 'IN' } });
  await showTab(page);
  await expect(rowOf(page, app.appName)).toBeVisible();

  await follow(page, `/admin/safety/change-requests${search(app.appName)}`);
  await expect(page.getByText('Nothing matches')).toBeVisible();
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const changes = { note: 'later' };
  await api.call('createChangeRequest', { body: { appID: app.appID, changes, at } });
  await showTab(page);
  await expect(rowOf(page, app.appName)).toBeVisible();

  await follow(page, `/admin/audit-log${search(app.appName)}`);
  await expect(rowOf(page, app.appName).first()).toBeVisible();
  const entries = await rowOf(page, app.appName).count();
  await api.call('updateApp', { id: app.appID, body: { note: 'new' } });
  await showTab(page);
  await expect(rowOf(page, app.appName)).toHaveCount(entries + 1);
});

test('a finding that is being read stays open when another application joins the list', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const word = fresh('Kelp').replaceAll(' ', '');
  const add = (name: string) =>
    addTidyApp(api, owner.userID, {
      appName: `${word} ${name}`,
      packageName: malformedPackage(),
    });
  const app = await add('one');
  await follow(page, `/admin/safety/findings?${new URLSearchParams({ search: word })}`);
  await expect(entries(page), 'the only row is open').toHaveCount(1);
  const other = await add('two');
  await showTab(page);
  await expect(page.getByRole('button', { name: `Findings of ${other.appName}` })).toBeVisible();
  const button = page.getByRole('button', { name: `Findings of ${app.appName}` });
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(entries(page)).toHaveCount(1);
});

test('an owner sees changes of own apps, and fetches nothing for those of others', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  const mine = await api.addApp({ selectedUser: owner.userID });
  const foreign = await api.addApp();
  await follow(page, '/application-list');
  const row = rowOf(page, mine.appName);
  await expect(row).toBeVisible();
  let lists = 0;
  page.on('request', (request) => {
    if (listPath.test(request.url())) lists += 1;
  });
  await api.call('updateApp', { id: foreign.appID, body: { note: 'of somebody else' } });
  await showTab(page);
  await showTab(page);
  expect(lists, 'lists fetched for the change of another app').toBe(0);
  await api.call('updateApp', { id: mine.appID, body: { appStatus: 'suspend' } });
  await showTab(page);
  await expect(row).toContainText('Suspended');
});
