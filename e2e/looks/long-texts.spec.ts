import type { Page } from '@playwright/test';
import { paste } from '../apps/pasting.ts';
import { openNewApp } from '../support/app-form.ts';
import { openEach, selectAll } from '../support/bulk.ts';
import { fleet, searchBox } from '../support/fleet.ts';
import { expect, test } from '../support/test.ts';

/* A text that is longer than its field may be: nothing of it is cut in silence, and the field says by how much it is too long. */

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `a line of some text ${index}`).join('\n');

/** Does something and returns the longest time between two frames, in milliseconds, until a second after it. */
async function longestFrame(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const frames = { last: performance.now(), longest: 0, goesOn: true };
    const onFrame = (now: number) => {
      frames.longest = Math.max(frames.longest, now - frames.last);
      frames.last = now;
      if (frames.goesOn) requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
    Object.assign(window, { frames });
  });
  await act();
  await page.waitForTimeout(1_000);
  return page.evaluate(() => {
    const { frames } = window as unknown as { frames: { longest: number; goesOn: boolean } };
    frames.goesOn = false;
    return frames.longest;
  });
}

/** Counts from now on the tasks that run while a text is read; the returned function says how many. */
async function countReading(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = { tasks: 0 };
    const count = () => {
      if (document.body.textContent?.includes('Reading the text…')) counted.tasks += 1;
      setTimeout(count);
    };
    setTimeout(count);
    Object.assign(window, { counted });
  });
  return () =>
    page.evaluate(() => (window as unknown as { counted: { tasks: number } }).counted.tasks);
}

test('10,000 lines are refused by every field of the form, and none of them holds up the page', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  const text = lines(10_000);
  for (const field of ['App Name', 'Package Name', 'Note', 'Google Banner 1']) {
    const input = form.unit(field);
    await input.fill('before');
    const frame = await longestFrame(page, () => paste(input, text));
    await expect(form.dialog, field).toContainText(
      /Too long by [\d,]+ characters: at most [\d,]+\. Nothing was pasted/,
    );
    await expect(input).toHaveValue('before');
    // The browser of the tests does not optimize code, and shares the machine with others.
    expect(frame, field).toBeLessThan(300);
    await input.fill('');
    await expect(form.dialog, field).not.toContainText('Too long by');
  }
});

test('10,000 lines of ad units are read without holding up the page', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  const units = Array.from(
    { length: 10_000 },
    (_, index) => `ca-app-pub-7315520018462791/${String(index).padStart(10, '0')}\tBanner`,
  ).join('\n');
  const tasks = await countReading(page);
  await paste(form.unit('Google Banner 1'), units);
  const dialog = page.getByRole('dialog', { name: '10,000 ad units found' });
  await expect(dialog).toContainText('9,997 ad units left out');
  await expect(dialog).toContainText('and 9,947 more');
  // In one task, one or two others run before it.
  expect(await tasks(), 'tasks between the parts of the text').toBeGreaterThan(10);
});

test('10,000 values for some applications are read without holding up the page', async ({
  adminPage: page,
  api,
}) => {
  const { list } = await fleet(api, 2);
  await selectAll(page, list());
  const { form, rows } = await openEach(page, 'App Name');
  const tasks = await countReading(page);
  const names = Array.from({ length: 10_000 }, (_, index) => `Renamed number ${index}`);
  await paste(rows.nth(0).getByRole('textbox'), names.join('\n'));
  await expect(form).toContainText('9,998 lines of the paste left over');
  await expect(rows.nth(1).getByRole('textbox')).toHaveValue('Renamed number 1');
  expect(await tasks(), 'tasks between the parts of the text').toBeGreaterThan(10);
});

test('a search in a menu refuses a huge text and says so, and a long list is searched at once', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/application-list');
  await page.getByRole('button', { name: 'Add filter', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Add filter', exact: true });
  const finder = panel.getByPlaceholder('Find a filter or value…');
  await paste(finder, lines(10_000));
  await expect(page.getByRole('alert')).toContainText(/has 2[\d,]+ characters. Nothing was pasted/);
  await expect(finder).toHaveValue('');
  await finder.fill('pasted list');
  await finder.press('Enter');
  const field = panel.getByRole('textbox', { name: 'Pasted list' });
  const packages = Array.from({ length: 5_000 }, (_, index) => `com.example.number${index}`);
  await paste(field, packages.join('\n'));
  await expect(panel).toContainText(
    'The list has 5,000 texts; at most 500 can be searched at once',
  );
  await expect(field).toHaveValue('');
  await paste(field, lines(10_000));
  await expect(panel).toContainText(/Too long by [\d,]+ characters: at most 200,000/);
  await expect(field).toHaveValue('');
});

test('a form with a text that is too long is not sent', async ({ adminPage: page }) => {
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  await paste(form.appName, 'n'.repeat(203));
  await expect(form.dialog).toContainText('Too long by 3 characters: at most 200');
  await form.save.click();
  await expect(form.appName).toBeFocused();
  await expect(form.appName).toHaveValue('n'.repeat(203));
});

test('a search that is too long says so, and the list stays', async ({ adminPage: page, api }) => {
  const { appName } = await api.addApp();
  await page.goto(`/admin/application-list?search=${encodeURIComponent(appName)}`);
  const search = searchBox(page);
  await search.fill('');
  await paste(search, 'w '.repeat(150));
  await expect(page.getByText('Too long by 99 characters: at most 200')).toBeVisible();
  await expect(search).toHaveValue('w '.repeat(150));
  await search.fill(appName);
  await expect(page.getByText('Too long by')).toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(2);
});
