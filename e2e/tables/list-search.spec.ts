import { fleet, names, rows, searchBox } from '../support/fleet.ts';
import { openRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* The texts that a search of applications takes, and the number of rows on a page. */

test('finds an app by its ad unit, store address or ads URL, and says where', async ({
  adminPage,
  api,
}) => {
  const packageName = `com.harbour.n${Date.now()}`;
  const app = await api.addApp({
    packageName,
    reward2: 'ca-app-pub-1112223334445556/7778889990',
  });
  const row = await openRow(adminPage, app.appName);
  await expect(row.getByText(/^matched in/)).toHaveCount(0);
  for (const [text, words] of [
    ['1112223334445556/7778889990', 'matched in Reward 2'],
    ['"ca-app-pub-1112223334445556/7778889990"', 'matched in Reward 2'],
    [`https://play.google.com/store/apps/details?id=${packageName}`, 'matched in Package Name'],
    [`${api.address}/api/getAds?appID=${app.appID}&authToken=${app.authToken}`, null],
  ] as const) {
    await searchBox(adminPage).fill(text);
    await expect(rows(adminPage)).toHaveCount(1);
    await expect(rows(adminPage)).toContainText(app.appName);
    if (words) await expect(rowOf(adminPage, app.appName).getByText(words)).toBeVisible();
    else await expect(adminPage.getByText(/^matched in/)).toHaveCount(0);
  }
  // The column is visible now: the row shows the match itself.
  await searchBox(adminPage).fill(packageName);
  await expect(adminPage.getByText('matched in Package Name')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Columns' }).click();
  await adminPage.getByRole('menuitemcheckbox', { name: 'Package Name' }).click();
  await expect(adminPage.getByText(/^matched in/)).toHaveCount(0);
  await adminPage.getByRole('menuitemcheckbox', { name: 'Package Name' }).click();
  await expect(adminPage.getByText('matched in Package Name')).toBeVisible();
});

test('remembers 10, 25, 50 or 100 rows for each list, and keeps the first row in view', async ({
  adminPage,
  api,
}) => {
  const { list, name } = await fleet(api, 27);
  await adminPage.goto(list());
  const size = adminPage.getByRole('combobox', { name: 'Rows per page' });
  await expect(size).toHaveValue('10');
  await expect(size.getByRole('option')).toHaveText(['10 rows', '25 rows', '50 rows', '100 rows']);
  await adminPage.goto(list({ page: '3' }));
  await expect(adminPage.getByText('21–27 of 27')).toBeVisible();
  await size.selectOption('25');
  await expect(adminPage.getByText('Page 1 of 2')).toBeVisible();
  await expect(rows(adminPage)).toHaveCount(25);
  expect(await names(adminPage)).toContain(name('21'));
  await adminPage.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(adminPage)).toHaveCount(2);
  await adminPage.goto(list());
  await expect(size, 'after a reload').toHaveValue('25');
  await expect(rows(adminPage)).toHaveCount(25);
  await adminPage.goto('/admin/user-list');
  await expect(size, 'of another list').toHaveValue('10');
  await adminPage.goto(list({ page: '3' }));
  await expect(adminPage.getByText('Page 2 of 2'), 'a page beyond the last').toBeVisible();
});

test.describe('a size that somebody wrote into the browser', () => {
  for (const text of ['7', '1000000', 'x', '']) {
    test(`${JSON.stringify(text)} is 10`, async ({ adminPage }) => {
      await adminPage.addInitScript((value) => {
        localStorage.setItem('apps.admin.page-size', value);
      }, text);
      await adminPage.goto(`/admin/application-list?search=${fresh('nothing')}`);
      const size = adminPage.getByRole('combobox', { name: 'Rows per page' });
      await expect(size).toHaveValue('10');
    });
  }
});

test('columns of the address show, unknown ones are ignored', async ({ adminPage, api }) => {
  const { appName } = await api.addApp();
  const heads = () => adminPage.getByRole('columnheader').allTextContents();
  await adminPage.goto(
    `/admin/application-list?${new URLSearchParams({ search: appName, columns: 'appName,category,nonsense' })}`,
  );
  await expect(rowOf(adminPage, appName)).toBeVisible();
  expect((await heads()).map((head) => head.trim())).toEqual(['App Name', 'Category']);
  await adminPage.getByRole('button', { name: 'Columns' }).click();
  await adminPage.getByRole('menuitemcheckbox', { name: 'Status' }).click();
  await expect(adminPage).toHaveURL(/columns=appName%2CappStatus%2Ccategory/);
  await adminPage.getByRole('menuitem', { name: 'Show the usual columns' }).click();
  await expect(adminPage).not.toHaveURL(/columns=/);
  expect((await heads()).length).toBeGreaterThan(10);
  await adminPage.goto(
    `/admin/application-list?${new URLSearchParams({ search: appName, columns: 'nonsense' })}`,
  );
  await expect(rowOf(adminPage, appName)).toBeVisible();
  expect((await heads()).length).toBeGreaterThan(10);
});

/** From then on React does work that is not urgent two seconds later, as on a machine that is busy. */
function delayRendering(): void {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function post(this: MessagePort, ...sent: unknown[]) {
    setTimeout(() => Reflect.apply(postMessage, this, sent), 2_000);
  };
}

test('the first text that is typed stays, although the page has something else to show', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/audit-log');
  const search = page.getByRole('searchbox');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await page.evaluate(delayRendering);
  await page.setViewportSize({ width: 1100, height: 900 });
  // The list learns its new width in the next frame, and waits to be rendered.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await search.fill('Harbour');
  await expect(search).toHaveValue('Harbour');
  await expect(page).toHaveURL(/search=Harbour/);
});
