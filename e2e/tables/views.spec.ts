import { viewLists } from '@adwarden/contract/views/views';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { confirmDelete } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh, type TestApi } from '../support/test-api.ts';
import { choose, dialog, saveAs, views } from './views.ts';

/* Saved views of lists (ADR 39). */

const list = '/admin/application-list';
const rows = (page: Page) => page.locator('[data-row]');

/** Two apps of an account, one live and one suspended. */
async function twoApps(api: TestApi, selectedUser = '') {
  const accountName = fresh('Lantern Works');
  const live = await api.addApp({ accountName, appName: fresh('A Live'), selectedUser });
  const suspended = await api.addApp({
    accountName,
    appName: fresh('B Suspended'),
    appStatus: 'suspend',
    selectedUser,
  });
  return { accountName, live, suspended };
}

/** Deletes all views of the administrator, so that no default reaches another test. */
test.afterEach(async ({ api }) => {
  for (const of of viewLists) {
    for (const { id } of await api.call('getViews', { query: { list: of } })) {
      await api.call('deleteView', { id });
    }
  }
});

test('a view keeps search, filters, sort order and columns, and is a link', async ({
  adminPage: page,
  api,
}) => {
  const { accountName, live } = await twoApps(api);
  const query = new URLSearchParams({ accountName, appStatus: 'live', sort: '-appName' });
  await page.goto(`${list}?${query}`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Package Name' }).click();
  await page.keyboard.press('Escape');
  const name = fresh('Live “here” <b>');
  await choose(page, 'Save as a new view…');
  const form = dialog(page, 'Save view');
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByRole('list', { name: 'What the view keeps' })).toContainText(
    'Status: Live',
  );
  await form.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByText('View saved')).toBeVisible();
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible();
  const address = page.url();
  expect(new URL(address).searchParams.get('columns')).toContain('packageName');

  await choose(page, 'Without a view');
  await expect(views(page)).toHaveAccessibleName('Views');
  expect(new URL(page.url()).search).toBe('');
  await choose(page, name);
  await expect(page).toHaveURL(address);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(live.appName);
  await expect(page.getByRole('columnheader', { name: 'Package Name' })).toBeVisible();
  await page.goBack();
  await expect(views(page)).toHaveAccessibleName('Views');
  await page.goto(address);
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible();
});

test('a changed view says so, and is saved again, renamed and deleted', async ({
  adminPage: page,
  api,
}) => {
  const { accountName } = await twoApps(api);
  const name = fresh('All of it');
  await page.goto(`${list}?${new URLSearchParams({ accountName })}`);
  await saveAs(page, name);
  const button = page.getByRole('button', { name: `View: ${name}`, exact: true });
  await expect(button).toBeVisible();
  await page.goto(`${page.url()}&appStatus=suspend`);
  const changed = page.getByRole('button', { name: `View: ${name}, changed` });
  await expect(changed).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await choose(page, 'Save the changes');
  await expect(button).toBeVisible();
  const [view] = await api.call('getViews', { query: { list: 'apps' } });
  expect(view?.query).toEqual({ accountName, appStatus: 'suspend' });

  await choose(page, 'Rename or share…');
  const form = dialog(page, 'Change view');
  await form.getByLabel('Name').fill('');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText('Please Enter Name')).toBeVisible();
  await form.getByLabel('Name').fill(`${name} two`);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: `View: ${name} two` })).toBeVisible();

  await choose(page, 'Delete…');
  await confirmDelete(page);
  await expect(page.getByText(`View “${name} two” deleted`)).toBeVisible();
  await expect(views(page)).toHaveAccessibleName('Views');
  expect(page.url()).not.toContain('view=');
  await expect(rows(page), 'the list stays as it was').toHaveCount(1);
});

test('a name that is in use is refused beside the field', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('409 /views');
  const name = fresh('Twice');
  await api.call('addView', { body: { list: 'apps', name } });
  await page.goto(`${list}?appStatus=live`);
  await choose(page, 'Save as a new view…');
  const form = dialog(page, 'Save view');
  await form.getByLabel('Name').fill(name.toUpperCase());
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText(`There is a view “${name.toUpperCase()}” already`)).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
});

test('the rows of a tab that opens with the list do not wait for the views', async ({
  adminPage: page,
  api,
}) => {
  await twoApps(api);
  const release = await holdCalls(page, '**/views?list=apps', 'reads');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/apps/getAllApp') asked.push(pathname);
  });
  await page.goto(list);
  await expect.poll(() => asked).toHaveLength(1);
  release();
  await expect(rows(page).first()).toBeVisible();
  expect(asked, 'lists that were asked for').toHaveLength(1);
});

