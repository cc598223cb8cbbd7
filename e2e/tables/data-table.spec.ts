import type { Page } from '@playwright/test';
import { stopClock } from '../support/clock.ts';
import { fleet, names, rows, searchBox } from '../support/fleet.ts';
import { expect, test } from '../support/test.ts';

/* Spec, section 2 "Generic data table", on the list of one account's apps. */

const pageNumber = (page: Page) => page.getByRole('spinbutton', { name: 'Page number' });
const next = (page: Page) => page.getByRole('button', { name: 'Next page' });
const previous = (page: Page) => page.getByRole('button', { name: 'Previous page' });

test('has ten rows to a page, previous and next, and the words Page X of Y', async ({
  adminPage,
  api,
}) => {
  const { list, name } = await fleet(api, 23);
  await adminPage.goto(list());
  await expect(adminPage.getByText('Page 1 of 3')).toBeVisible();
  await expect(rows(adminPage)).toHaveCount(10);
  await expect(previous(adminPage)).toBeDisabled();
  await next(adminPage).click();
  await expect(adminPage.getByText('Page 2 of 3')).toBeVisible();
  await expect(adminPage).toHaveURL(/page=2/);
  await expect.poll(async () => (await names(adminPage))[0]).toBe(name('11'));
  await next(adminPage).click();
  await expect(rows(adminPage)).toHaveCount(3);
  await expect(next(adminPage)).toBeDisabled();
  await previous(adminPage).click();
  await expect(adminPage.getByText('Page 2 of 3')).toBeVisible();
  await adminPage.goBack();
  await expect(adminPage.getByText('Page 3 of 3')).toBeVisible();
});

test('the page-number input takes 1 to the page count and nothing else', async ({
  adminPage,
  api,
}) => {
  const { list } = await fleet(api, 23);
  await adminPage.goto(list());
  await expect(pageNumber(adminPage)).toHaveAttribute('min', '1');
  await expect(pageNumber(adminPage)).toHaveAttribute('max', '3');
  for (const [typed, becomes] of [
    ['2', '2'],
    ['99', '3'],
    ['0', '1'],
    ['-4', '1'],
    ['3', '3'],
  ] as const) {
    await pageNumber(adminPage).fill(typed);
    await expect(adminPage.getByText(`Page ${becomes} of 3`), `typed ${typed}`).toBeVisible();
    await expect(pageNumber(adminPage)).toHaveValue(becomes);
  }
  await pageNumber(adminPage).fill('');
  await pageNumber(adminPage).blur();
  await expect(pageNumber(adminPage)).toHaveValue('3');
});

test('searches 200 ms after the last key, once, and keeps it in the address', async ({
  adminPage,
  api,
}) => {
  const { list, name } = await fleet(api, 3);
  await adminPage.goto(list());
  await expect(rows(adminPage)).toHaveCount(3);
  const asked: string[] = [];
  adminPage.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/apps/getAllApp') asked.push(url.searchParams.get('search') ?? '');
  });
  await stopClock(adminPage);
  asked.length = 0;
  const text = name('02');
  await searchBox(adminPage).pressSequentially(text.slice(0, 4));
  await adminPage.clock.runFor(150);
  await searchBox(adminPage).pressSequentially(text.slice(4));
  await adminPage.clock.runFor(150);
  expect(asked, '150 ms after the last key').toEqual([]);
  await adminPage.clock.runFor(100);
  await expect.poll(() => asked).toEqual([text]);
  await adminPage.clock.resume();
  await expect(rows(adminPage)).toHaveCount(1);
  expect(new URL(adminPage.url()).searchParams.get('search')).toBe(text);
  await adminPage.reload();
  await expect(searchBox(adminPage)).toHaveValue(text);
  await expect(rows(adminPage)).toHaveCount(1);
});

test('typing adds no history entries: Back leaves the list at once', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  const menu = adminPage.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Application' }).click();
  await searchBox(adminPage).pressSequentially('tide', { delay: 300 });
  await expect(adminPage).toHaveURL(/search=tide/);
  await adminPage.goBack();
  await expect(adminPage).toHaveURL('/admin/dashboard');
});

test('columns are sorted by their buttons, in both directions', async ({ adminPage, api }) => {
  const { list, name } = await fleet(api, 3);
  await adminPage.goto(list({ sort: 'createdAt' }));
  await expect(rows(adminPage)).toHaveCount(3);
  const head = adminPage.getByRole('columnheader', { name: /^App Name/ });
  await head.getByRole('button', { name: 'App Name', exact: true }).click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => names(adminPage)).toEqual([name('01'), name('02'), name('03')]);
  await head.getByRole('button', { name: 'App Name', exact: true }).click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => names(adminPage)).toEqual([name('03'), name('02'), name('01')]);
  await expect(adminPage).toHaveURL(/sort=-appName/);
});

test('after an edit the list shows the same page', async ({ adminPage, api }) => {
  const { list, name } = await fleet(api, 12);
  await adminPage.goto(list({ page: '2' }));
  await adminPage.getByRole('button', { name: `Edit ${name('12')}` }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Edit Application' });
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('edited on page 2');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(adminPage.getByText('Page 2 of 2')).toBeVisible();
  await expect(adminPage).toHaveURL(/page=2/);
});

test('columns can be hidden and shown, and the choice is kept', async ({ adminPage, api }) => {
  const { list } = await fleet(api, 1);
  await adminPage.goto(list());
  const date = adminPage.getByRole('columnheader', { name: /^Date/ });
  const packageName = adminPage.getByRole('columnheader', { name: /^Package Name/ });
  await expect(date).toBeVisible();
  await expect(packageName).toHaveCount(0);
  await adminPage.getByRole('button', { name: 'Columns' }).click();
  await adminPage.getByRole('menuitemcheckbox', { name: 'Date' }).click();
  await adminPage.getByRole('menuitemcheckbox', { name: 'Package Name' }).click();
  await adminPage.keyboard.press('Escape');
  await expect(date).toHaveCount(0);
  await adminPage.reload();
  await expect(packageName).toBeVisible();
  await expect(date).toHaveCount(0);
});

test('/ focuses the search, except while one is typing', async ({ adminPage, api }) => {
  await api.addApp();
  await adminPage.goto('/admin/application-list');
  await expect(rows(adminPage).first()).toBeVisible();
  await adminPage.keyboard.press('/');
  await expect(searchBox(adminPage)).toBeFocused();
  await adminPage.keyboard.type('a/b');
  await expect(searchBox(adminPage)).toHaveValue('a/b');
});

test('hovering the button of the next page prefetches it', async ({ adminPage, api }) => {
  const { list } = await fleet(api, 11);
  await adminPage.goto(list());
  await expect(rows(adminPage)).toHaveCount(10);
  const ahead = adminPage.waitForResponse(/getAllApp\?.*page=1/);
  await next(adminPage).hover();
  await ahead;
  let asked = 0;
  adminPage.on('request', (request) => {
    if (request.url().includes('/apps/getAllApp')) asked += 1;
  });
  await next(adminPage).click();
  await expect(rows(adminPage)).toHaveCount(1);
  expect(asked, 'requests after the click').toBe(0);
});
