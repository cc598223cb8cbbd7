import { expectAccessible } from '../support/axe.ts';
import {
  addTidyApp,
  admobAppId,
  entries,
  findingsOf,
  malformedPackage,
  muteDialog,
  ownUnit,
} from '../support/findings.ts';
import { loseSession } from '../support/lost-session.ts';
import { withoutNews } from '../support/news.ts';
import { expect, test } from '../support/test.ts';
import { administrator, fresh } from '../support/test-api.ts';

/* Muting a finding with a reason and opening it again, accessibility, and narrow screens. */

const reason = 'A demo for customers, agreed with sales';

test('a finding is muted with a reason and opened again, by keyboard alone', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const app = await addTidyApp(api, owner.userID, {
    googleBanner2: admobAppId(),
    packageName: malformedPackage(),
  });
  await page.goto(findingsOf(app));
  await expect(entries(page)).toHaveCount(2);
  const button = entries(page)
    .first()
    .getByRole('button', { name: /^Mute…/ });
  await button.press('Enter');
  const { dialog, reason: field, confirm } = muteDialog(page);
  await expect(field).toBeFocused();
  await expect(dialog).toContainText(app.appName);
  await expect(dialog).toContainText('Google Banner 2 is an AdMob app ID.');
  await confirm.press('Enter');
  await expect(dialog.getByText('Please Enter Reason')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Finding muted')).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  await expect(
    entries(page)
      .first()
      .getByRole('button', { name: /^Mute…/ }),
    'the finding that is now in its place has the focus',
  ).toBeFocused();

  await page.getByText('Muted', { exact: true }).click();
  await expect(page).toHaveURL(/[?&]muted=true/);
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText(reason);
  await expect(entries(page)).toContainText(
    new RegExp(
      `Muted by ${administrator.fullName}, \\d\\d [A-Z][a-z]{2} \\d{4}, \\d\\d:\\d\\d [AP]M`,
    ),
  );
  await entries(page)
    .getByRole('button', { name: /^Unmute/ })
    .press('Enter');
  await expect(page.getByText('Finding is open again')).toBeVisible();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.goBack();
  await expect(entries(page)).toHaveCount(2);
});

test('a mute is taken back from its toast', async ({ ownerPage: page, api, owner }) => {
  await addTidyApp(api, owner.userID, { googleBanner2: admobAppId() });
  await page.goto('/safety/findings');
  const mute = entries(page).getByRole('button', { name: /^Mute…/ });
  await mute.click();
  const { reason: field, confirm } = muteDialog(page);
  await field.fill(reason);
  await confirm.click();
  await expect(page.getByText('Nothing is wrong')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mute).toBeVisible();
  await page.goto('/safety/findings?muted=true');
  await expect(page.getByText('Nothing is muted')).toBeVisible();
});

test('what was typed stays when muting fails, and when the session ends', async ({
  adminPage: page,
  api,
  owner,
  mayFail,
}) => {
  mayFail('400 /findings/mute', '401 /findings/mute');
  const app = await addTidyApp(api, owner.userID, { googleBanner2: admobAppId() });
  await page.goto(findingsOf(app));
  await entries(page)
    .getByRole('button', { name: /^Mute…/ })
    .click();
  const { dialog, reason: field, confirm } = muteDialog(page);
  await field.fill(reason);
  await page.route('**/findings/mute', (route) =>
    route.fulfill({
      status: 400,
      json: { status: 'error', success: false, message: 'The tide is too high' },
    }),
  );
  await confirm.click();
  await expect(dialog.getByRole('alert')).toHaveText('The tide is too high');
  await expect(field).toHaveValue(reason);
  await page.unroute('**/findings/mute');

  await loseSession(page, api);
  await confirm.click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password', { exact: true }).fill(administrator.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Finding muted')).toBeVisible();
});

test('a finding that is over meanwhile is not muted, and leaves the list', async ({
  adminPage: page,
  api,
  owner,
  mayFail,
}) => {
  mayFail('404 /findings/mute');
  await withoutNews(page);
  const app = await addTidyApp(api, owner.userID, { googleBanner2: admobAppId() });
  await page.goto(findingsOf(app));
  await entries(page)
    .getByRole('button', { name: /^Mute…/ })
    .click();
  await api.call('updateApp', { id: app.appID, body: { googleBanner2: ownUnit() } });
  const { dialog, reason: field, confirm } = muteDialog(page);
  await field.fill(reason);
  await confirm.click();
  await expect(page.getByText('This finding is over')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('findings have no violation and fit the screen', async ({ adminPage: page, api, owner }) => {
  test.setTimeout(120_000);
  const long = 'Tiffin Planner for every kitchen and canteen '.repeat(3).trim();
  const app = await addTidyApp(api, owner.userID, {
    appName: `${fresh('שעון הגאות של בתו של רב החובל 🌊')} ${long}`,
    accountName: 'HarbourAppsWithoutAnySpaceInItsName'.repeat(4),
    googleBanner2: admobAppId(),
    packageName: malformedPackage(),
  });
  const muted = { appID: app.appID, rule: 'malformed-package', field: 'packageName' } as const;
  await api.call('muteFinding', { body: { ...muted, reason: `${reason} ${'long'.repeat(40)}` } });
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const view of ['false', 'true']) {
      await page.goto(findingsOf(app, { muted: view }));
      const act = page.getByRole('button', { name: view === 'true' ? /^Unmute/ : /^Mute…/ });
      await expect(act).toBeVisible();
      const where = `${view === 'true' ? 'muted' : 'open'} findings`;
      const frame = page.getByRole('region', { name: 'Findings' });
      const beyond = await frame.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(beyond, `${where} at ${width} px`).toBe(0);
      const box = await act.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), where).toBeLessThanOrEqual(width);
      await expectAccessible(page, where, width);
    }
    await page.goto(findingsOf(app));
    await page.getByRole('button', { name: /^Mute…/ }).click();
    const { dialog, confirm } = muteDialog(page);
    await confirm.click();
    await expect(dialog.getByText('Please Enter Reason')).toBeVisible();
    await expectAccessible(page, 'the dialog', width);
  }
});
