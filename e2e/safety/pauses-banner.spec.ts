import { expectAccessible } from '../support/axe.ts';
import { choose, openCustomizer } from '../support/customizer.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { banner, endAllPauses, pauseDialog, startPause } from '../support/pauses.ts';
import { fromMenu, rowOf } from '../support/rows.ts';
import { seesRow } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* The banner about pauses on every page, what owners see of pauses, and accessibility. */

test.afterEach(({ api }) => endAllPauses(api));

const reason = 'Invalid traffic, under investigation';

test('the banner has the pause that stops most, and leads to the others', async ({
  adminPage: page,
  api,
}) => {
  const { appID, appName } = await api.addApp();
  await startPause(api, { scope: 'all', reason: 'Review' });
  await startPause(api, { scope: 'app', value: appID, reason });
  await page.goto('/admin/user-list');
  await expect(banner(page)).toContainText('All ads are paused');
  await page.getByRole('main').getByRole('button', { name: 'Resume' }).click();
  const question = page.getByRole('dialog', { name: 'Resume ads?' });
  await expect(question).toContainText(/\d paused by another pause/);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^and \d+ more$/ }).click();
  await expect(page).toHaveURL('/admin/safety/pauses');
  await expect(rowOf(page, appName)).toContainText(reason);
});

test('the banner is there at once after a reload, and follows the server', async ({
  adminPage: page,
  api,
}) => {
  await page.goto('/admin/change-password');
  const heading = page.getByRole('heading', { name: 'Change Password' }).first();
  await expect(heading).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  const { id } = await startPause(api, { scope: 'all', reason });
  const lookAgain = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await lookAgain();
  await expect(banner(page)).toContainText(reason);

  // The answer never comes: the page has the banner from what it knew, and nothing moves later.
  let asked = 0;
  await page.route('**/pauses?*', () => {
    asked += 1;
  });
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(banner(page)).toContainText(reason);
  expect(asked).toBe(1);
  await page.unroute('**/pauses?*');
  await api.call('endPause', { id });
  await page.reload();
  await expect(banner(page)).toHaveCount(0);
});

test('the banner goes by itself when the pause reaches its end', async ({
  adminPage: page,
  api,
}) => {
  const until = new Date(Date.now() + 4000).toISOString();
  await startPause(api, { scope: 'all', reason, until });
  await page.goto('/admin/change-password');
  await expect(banner(page)).toContainText(/until (today|tomorrow), \d\d:\d\d [AP]M$/);
  await expect(banner(page)).toHaveCount(0);
});

test('an owner pauses and resumes an own app', async ({ ownerPage: page, api, owner }) => {
  const { appName } = await api.addApp({ selectedUser: owner.userID });
  await page.goto('/application-list');
  await fromMenu(page, rowOf(page, appName), 'Pause this app…');
  const { dialog, scope, confirm } = pauseDialog(page);
  await expect(scope.getByRole('option')).toHaveText(['All my apps', 'One app']);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, appName).getByText('Paused')).toBeVisible();
  await expect(banner(page)).toContainText(`The ads of ${appName} are paused`);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Safety' })
    .click();
  await expect(page).toHaveTitle('User Panel | Safety');
  await page.getByRole('link', { name: 'Pauses' }).click();
  await rowOf(page, appName)
    .getByRole('button', { name: /^Resume/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume ads' }).click();
  await expect(page.getByText('Nothing is paused')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Pause ads…' }).click();
  await expect(scope).toBeFocused();
  const select = dialog.getByRole('combobox', { name: 'Application' });
  await select.fill(appName);
  await page.getByRole('option', { name: appName }).click();
  await expect(dialog).toContainText('Stops the ads of 1 application.');
});

test('an owner is told of a pause of an administrator on every page, and cannot end it', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  const { appName } = await api.addApp({ selectedUser: owner.userID });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await startPause(api, { scope: 'all', reason, until });
  await page.goto('/application-list');
  await expect(rowOf(page, appName).getByText('Paused')).toBeVisible();
  await expect(banner(page)).toContainText('All ads are paused');
  await expect(banner(page)).toContainText(reason);
  await expect(banner(page)).toContainText('until');
  await expect(page.getByRole('main').getByRole('button', { name: 'Resume' })).toHaveCount(0);
  await page.goto('/safety/pauses');
  await expect(rowOf(page, reason)).toBeVisible();
  await expect(rowOf(page, reason).getByRole('button')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pause');
  await page.getByRole('option').filter({ hasText: 'Pause all ads…' }).click();
  await expect(pauseDialog(page).scope, 'an owner pauses own apps').toHaveValue('owner');
});

test('the banner moves down what is below it, in every layout and on a phone', async ({
  adminPage: page,
  api,
}) => {
  const { appID } = await api.addApp({ appName: fresh('Tiffin Planner for every kitchen') });
  const long = `${reason}: ${'the network asks for the log of all requests of this week. '.repeat(2)}`;
  await startPause(api, { scope: 'app', value: appID, reason: long });
  await page.goto('/admin/dashboard');
  const heading = page.getByRole('heading', { name: 'Dashboard', level: 1 });
  const button = page.getByRole('main').getByRole('button', { name: 'Resume' });
  for (const layout of ['Vertical', 'Horizontal', 'Two column', 'Semibox']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await choose(await openCustomizer(page), 'Layout type', layout);
    await page.keyboard.press('Escape');
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // On a phone it is one line until it is opened; then it stays open.
      const more = page.getByRole('button', { name: 'More about the pause' });
      if (width === 390 && (await more.getAttribute('aria-expanded')) === 'false') {
        await more.click();
      }
      const where = `${layout} at ${width} px`;
      const [bar, line, resume, title] = await Promise.all(
        [page.getByRole('banner'), banner(page), button, heading].map((one) => one.boundingBox()),
      );
      if (!bar || !line || !resume || !title) throw new Error(`one of them is gone: ${where}`);
      expect(line.y, where).toBeGreaterThanOrEqual(bar.y + bar.height);
      expect(title.y, where).toBeGreaterThan(
        Math.max(line.y + line.height, resume.y + resume.height),
      );
      expect(resume.x + resume.width, where).toBeLessThanOrEqual(width);
      expect(line.x + line.width, where).toBeLessThanOrEqual(width);
      if (width === 1440) expect(line.height, `${where}: one line`).toBeLessThan(30);
      if (width === 900) expect(line.height, `${where}: three lines`).toBeLessThan(70);
    }
  }
});

