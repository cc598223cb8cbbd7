import { appForm } from '../support/app-form.ts';
import {
  aboutInstallation,
  addTidyApp,
  admobAppId,
  apps,
  entries,
  examplePackage,
  findingsOf,
  malformedPackage,
  ownUnit,
} from '../support/findings.ts';
import { rows } from '../support/fleet.ts';
import { rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* The tab Findings of the page Safety (ADR 36): what it shows, its filters and links, and whose findings. */

const wrong = 'Google Banner 2 is an AdMob app ID.';

test('the form that a finding opens goes on to the other apps with findings', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  const mistake = { googleBanner2: admobAppId() };
  const one = await addTidyApp(api, owner.userID, mistake);
  const two = await addTidyApp(api, owner.userID, { ...mistake, googleBanner1: '' });
  const both = [one.appName, two.appName];
  await page.goto('/safety/findings');
  await expect(rows(page).getByRole('link')).toHaveCount(2);
  const listed = await rows(page).getByRole('link').allTextContents();
  expect(listed.toSorted()).toEqual(both.toSorted());
  await rows(page).first().click();
  await entries(page).getByRole('link', { name: wrong }).first().click();
  const form = appForm(page, 'Edit Application');
  await expect(form.appName).toHaveValue(listed[0] ?? '');
  await expect(form.dialog.getByText('1 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Next application' }).click();
  await expect(form.appName).toHaveValue(listed[1] ?? '');

  await page.goto('/safety/findings');
  await rows(page).getByRole('link').first().click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading, 'so does the page').toHaveText(listed[0] ?? '');
  await page.getByRole('button', { name: 'Next application' }).click();
  await expect(heading).toHaveText(listed[1] ?? '');
});

test('a finding says what is wrong, why it matters, what to do and since when', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const app = await addTidyApp(api, owner.userID, {
    accountName: fresh('Harbour'),
    googleBanner2: admobAppId(),
  });
  await page.goto('/admin/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Safety' }).click();
  await expect(page).toHaveURL('/admin/safety/findings');
  await expect(page).toHaveTitle('Admin Panel | Safety');
  const tabs = page.getByRole('navigation', { name: 'Safety' }).getByRole('link');
  await expect(tabs.first()).toHaveText('Findings');
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page');

  await page.goto(findingsOf(app));
  await expect(apps(page)).toHaveCount(1);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Severity',
    'App',
    'What is wrong',
    'Requests (7 days)',
    'Since',
    'Actions',
  ]);
  const cells = rows(page).first().getByRole('cell');
  await expect(cells.nth(0)).toHaveText('Error');
  await expect(cells.nth(1)).toHaveText(`${app.appName}${app.accountName}`);
  await expect(cells.nth(2)).toHaveText('App ID in an ad unit');
  await expect(cells.nth(3)).toHaveText('0');
  await expect(cells.nth(4)).toHaveText(/^\d\d [A-Z][a-z]{2} \d{4}$/);
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText(wrong);
  await expect(entries(page)).toContainText('Ads cannot be requested with it');
  await expect(entries(page)).toContainText('Copy the id of the ad unit');
});

test('each app has one row, which opens; those with most requests come first', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const accountName = fresh('Sandpiper');
  const broken = { accountName, googleBanner2: admobAppId(), packageName: malformedPackage() };
  const quiet = await addTidyApp(api, owner.userID, broken);
  const busy = await addTidyApp(api, owner.userID, { accountName, packageName: examplePackage() });
  await page.route('**/findings/apps?*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const one of json.data) if (one.appID === busy.appID) one.requests7d = 12_345;
    await route.fulfill({ response, json });
  });
  await page.goto(`/admin/safety/findings?${new URLSearchParams({ account: accountName })}`);
  await expect(apps(page)).toHaveCount(2);
  await expect(entries(page)).toHaveCount(0);
  await expect(rowOf(page, quiet.appName)).toContainText('App ID in an ad unit and 1 more');
  await expect(rowOf(page, busy.appName)).toContainText('12,345');
  const open = page.getByRole('button', { name: `Findings of ${quiet.appName}` });
  await open.press('Enter');
  await expect(open).toHaveAttribute('aria-expanded', 'true');
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).nth(1)).toContainText('Warning');
  await rowOf(page, busy.appName).click();
  await expect(entries(page)).toHaveCount(3);
  await open.press('Enter');
  await expect(entries(page)).toHaveCount(1);
});

