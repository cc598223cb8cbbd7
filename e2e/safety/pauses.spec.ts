import {
  adsOf,
  banner,
  endAllPauses,
  pauseDialog,
  resumeByBanner,
  startPause,
} from '../support/pauses.ts';
import { fromMenu, openRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Pauses of ads (ADR 34) in the web app: dialog, page Safety, lists of apps, "Test", audit log. */

test.afterEach(({ api }) => endAllPauses(api));

const running = { appStatus: 'live', adsStatus: 'on' } as const;
const pausesTab = '/admin/safety/pauses';

test('all ads are paused and resumed by keyboard alone', async ({ adminPage: page, api }) => {
  const app = await api.addApp(running);
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'No. of Live App' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
  await page.keyboard.type('pause');
  await expect(page.getByRole('option')).toHaveText([/Pause all ads…/, /All applications with/]);
  await page.keyboard.press('Enter');
  const { dialog, reason, scope } = pauseDialog(page);
  await expect(reason).toBeFocused();
  await expect(scope).toHaveValue('all');
  await expect(dialog).toContainText(/Stops the ads of (?:[\d,]+ of )?[\d,]+ applications?\./);
  await page.keyboard.type('The ad account is under review');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Ads paused')).toBeVisible();
  await expect(banner(page)).toContainText('All ads are paused');
  await expect(banner(page)).toContainText('The ad account is under review');
  await expect(banner(page)).toContainText(/since today, \d\d:\d\d [AP]M$/);
  expect(await adsOf(api, app)).toMatchObject({ adsStatus: 'off', reason: 'paused' });

  await page.getByRole('main').getByRole('button', { name: 'Resume' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Resume ads?' });
  await expect(question).toContainText(/applications? gets? their ads again|application gets its/);
  await expect(question.getByRole('button', { name: 'Resume ads' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ads resumed')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await expect
    .poll(() => adsOf(api, app))
    .toMatchObject({ adsStatus: 'on', reason: null, appID: app.appID });
});

test('what is typed before the dialog is there goes into its reason, and Enter pauses', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp(running);
  let release = () => {};
  const isHeld = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/pause-dialog/, async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto('/admin/application-list');
  await expect(page.getByRole('heading', { name: 'Application List' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`pause ${app.appName}: Late`);
  await expect(page.locator('#palette').getByRole('option').first()).toContainText(
    `Pause ${app.appName}…`,
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeHidden();
  // `x` and `/` are keys of the list below.
  await page.keyboard.type(' payments / x');
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByText('Ads paused')).toBeVisible();
  await expect(pauseDialog(page).dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Selected applications' })).toHaveCount(0);
  const [pause] = await api.call('getPauses', { query: { pageSize: 1 } });
  expect(pause).toMatchObject({ scope: 'app', reason: 'Late payments / x' });
  expect(await adsOf(api, app)).toMatchObject({ adsStatus: 'off', reason: 'paused' });
});

test('an app is paused from its row until a time, which the dialog repeats in words', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp(running);
  const row = await openRow(page, app.appName);
  await expect(row.getByText('Paused')).toHaveCount(0);
  const opener = await fromMenu(page, row, 'Pause this app…');
  const { dialog, scope, reason, howLong, until, confirm } = pauseDialog(page);
  await expect(scope).toHaveValue('app');
  await expect(dialog.getByRole('combobox', { name: 'Application' })).toHaveValue(app.appName);
  await expect(reason).toBeFocused();
  await expect(dialog).toContainText('Stops the ads of 1 application.');
  await reason.fill('Accidental clicks');
  await howLong.selectOption({ label: 'For 1 hour' });
  await expect(dialog.getByText(/^(Today|Tomorrow), \d\d:\d\d [AP]M, in 1 hour$/)).toBeVisible();
  await howLong.selectOption('morning');
  await expect(dialog.getByText(/^(Today|Tomorrow), 09:00 AM, in \d+ hours$/)).toBeVisible();
  await howLong.selectOption({ label: 'Until a date and time…' });
  await until.fill('2026-01-01T10:00');
  await confirm.click();
  await expect(dialog.getByText('The end must be in the future')).toBeVisible();
  const [day, at] = await page.evaluate(() => {
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
    const two = (part: number) => String(part).padStart(2, '0');
    const date = [inTwoDays.getFullYear(), inTwoDays.getMonth() + 1, inTwoDays.getDate()];
    const text = `${date.map(two).join('-')}T10:30`;
    return [text, new Date(text).toISOString()] as const;
  });
  await until.fill(day);
  await expect(
    dialog.getByText(
      /^\d\d [A-Z][a-z]{2} \d{4}, 10:30 AM, in (2 days|\d\d hours)\. Times in \S+\.$/,
    ),
  ).toBeVisible();
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(row.getByText('Paused')).toBeVisible();
  await expect(row.getByText('ON', { exact: true }).first(), 'its own switch stays').toBeVisible();
  await expect(banner(page)).toContainText(`The ads of ${app.appName} are paused`);
  const [pause] = await api.call('getPauses');
  expect(pause).toMatchObject({ value: app.appID, until: at });

  await fromMenu(page, row, 'Test as a phone in…');
  const drawer = page.getByRole('dialog', { name: `Test ${app.appName} as a phone elsewhere` });
  await drawer.getByRole('textbox', { name: 'IP address of the phone' }).fill('8.8.8.8');
  await page.keyboard.press('Enter');
  await expect(drawer).toContainText('The ads are paused.');
  const [first] = await drawer.getByRole('listitem').allTextContents();
  expect(first).toMatch(/^PauseStop.*Accidental clicks/);
  await page.keyboard.press('Escape');
  await resumeByBanner(page);
  await expect(row.getByText('Paused')).toHaveCount(0);
});

test('wrong input is refused beside its field, and nothing is paused', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('400 /pauses', '409 /pauses');
  const accountName = fresh('Harbour');
  await api.addApp({ accountName });
  await page.goto(pausesTab);
  await page.getByRole('button', { name: 'Pause ads…' }).click();
  const { dialog, scope, reason, confirm } = pauseDialog(page);
  await expect(scope).toBeFocused();
  await confirm.click();
  await expect(dialog.getByText('Please Enter Reason')).toBeVisible();
  await expect(dialog.getByText('Please Select Application')).toBeVisible();
  await scope.selectOption({ label: 'An owner' });
  await reason.fill('Moved to another network');
  await confirm.click();
  await expect(dialog.getByText('Please Select Owner')).toBeVisible();
  await scope.selectOption({ label: 'An account' });
  await expect(dialog.getByText('Please Select Owner')).toBeHidden();
  const account = dialog.getByRole('combobox', { name: 'Account Name' });
  await account.fill(`${accountName} and Sons`);
  await confirm.click();
  await expect(dialog.getByText('No application has this account name')).toBeVisible();
  await expect(account).toBeFocused();
  expect(await api.call('getPauses')).toEqual([]);
  // Compared as the search compares: in any case. The suggestion has the right spelling.
  await account.fill(accountName.toUpperCase());
  await dialog.getByRole('option', { name: accountName }).click();
  await expect(account).toHaveValue(accountName);
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(banner(page)).toContainText(`The ads of the account ${accountName} are paused`);

  await startPause(api, { scope: 'all', reason: 'Review' });
  await page.getByRole('button', { name: 'Pause ads…' }).click();
  await scope.selectOption({ label: 'All apps' });
  await reason.fill('Again');
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('the ads are paused already');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('dialog').last()).toContainText('Discard');
});

test('the page Safety lists active and ended pauses; an ended one is begun again', async ({
  adminPage: page,
  api,
  owner,
}) => {
  await api.addApp({ selectedUser: owner.userID });
  const reason = fresh('Invalid traffic');
  const { id } = await startPause(api, { scope: 'owner', value: owner.id, reason });
  await page.goto('/admin/dashboard');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Safety' })
    .click();
  await page.getByRole('link', { name: 'Pauses' }).click();
  await expect(page).toHaveURL(pausesTab);
  await expect(page).toHaveTitle('Admin Panel | Safety');
  const row = rowOf(page, reason);
  await expect(row).toContainText(owner.fullName);
  await expect(row).toContainText('An owner');
  await expect(row).toContainText('Morgan Quay');
  await api.call('endPause', { id });
  await page.reload();
  await expect(page.getByText('Nothing is paused')).toBeVisible();

  await page.getByText('Ended', { exact: true }).click();
  await expect(page).toHaveURL(`${pausesTab}?state=ended`);
  await row.getByRole('button', { name: /^Pause again…/ }).click();
  const { dialog, scope, confirm } = pauseDialog(page);
  await expect(scope).toHaveValue('owner');
  await expect(dialog.getByRole('combobox', { name: 'Owner' })).toHaveValue(owner.fullName);
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue(reason);
  await confirm.click();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(pausesTab);
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /^Resume/ }).click();
  const question = page.getByRole('dialog', { name: 'Resume ads?' });
  await expect(question).toContainText('1 application gets its ads again');
  await question.getByRole('button', { name: 'Resume ads' }).click();
  await expect(row).toHaveCount(0);
});

test('the audit log says what was paused, until when, and that it cannot be undone', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const pause = { scope: 'app', value: app.appID, reason: 'Accidental clicks', until } as const;
  const { id } = await startPause(api, pause);
  await api.call('endPause', { id });
  await page.goto('/admin/audit-log?entity=pause');
  const entries = rowOf(page, app.appName);
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Ended');
  await expect(entries.first()).toContainText(/Ended: empty → \d\d [A-Z][a-z]{2} \d{4}/);
  await entries
    .last()
    .getByRole('button', { name: /^Show the difference/ })
    .click();
  const panel = page.getByRole('dialog', { name: app.appName });
  await expect(panel).toContainText('One app');
  await expect(panel).toContainText(/Until\d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d [AP]M/);
  await expect(panel).toContainText('A pause cannot be restored: pause or resume the ads again.');
  await expect(panel.getByRole('button', { name: /Undo|Go back|Restore/ })).toHaveCount(0);
});