test('banner, lists and dialogs of pauses have no violation', async ({ adminPage: page, api }) => {
  test.setTimeout(120_000);
  const { appID } = await api.addApp();
  const { id } = await startPause(api, { scope: 'app', value: appID, reason });
  await api.call('endPause', { id });
  await startPause(api, { scope: 'all', reason });
  await startPause(api, { scope: 'app', value: appID, reason });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin/safety/pauses?state=ended');
    await expect(page.getByRole('button', { name: /^Pause again…/ }).first()).toBeVisible();
    await expectAccessible(page, 'ended pauses', width);
    await page.goto('/admin/safety/pauses');
    if (width === 1440) await seesRow(page);
    await expectAccessible(page, 'active pauses', width);
    await page.getByRole('button', { name: 'Pause ads…' }).click();
    const { dialog, howLong, confirm } = pauseDialog(page);
    await howLong.selectOption('at');
    await confirm.click();
    await expect(dialog.getByText('Please Enter Reason')).toBeVisible();
    await expectAccessible(page, 'the dialog', width);
    await page.goto('/admin/application-list');
    await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible();
    await expectAccessible(page, 'the list of apps', width);
    if (width === 390) await page.getByRole('button', { name: 'More about the pause' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('dialog', { name: 'Resume ads?' })).toBeVisible();
    await expectAccessible(page, 'the question', width);
  }
});

/** An entry of type `layout-shift`; TypeScript's own types have none. */
type LayoutShiftEntry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

test('a banner that comes after the page has loaded does not push it down', async ({
  adminPage: page,
  api,
}) => {
  await startPause(api, { scope: 'all', reason });
  const answer = await holdCalls(page, /\/pauses\?/, 'reads');
  await page.addInitScript(() => {
    const moved = { score: 0, what: [] as string[] };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShiftEntry[]) {
        moved.score += entry.value;
        for (const { node } of entry.sources) moved.what.push(node?.textContent ?? 'removed');
      }
    }).observe({ type: 'layout-shift', buffered: true });
    // The page waits for a second; on a busy machine the test needs more.
    addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style');
      style.textContent = '[data-unknown] ~ * { animation-delay: 60s !important }';
      document.head.append(style);
    });
  });
  const parts = Promise.all([/apps\/stats/, /\/traffic\?/].map((url) => page.waitForResponse(url)));
  await page.goto('/admin/dashboard');
  await parts;
  const heading = page.getByRole('main').locator('h1');
  await expect(heading).toBeAttached();
  const painted = () =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  await painted();
  // The page has grown while it loaded. Only what the banner moves is of interest.
  await page.evaluate(() => Object.assign(Reflect.get(window, 'moved'), { score: 0, what: [] }));
  answer();
  await expect(banner(page)).toContainText(reason);
  await expect(heading).toBeVisible();
  await painted();
  const { score, what } = await page.evaluate(() => Reflect.get(window, 'moved'));
  expect(score, `cumulative layout shift of ${what.join(' | ')}`).toBeLessThan(0.01);
});

test('a page does not wait for an answer about pauses that never comes', async ({
  adminPage: page,
}) => {
  await holdCalls(page, /\/pauses\?/, 'reads');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});