test('Next at the pager does not throw the page up to the tabs', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const accountName = fresh('Sandpiper');
  await Promise.all(
    Array.from({ length: 12 }, () =>
      addTidyApp(api, owner.userID, { accountName, googleBanner2: admobAppId() }),
    ),
  );
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto(`/admin/safety/findings?${new URLSearchParams({ account: accountName })}`);
  await expect(apps(page)).toHaveCount(10);
  const next = page.getByRole('button', { name: /next/i });
  await next.scrollIntoViewIfNeeded();
  const tabs = page.getByRole('navigation', { name: 'Safety' });
  await expect(tabs).not.toBeInViewport();
  await next.click();
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect(apps(page)).toHaveCount(2);
  await expect(tabs).not.toBeInViewport();
});

test('the link opens the form of the app at the field, and what is mended is gone', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const app = await addTidyApp(api, owner.userID, { googleBanner2: admobAppId() });
  await page.goto(findingsOf(app));
  await entries(page).getByRole('link', { name: wrong }).click();
  const form = appForm(page, 'Edit Application');
  await expect(form.unit('Google Banner 2')).toBeFocused();
  await expect(form.unit('Google Banner 2')).toBeInViewport();
  const list = `/admin/application-list?search=${app.appID}`;
  await expect(page).toHaveURL(`${list}&edit=${app.appID}&field=googleBanner2`);
  await form.unit('Google Banner 2').fill(ownUnit());
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await expect(page, 'the form has left the address, too').toHaveURL(list);
  await page.goBack();
  await expect(page).toHaveURL(findingsOf(app));
  await expect(page.getByText('Nothing matches')).toBeVisible();

  // An unknown field is no harm; the form begins with its first one.
  await page.goto(`/admin/application-list?search=${app.appID}&edit=${app.appID}&field=%22%5D`);
  await expect(form.appName).toBeFocused();
});

