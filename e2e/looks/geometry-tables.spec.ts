import type { Page } from '@playwright/test';
import { inHours, schedule } from '../support/change-requests.ts';
import { fleet } from '../support/fleet.ts';
import { endAllPauses, startPause } from '../support/pauses.ts';
import { expect, test } from '../support/test.ts';
import { fresh, type TestApi } from '../support/test-api.ts';
import { show } from './show.ts';

/* The tables of all lists at all widths: columns add up, nothing leaves its cell, and a page says what it has no room for. */

test.setTimeout(240_000);
test.afterEach(({ api }) => endAllPauses(api));

/** Usual screens less a scroll bar, and narrow windows. */
const widths = [1905, 1521, 1425, 1351, 1265, 1100, 1024, 900, 768];

/** Finds the faults of the page's table, in words. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const table = document.querySelector('table');
    const around = table?.parentElement;
    if (!table || !around) return ['no table'];
    const found: string[] = [];
    if (table.offsetWidth !== around.clientWidth) {
      found.push(`the table has ${table.offsetWidth} px in ${around.clientWidth}`);
    }
    for (const cell of table.querySelectorAll<HTMLElement>('th, tbody > tr > td')) {
      const what = `${cell.tagName} “${cell.innerText.slice(0, 30)}”`;
      if (cell.scrollWidth > cell.clientWidth) {
        found.push(`${what} needs ${cell.scrollWidth} px and has ${cell.clientWidth}`);
      }
    }
    for (const head of table.querySelectorAll('th')) {
      const box = head.getBoundingClientRect();
      const text = document.createRange();
      const words = head.querySelector('[data-head-text]');
      if (words) text.selectNodeContents(words);
      for (const button of head.querySelectorAll('button')) {
        const { left, right, top, width, height } = button.getBoundingClientRect();
        const what = `${button.ariaLabel ?? button.innerText} in ${head.innerText}`;
        if (left < box.left - 0.5 || right > box.right + 0.5) found.push(`${what} is outside`);
        if (!button.ariaLabel?.startsWith('Filter ')) continue;
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        if (at && !button.contains(at)) found.push(`${what} is covered`);
        const overlap = [...text.getClientRects()].some(
          (line) => line.left < right - 0.5 && line.right > left + 0.5,
        );
        if (overlap) found.push(`${what} lies on the name`);
      }
    }
    return found;
  });

/** Adds every kind of row in every list of the administrators. */
async function fill(api: TestApi): Promise<void> {
  const owner = await api.addUser({ fullName: 'Kofi B. Amankwah-Featherstonehaugh' });
  const { accountName } = await fleet(api, 2);
  const apps = [];
  for (const appStatus of ['in-develop', 'suspend', 'live'] as const) {
    const app = await api.addApp({
      accountName: `${accountName} and Daughters Limited`,
      appName: `${fresh('Tiffin Planner')} for every kitchen and canteen`,
      appStatus,
      ipAddress: 'on',
      selectedUser: owner.userID,
    });
    await api.call('addConfigureApp', { body: { id: app.appID, country: 'IN,US,Germany' } });
    apps.push(app);
  }
  const [first] = apps;
  if (!first) throw new Error('no app');
  await schedule(api, {
    appID: first.appID,
    changes: { note: 'A note that is long enough to be cut in a narrow column of the list' },
    at: inHours(1),
  });
  await startPause(api, { scope: 'app', value: first.appID, reason: 'It is under review' });
}

const lists = [
  '/admin/application-list',
  '/admin/user-list',
  '/admin/app-configuration',
  '/admin/audit-log',
  '/admin/safety/findings',
  '/admin/safety/pauses',
  '/admin/safety/change-requests',
  '/admin/safety/batches',
  '/admin/app-ads',
  '/admin/notifications',
  '/admin/edges',
];

/** Makes text a tenth wider than ours: another font, or the browser's own letter spacing. */
const widerText = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('body * { letter-spacing: 0.055em; }');
  document.adoptedStyleSheets.push(sheet);
};