test('the default opens with the list, and clearing leads to the whole list', async ({
  adminPage: page,
  api,
}) => {
  const { accountName } = await twoApps(api);
  const name = fresh('Opens first');
  await page.goto(`${list}?${new URLSearchParams({ accountName, appStatus: 'live' })}`);
  await saveAs(page, name, ['Open the list with this view']);

  await page.goto('/admin/dashboard');
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/apps/getAllApp') asked.push(url.searchParams.get('accountName') ?? '');
  });
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Application', exact: true }).click();
  const button = page.getByRole('button', { name: `View: ${name}` });
  await expect(button).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  expect(
    asked.filter((account) => account !== accountName),
    'lists without the view',
  ).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL('/admin/dashboard');

  // Other states than the empty one are as they are.
  await page.goto(`${list}?appStatus=suspend`);
  await expect(views(page)).toHaveAccessibleName('Views');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect(views(page)).toHaveAccessibleName('Views');
  await page.reload();
  await expect(views(page)).toHaveAccessibleName('Views');

  await menu.getByRole('link', { name: 'Application', exact: true }).click();
  await expect(button, 'it was opened again').toBeVisible();
  await page.goto(`${list}?add=1`);
  await expect(dialog(page, 'Add New Application')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeVisible();
  await choose(page, 'Open the list without it');
  await expect(page.getByText('View saved')).toBeVisible();
  await page.goto(list);
  await expect(rows(page).first()).toBeVisible();
  await expect(views(page)).toHaveAccessibleName('Views');
});

test('shared views are beside the own ones', async ({ adminPage: page, api }) => {
  const { accountName } = await twoApps(api);
  await page.goto(`${list}?${new URLSearchParams({ accountName })}`);
  await saveAs(page, fresh('Ours'), ['Shared with all administrators']);
  await views(page).click();
  await expect(page.getByText('Shared by administrators')).toBeVisible();
});

test('an owner has private views only', async ({ ownerPage: page, owner, api }) => {
  const { live } = await twoApps(api, owner.userID);
  const name = fresh('Ours');
  await api.call('addView', { body: { list: 'apps', name, shared: true, isDefault: true } });
  await page.goto('/application-list');
  await expect(rows(page)).toHaveCount(2);
  await page.goto('/application-list?appStatus=live');
  await expect(rows(page)).toContainText([live.appName]);
  await views(page).click();
  await expect(page.getByRole('menuitem', { name: 'Without a view' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  const form = dialog(page, 'Save view');
  await expect(form.getByLabel('Open the list with this view')).toBeVisible();
  await expect(form.getByLabel('Shared with all administrators')).toHaveCount(0);
  await form.getByLabel('Name').fill('Live');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'View: Live' })).toBeVisible();
  // The link of somebody else's view shows the same list, without the name.
  await page.goto('/application-list?appStatus=suspend&view=v4x5k3v7m2y6q7ab');
  await expect(rows(page)).toHaveCount(1);
  await expect(views(page)).toHaveAccessibleName('Views');
});

test('every list with filters has views', async ({ adminPage: page, mayFail }) => {
  mayFail('404 /views');
  for (const path of [
    '/admin/user-list?position=x',
    '/admin/app-configuration?country=x',
    '/admin/audit-log?action=delete',
    '/admin/safety/findings?severity=error',
    '/admin/safety/change-requests?state=applied',
  ]) {
    await page.goto(path);
    const name = fresh('View');
    await saveAs(page, name);
    await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible();
    const { pathname, search } = new URL(page.url());
    const [, parameter = ''] = path.split('?');
    expect(pathname + search, path).toContain(parameter);
    await choose(page, 'Delete…');
    await confirmDelete(page);
    await expect(views(page)).toHaveAccessibleName('Views');
  }
});

test('a list works without its views, and the menu and dialog are accessible', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('500 /views');
  await api.addApp();
  await page.route('**/views?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(list);
  await expect(rows(page).first()).toBeVisible();
  await page.unroute('**/views?*');
  await api.call('addView', { body: { list: 'apps', name: fresh('Own'), isDefault: true } });
  await api.call('addView', { body: { list: 'apps', name: fresh('All'), shared: true } });
  await page.goto(list);
  await views(page).press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the menu of views');
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).press('Enter');
  await expect(dialog(page, 'Save view')).toBeVisible();
  await expectAccessible(page, 'the dialog of a view');
  await page.keyboard.press('Escape');
  await expect(views(page)).toBeFocused();
});

for (const how of ['fails', 'hangs'] as const) {
  test(`while the request for views ${how}, the list and an open form stay`, async ({
    adminPage: page,
    api,
    mayFail,
  }) => {
    mayFail('500 /views');
    await api.addApp();
    let calls = 0;
    await page.route('**/views?*', (route) => {
      calls += 1;
      // When it gets no answer, the request is held until the page closes.
      return how === 'fails' ? route.fulfill({ status: 500, json: {} }) : undefined;
    });
    await page.goto(list);
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'Add New App' }).click();
    const form = page.getByRole('dialog', { name: 'Add New Application' });
    const note = form.getByRole('textbox', { name: /^Note/ });
    await note.fill('typed while the views are away');
    if (how === 'fails') {
      await expect.poll(() => calls, 'the first request and two repetitions').toBe(3);
    }
    // Like a switch of tabs. After it, the client sends failed requests again.
    const switchTabs = () =>
      page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(async () => {
      await switchTabs();
      if (how === 'fails') expect(calls).toBeGreaterThan(3);
    }).toPass();
    await expect(note).toHaveValue('typed while the views are away');
    await expect(rows(page).first()).toBeVisible();
  });
}