test('the findings are read and mended by keyboard alone', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const app = await addTidyApp(api, owner.userID, { packageName: malformedPackage() });
  await page.goto(findingsOf(app));
  await expect(entries(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(entries(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  const wrongPackage = entries(page).getByRole('link').first();
  await expect(wrongPackage).toBeVisible();
  while (!(await wrongPackage.evaluate((link) => link === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(appForm(page, 'Edit Application').packageName).toBeFocused();
});

test('the filters limit the findings, are in the address, and are cleared', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const accountName = fresh('Sandpiper');
  const [first, second] = [
    await addTidyApp(api, owner.userID, { accountName, googleBanner2: admobAppId() }),
    await addTidyApp(api, owner.userID, { accountName, packageName: examplePackage() }),
  ];
  await page.goto(`/admin/safety/findings?${new URLSearchParams({ account: accountName })}`);
  await expect(apps(page)).toHaveCount(2);
  await expect(rows(page).first(), 'of apps without requests, errors come first').toContainText(
    first.appName,
  );

  await page.getByRole('button', { name: 'Filter Severity' }).click();
  await page.getByRole('radio', { name: 'Warning' }).click();
  await page.keyboard.press('Escape');
  await expect(apps(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(second.appName);
  await expect(page).toHaveURL(/[?&]severity=warning/);
  const inUse = page.getByRole('list', { name: 'Filters in use' });
  await inUse.getByRole('button', { name: 'Remove filter Severity' }).click();
  await expect(apps(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Filter Rule' }).click();
  await page.getByRole('combobox', { name: 'Rule' }).selectOption('App ID in an ad unit');
  await page.keyboard.press('Escape');
  await expect(apps(page)).toHaveCount(1);
  await expect(inUse).toContainText('App ID in an ad unit');
  await page.reload();
  await expect(apps(page)).toHaveCount(1);
  await expect(entries(page)).toContainText(wrong);

  await inUse.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Filter App ID' }).click();
  await page.getByRole('textbox', { name: 'App ID is' }).fill(second.appID);
  await expect(apps(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(second.appName);
  await page.keyboard.press('Escape');
  await inUse.getByRole('button', { name: 'Clear all' }).click();
  await page.getByPlaceholder('Search for Application...').fill(first.appName);
  await expect(apps(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(first.appName);
});

test('a finding about two apps names the other one to those who may see it', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const packageName = `com.harbour.${fresh('twin').replaceAll(' ', '')}`;
  const [one, other] = [
    await addTidyApp(api, owner.userID, { packageName }),
    await addTidyApp(api, owner.userID, { packageName }),
  ];
  await page.goto(findingsOf(one));
  await entries(page).getByRole('link', { name: other.appName }).click();
  await expect(page).toHaveURL(`/admin/application/${other.appID}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.appName);
});

test('an owner sees the findings of their own apps only, and the news that nothing is wrong', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  const packageName = `com.harbour.${fresh('twin').replaceAll(' ', '')}`;
  const hidden = await addTidyApp(api, '', { packageName });
  const app = await addTidyApp(api, owner.userID, { packageName });
  await page.goto('/safety');
  await expect(page).toHaveURL('/safety/findings');
  await expect(page).toHaveTitle('User Panel | Safety');
  await expect(apps(page)).toHaveCount(1);
  await expect(entries(page)).toContainText('The package name is also that of another app.');
  await expect(page.getByText(hidden.appName)).toHaveCount(0);
  await page.getByRole('button', { name: 'Filter Rule' }).click();
  const rule = page.getByRole('combobox', { name: 'Rule' });
  await expect(rule.getByRole('option', { name: 'Same ad unit in two apps' })).toHaveCount(1);
  await expect(rule.getByRole('option', { name: 'VPN service fails' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await rowOf(page, app.appName).first().getByRole('link', { name: app.appName }).click();
  await expect(page).toHaveURL(`/application/${app.appID}`);
  await page.goBack();
  await entries(page).getByRole('link', { name: 'The package name' }).click();
  const form = appForm(page, 'Edit Application');
  await expect(form.packageName).toBeFocused();
  await form.packageName.fill(`${packageName}two`);
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await expect(page, 'the form has left the address, too').not.toHaveURL(/edit=/);
  await page.goBack();
  await expect(page.getByText('Nothing is wrong')).toBeVisible();
});

test('a finding about the installation has no app to open', async ({ adminPage: page }) => {
  await page.route('**/findings/apps?*', (route) =>
    route.fulfill({
      json: {
        status: 'success',
        success: true,
        message: 'Findings',
        total: 1,
        page: 0,
        pageSize: 10,
        data: [
          {
            appID: '',
            appName: '',
            accountName: '',
            requests7d: null,
            findings: [aboutInstallation],
          },
        ],
      },
    }),
  );
  await page.goto('/admin/safety/findings');
  await expect(rows(page).first()).toContainText('This installation');
  await expect(entries(page)).toContainText(aboutInstallation.detail);
  await expect(
    page.getByRole('region', { name: 'Findings' }).getByRole('table').getByRole('link'),
  ).toHaveCount(0);
  await expect(
    entries(page).getByRole('button', { name: 'Mute… This installation: VPN service fails' }),
  ).toBeVisible();
});

test('if the findings cannot be loaded, a message with a Retry is shown', async ({
  adminPage: page,
  mayFail,
}) => {
  mayFail('403 /findings');
  let broken = true;
  await page.route('**/findings/apps?*', (route) =>
    broken
      ? route.fulfill({
          status: 403,
          json: { status: 'error', success: false, message: 'The tide is too high' },
        })
      : route.fallback(),
  );
  await page.goto('/admin/safety/findings');
  await expect(page.getByRole('alert').first()).toContainText('The tide is too high');
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
