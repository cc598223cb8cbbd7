import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { type DemoServer, startDemoServer } from '../support/demo-server.ts';
import { enter, expect, test } from '../support/test.ts';

/* The page Traffic with the demo's 90 days, in which a list of countries turns ads off. */

/** Its list of countries became shorter five days ago. */
const fallen = 'Narrow Harbour';

let demo: DemoServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  demo = await startDemoServer();
});
test.afterAll(() => demo?.stop());

async function opened(browser: Browser, who: 'admin' | 'owner', path: string): Promise<Page> {
  const page = await browser.newPage({
    baseURL: demo.address,
    timezoneId: 'Asia/Kolkata',
    acceptDownloads: true,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await enter(page, demo.sessions[who]);
  await page.goto(path);
  // A new browser context loads everything anew.
  await expect(page.locator('svg[data-chart]')).toBeVisible();
  return page;
}

const requests = (page: Page) => page.getByRole('region', { name: 'Requests', exact: true });
const changes = (page: Page) => page.getByRole('region', { name: 'Changes' });
const reader = (page: Page) => page.getByRole('slider');

test('a fall that a list of countries caused is found by clicks from the dashboard', async ({
  browser,
}) => {
  const page = await opened(browser, 'admin', '/admin/dashboard');
  const decreases = page.getByRole('region', { name: 'Biggest decreases' });
  await expect(decreases.getByRole('listitem')).toHaveCount(5);
  await decreases.getByRole('link', { name: fallen }).click();
  await expect(page).toHaveURL(/\/admin\/application\/\w+\/traffic\?last=30d&at=\d{4}-\d\d-\d\d$/);
  await expect(requests(page).locator('dl')).toContainText('Off: country');
  const cause = changes(page)
    .getByRole('listitem')
    .filter({ hasText: `changed the countries of ${fallen}` });
  await cause.getByRole('link', { name: 'See the entry' }).click();
  await expect(page).toHaveURL(/\/admin\/audit-log\?/);
  const entry = page.getByRole('dialog', { name: fallen });
  await expect(entry).toContainText('India');
  await expect(entry.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await page.close();
});

test('values are read by pointer and keyboard, and the table and the file have the same', async ({
  browser,
}) => {
  const page = await opened(browser, 'admin', '/admin/traffic');
  await expectAccessible(page, 'traffic');
  const box = await reader(page).boundingBox();
  if (!box) throw new Error('the chart has no box');
  const dayAt = async (part: number) => {
    await page.mouse.move(box.x + box.width * part, box.y + 20);
    const shown = requests(page).getByText(/\d\d \w{3} \d{4} \(UTC\)/);
    const [day = ''] = /\d\d \w{3} \d{4}/.exec(await shown.first().innerText()) ?? [];
    return Date.parse(`${day} UTC`);
  };
  const first = await dayAt(1 / 60);
  await expect.poll(async () => (await dayAt(59 / 60)) - first).toBe(29 * 24 * 60 * 60 * 1000);
  await page.mouse.move(0, 0);
  await expect(requests(page)).toContainText('Last 30 days');

  await reader(page).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const value = (await reader(page).getAttribute('aria-valuetext')) ?? '';
  const [, day = '', count = ''] =
    /^(.+) \(UTC\): ([\d,]+) requests? with ads, .*Ads on \2/.exec(value) ?? [];
  await expect(requests(page)).toContainText(`${count} request`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?at=\d{4}-\d\d-\d\d$/);
  await page.reload();
  await expect(requests(page)).toContainText(`${day} (UTC)`);
  await requests(page).getByRole('button', { name: 'By hour' }).click();
  await expect(page).toHaveURL(/step=hour&from=[\w%-]+T00%3A00Z&to=[\w%-]+T23%3A00Z/);
  await expect(reader(page)).toHaveAttribute('aria-valuemax', '24');
  await expect(requests(page)).toContainText('Hours in Asia/Calcutta');
  await expect(page.locator('svg[data-chart]'), 'labels').toContainText(/\d:\d\d [AP]M/);
  await expect(reader(page)).toHaveAttribute('aria-valuetext', /, 04:30 AM to 05:30 AM: /);

  await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 30 days');
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
  const rows = page.getByRole('region', { name: 'Requests by day' }).getByRole('row');
  await expect(rows).toHaveCount(31);
  const row = rows.filter({ hasText: day });
  await expect(row.getByRole('cell').nth(1), 'with ads').toHaveText(count);
  const saved = page.waitForEvent('download');
  await requests(page).getByRole('button', { name: 'Download CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('traffic.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(31);
  expect(lines.join('\n')).toContain(`,${count.replaceAll(',', '')},`);
  await page.close();
});

test('marks open by keyboard; a range without an answer says why; a country is in the address', async ({
  browser,
}) => {
  const page = await opened(browser, 'admin', '/admin/traffic');
  // The day of the pause depends on the time of day.
  const [pause] = await demo.api.call('getPauses');
  const day = new Date(pause?.createdAt ?? 0).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const mark = requests(page).getByRole('button', {
    name: new RegExp(String.raw`^\d+ changes?, ${day}$`),
  });
  await mark.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^\d+ changes?, / });
  // The day also shows other changes of the demo.
  const paused = dialog.getByRole('listitem').filter({ hasText: 'paused one app: Driftwood Dash' });
  await expect(paused).toBeVisible();
  await expectAccessible(page, 'traffic with an opened mark');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(mark).toBeFocused();

  for (const [query, words] of [
    ['from=2026-11-20&to=2026-11-01', 'The range ends before it begins'],
    ['from=2100-01-01&to=2100-01-02', 'The range is in the future'],
    ['step=hour&from=2026-01-01T00:00Z', 'Requests by hour are kept for 8 days'],
  ] as const) {
    await page.goto(`/admin/traffic?${query}`);
    await expect(page.getByText(words), query).toBeVisible();
  }
  await page.getByRole('button', { name: 'Show the last 30 days' }).click();
  await expect(page).toHaveURL('/admin/traffic?last=30d');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('India');
  await expect(page).toHaveURL(/country=IN/);
  await expect(page.getByRole('region', { name: 'Requests from India' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'traffic on a phone', 390);
  const tooWide = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  expect(await tooWide(), 'the page is wider than a phone').toBe(false);
  await page.close();
});

test('a difference of an owner or an account leads to the same numbers of its apps', async ({
  browser,
}) => {
  for (const [who, path, by] of [
    ['admin', '/admin/traffic?by=owner', 'owner'],
    ['admin', '/admin/traffic?by=account&of=requests&over=week', 'account'],
    ['owner', '/traffic?by=account&over=week', 'account'],
  ] as const) {
    const page = await opened(browser, who, path);
    const biggest = page.getByRole('region', { name: 'Biggest decreases and increases' });
    const compared = page.getByRole('combobox', { name: 'Compared requests' });
    const [first, of] = [biggest.getByRole('listitem').first(), await compared.inputValue()];
    const name = await first.getByRole('link').innerText();
    const figures = await first.getByText(/^[\d,]+, usually [\d,]+$/).innerText();
    const [now, usual] = figures.split(', usually ');
    await first.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`[?&]${by}=.*&of=${of}&`));
    await expect(compared, 'the choice goes with the link').toHaveValue(of);
    const only = biggest.getByRole('status');
    await expect(only).toContainText(
      `Only apps of ${name}: ${now} ${of === 'on' ? 'requests with ads on' : 'requests'}, usually ${usual}`,
    );
    await expect(page.getByRole('combobox', { name: 'Compared by' })).toHaveValue('app');
    await expect(biggest.getByRole('link').first()).toHaveAttribute('href', /\/application\//);
    const boxes = await Promise.all([biggest, requests(page)].map((one) => one.boundingBox()));
    expect(boxes[0]?.y, 'it is the first thing on the page').toBeLessThan(boxes[1]?.y ?? 0);
    await page.goBack();
    await expect(first).toContainText(figures);
    await page.goForward();
    await only.getByRole('button', { name: /^Compare all/ }).click();
    await expect(only).toHaveCount(0);
    await expect(page).not.toHaveURL(new RegExp(`[?&]${by}=`));
    await page.close();
  }
});

test('an owner sees own apps only, and is led to their pages', async ({ browser }) => {
  const page = await opened(browser, 'owner', '/traffic?over=week');
  const compared = page.getByRole('combobox', { name: 'Compared by' });
  await expect(compared.getByRole('option')).toHaveText(['By app', 'By account', 'By country']);
  const biggest = page.getByRole('region', { name: 'Biggest decreases and increases' });
  await biggest.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/application\/\w+\/traffic\?step=day&from=[\d-]+&to=[\d-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('combobox', { name: 'Compared requests' }).selectOption('All requests');
  await expect(page).toHaveURL(/over=week&of=requests/);
  await page.close();
});