for (const font of ['our font', 'a font that is a tenth wider']) {
  test(`in ${font} the columns of all lists add up, and no cell or heading leaves its place`, async ({
    adminPage,
    api,
  }) => {
    await fill(api);
    if (font !== 'our font') await adminPage.addInitScript(widerText);
    for (const path of lists) {
      await adminPage.setViewportSize({ width: 1425, height: 900 });
      await show(adminPage, path);
      const table = adminPage.getByRole('table').first();
      await expect(table).toBeVisible();
      await expect(table).toHaveAttribute('aria-busy', 'false');
      for (const width of widths) {
        await adminPage.setViewportSize({ width, height: 900 });
        await expect.poll(() => faults(adminPage), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
}

test('an owner’s lists fit too', async ({ ownerPage, owner, api }) => {
  await api.addApp({ selectedUser: owner.userID, accountName: fresh('Harbour and Daughters') });
  for (const path of ['/application-list', '/safety/findings', '/safety/change-requests']) {
    await ownerPage.setViewportSize({ width: 1425, height: 900 });
    await show(ownerPage, path);
    const table = ownerPage.getByRole('table').first();
    await expect(table).toHaveAttribute('aria-busy', 'false');
    for (const width of widths) {
      await ownerPage.setViewportSize({ width, height: 900 });
      await expect.poll(() => faults(ownerPage), `${path} at ${width} px`).toEqual([]);
    }
  }
});

/** The order in which columns of applications give way. */
const least = ['Auth Token', 'Date', 'IP', 'App ID', 'Account Name', 'User'];

test('columns without room are counted, the least needed ones first, and Show scrolls sideways', async ({
  adminPage: page,
  api,
}) => {
  const { list } = await fleet(api, 3);
  await page.setViewportSize({ width: 1425, height: 900 });
  await page.goto(list());
  const heads = page.getByRole('columnheader');
  const line = page.getByText(/^\d+ columns? hidden$/);
  await expect(heads).toHaveCount(13);
  await expect(line).toHaveCount(0);
  let before = 0;
  for (const width of [1100, 980, 900, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const counted = async () => {
      const hidden = 13 - (await heads.count());
      const words = await line.allInnerTexts();
      return `${hidden}: ${words.join()}`;
    };
    await expect.poll(counted).toMatch(/^(0: |1: 1 column hidden|(\d+): \2 columns hidden)$/);
    const names = (await heads.allInnerTexts()).map((name) => name.replaceAll('\n', ' '));
    const gone = least.filter((name) => !names.includes(name));
    expect(gone, `${width} px`).toEqual(least.slice(0, gone.length));
    before = gone.length;
  }
  expect(before).toBeGreaterThan(0);
  const shown = await heads.count();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(heads).toHaveCount(13);
  const around = page.getByRole('table').locator('..');
  expect(await around.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeGreaterThan(50);
  const cut = await page
    .getByRole('cell')
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  expect(cut, 'cells that are cut').toBe(0);
  await page.reload();
  await expect(heads, 'it is remembered').toHaveCount(13);
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(heads).toHaveCount(shown);
});

test('a column that was chosen by hand stays at every width', async ({ adminPage: page, api }) => {
  const { list } = await fleet(api, 1);
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.goto(list());
  await page.getByRole('button', { name: 'Columns' }).click();
  const choice = page.getByRole('menuitemcheckbox', { name: 'Auth Token' });
  if (await choice.isChecked()) await choice.click();
  await choice.click();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('columnheader', { name: /^Auth Token/ })).toBeVisible();
});

test('on a laptop owners and accounts keep room for most of a name', async ({
  adminPage: page,
  api,
}) => {
  const { userID } = await api.addUser({ fullName: 'Lukas Brandvold' });
  const { appID } = await api.addApp({
    appName: fresh('Kitchen Measures'),
    accountName: 'Sandpiper Labs',
    appStatus: 'in-develop',
    selectedUser: userID,
  });
  await page.setViewportSize({ width: 1265, height: 800 });
  await page.goto(`/admin/application-list?search=${appID}`);
  await expect(page.getByRole('columnheader')).toHaveCount(13);
  for (const text of ['Lukas Brandvold', 'Sandpiper Labs']) {
    const cell = page.getByRole('cell').getByText(text, { exact: true }).first();
    const share = await cell.evaluate((element) => element.clientWidth / element.scrollWidth);
    expect.soft(share, `of ${text} is shown`).toBeGreaterThan(0.7);
  }
});

test('the headings of an empty list keep their places', async ({ adminPage: page, api }) => {
  await fleet(api, 1);
  await page.setViewportSize({ width: 1425, height: 900 });
  for (const path of ['application-list', 'user-list', 'audit-log', 'app-configuration']) {
    await page.goto(`/admin/${path}?search=${fresh('nothing').replaceAll(' ', '-')}`);
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await expect.poll(() => faults(page), path).toEqual([]);
    const heights = await page
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().height));
    expect(Math.max(...heights), path).toBeLessThan(44);
  }
});

test('the headings of a list that never had a row stand apart', async ({ ownerPage: page }) => {
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/safety/batches');
    await expect(page.getByText('No bulk change yet')).toBeVisible();
    for (const name of ['Change', 'Started', 'State', 'Result']) {
      const head = page.getByRole('columnheader', { name });
      await expect
        .poll(async () => (await head.boundingBox())?.width, `${name} at ${width} px`)
        .toBeGreaterThan(90);
    }
  }
});

test('a search between other tools keeps room for a name', async ({ adminPage: page }) => {
  for (const [width, path] of [
    [900, 'safety/change-requests'],
    [1280, 'safety/change-requests'],
    [390, 'safety/findings'],
    [390, 'audit-log'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/admin/${path}`);
    const search = page.getByRole('searchbox');
    await expect
      .poll(async () => (await search.boundingBox())?.width, `${path} at ${width} px`)
      .toBeGreaterThan(150);
  }
});
