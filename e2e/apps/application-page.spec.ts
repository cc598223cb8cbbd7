import { appForm } from '../support/app-form.ts';
import { bar, box, select } from '../support/bulk.ts';
import { fleet, rows, searchBox } from '../support/fleet.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { endAllPauses } from '../support/pauses.ts';
import { rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';
import { heading, next, previous, summary, tab } from './app-page.ts';

/* The page of an application: how one comes to it and back, what its header says, and who sees it (ADR 58). */

test.afterEach(({ api }) => endAllPauses(api));

test('a row leads to the page, and Back to the list as it was', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 13);
  await page.goto(list({ page: '2', appStatus: 'live' }));
  const address = page.url();
  await select(page).click();
  await box(page, name('12')).check();
  await rowOf(page, name('13'))
    .getByRole('link', { name: name('13'), exact: true })
    .click();
  await expect(heading(page)).toHaveText(name('13'));
  await expect(heading(page), 'screen readers say where one is').toBeFocused();
  await expect(page).toHaveTitle(`Admin Panel | ${name('13')}`);
  await tab(page, 'History').click();
  await tab(page, 'Overview').click();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(rowOf(page, name('13')), 'the row has the focus').toBeFocused();
  await expect(box(page, name('12')), 'what was selected').toBeChecked();
  await expect(bar(page)).toContainText('1 selected');
  await expect(rows(page)).toHaveCount(3);

  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(name('13'));
  await page.getByRole('link', { name: 'Application List', exact: true }).click();
  await expect(page).toHaveURL(address);
  await expect(rowOf(page, name('13'))).toBeFocused();
  await expect(box(page, name('12')), 'the link at the top does the same').toBeChecked();

  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await menu.getByRole('link', { name: 'Application', exact: true }).click();
  await expect(page).toHaveURL('/admin/application-list');
  await expect(bar(page), 'a new visit begins anew').toHaveCount(0);
});

test('Edit in a row still opens the form, and so does the address with edit=', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 1);
  await page.goto(list());
  await rowOf(page, name('01')).getByRole('button', { name: /^Edit/ }).click();
  const form = appForm(page, 'Edit Application');
  await expect(form.appName).toHaveValue(name('01'));
  await page.reload();
  await expect(form.appName).toHaveValue(name('01'));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(list());
});

test('Previous and Next go through the list it came from, and keep the tab', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 12);
  await page.goto(list());
  await rowOf(page, name('09')).click();
  await tab(page, 'Tokens').click();
  await expect(page.getByText('9 of 12')).toBeVisible();
  await next(page).click();
  await expect(heading(page)).toHaveText(name('10'));
  await expect(tab(page, 'Tokens')).toHaveAttribute('aria-current', 'page');
  await expect(next(page), 'and the focus').toBeFocused();
  await page.keyboard.press('Alt+PageDown');
  await expect(heading(page), 'across the pages').toHaveText(name('11'));
  await expect(page.getByText('11 of 12')).toBeVisible();
  await page.reload();
  await expect(page.getByText('11 of 12'), 'also after a reload').toBeVisible();
  await next(page).click();
  await expect(heading(page)).toHaveText(name('12'));
  await expect(next(page)).toBeDisabled();
  await previous(page).click();
  await expect(heading(page)).toHaveText(name('11'));
  await page.keyboard.press('Alt+PageUp');
  await expect(heading(page)).toHaveText(name('10'));
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(list());
  await expect(rows(page)).toHaveCount(10);
});

test('Back focuses the application that was seen last', async ({ adminPage: page, api }) => {
  const { list, name } = await fleet(api, 3);
  await page.goto(list());
  await rowOf(page, name('01')).click();
  await next(page).click();
  await next(page).click();
  await expect(heading(page)).toHaveText(name('03'));
  await page.goBack();
  await expect(rowOf(page, name('03'))).toBeFocused();
});

test('a typed address has no neighbours, and an unknown tab is the overview', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  await page.goto(`/admin/application/${app.appID}/nonsense`);
  await expect(heading(page)).toHaveText(app.appName);
  await expect(page).toHaveURL(`/admin/application/${app.appID}`);
  await expect(next(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Application List', exact: true }).click();
  await expect(page).toHaveURL('/admin/application-list');
});

test('the header says what the app is, whose, and who gets its ads now', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const app = await api.addApp({
    selectedUser: owner.userID,
    accountName: '4815162342',
    ipAddress: 'on',
  });
  await page.goto(`/admin/application/${app.appID}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: app.packageName })).toHaveAttribute(
    'href',
    `https://play.google.com/store/apps/details?id=${app.packageName}`,
  );
  await expect(main.getByText(owner.fullName)).toBeVisible();
  await expect(main.getByRole('link', { name: '4815162342', exact: true })).toHaveAttribute(
    'href',
    '/admin/app-ads/4815162342',
  );
  await expect(main.getByRole('link', { name: '4815162342 in the store' })).toHaveAttribute(
    'href',
    'https://play.google.com/store/apps/dev?id=4815162342',
  );
  const ads = summary(page, 'Ads now');
  await expect(ads).toHaveText('Ads are on everywhere');
  await api.call('addConfigureApp', { body: { id: app.appID, country: 'India,Germany' } });
  await expect(ads, 'it follows what others change').toHaveText('Ads are on in India and Germany');
  await expect(summary(page, 'Requests today')).toContainText('No phone has asked in 30 days');
  await summary(page, 'Requests today').getByRole('link').click();
  await expect(page).toHaveURL(`/admin/application/${app.appID}/connect`);
});

test('its buttons edit, pause, duplicate and make a token', async ({ adminPage: page, api }) => {
  const app = await api.addApp({ note: 'as it was' });
  await page.goto(`/admin/application/${app.appID}`);
  await expect(heading(page)).toHaveText(app.appName);
  await page.keyboard.press('e');
  const form = appForm(page, 'Edit Application');
  await form.note.fill('as it became');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await expect(page.getByText('as it became')).toBeVisible();

  await page.getByRole('button', { name: 'Pause…' }).click();
  const pausing = page.getByRole('dialog', { name: 'Pause ads' });
  await pausing.getByRole('textbox', { name: 'Reason' }).fill('Invalid kelp');
  await pausing.getByRole('button', { name: 'Pause ads' }).click();
  await expect(summary(page, 'Ads now')).toHaveText('Ads are off: paused');
  const pauses = page.getByRole('list', { name: 'Pauses' });
  await expect(pauses).toContainText('This app is paused: Invalid kelp');
  await pauses.getByRole('button', { name: 'Resume' }).click();
  await page
    .getByRole('dialog', { name: 'Resume ads?' })
    .getByRole('button', { name: 'Resume ads' })
    .click();
  await expect(summary(page, 'Ads now')).toHaveText('Ads are on everywhere');
  await expect(pauses).toHaveCount(0);

  await page.getByRole('button', { name: 'Duplicate…' }).click();
  const copy = appForm(page, 'Add New Application');
  await expect(copy.note).toHaveValue('as it became');
  const copied = fresh('Copy of Kelp');
  await copy.appName.fill(copied);
  await copy.packageName.fill(`com.harbour.${copied.replaceAll(/\W/g, '').toLowerCase()}`);
  await copy.save.click();
  await expect(copy.dialog).toBeHidden();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(heading(page), 'its message leads to the new one').toHaveText(copied);
  await expect(tab(page, 'Connect')).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: 'New token…' }).click();
  const token = page.getByRole('dialog', { name: 'New token' });
  await token.getByRole('button', { name: 'Make a new token' }).click();
  await token.getByRole('button', { name: 'Done' }).click();
  await tab(page, 'Tokens').click();
  await expect(page.getByRole('list', { name: 'Tokens' }).getByRole('listitem')).toHaveCount(2);
});

/** The page may ask for the traffic of a deleted app before it knows that the app is gone. */
const trafficOfGone = '404 /apps/traffic/';

test('it follows what others change, and says when the application is gone', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail(trafficOfGone);
  const app = await api.addApp();
  await page.goto(`/admin/application/${app.appID}`);
  await expect(summary(page, 'Ads now')).toHaveText('Ads are on everywhere');
  await api.call('updateApp', {
    id: app.appID,
    body: { appName: `${app.appName} II`, adsStatus: 'off' },
  });
  await expect(heading(page)).toHaveText(`${app.appName} II`);
  await expect(page).toHaveTitle(`Admin Panel | ${app.appName} II`);
  await expect(summary(page, 'Ads now')).toHaveText('Ads are off: Ads Status OFF');
  await api.call('deleteApp', { id: app.appID });
  await expect(heading(page)).toHaveText('Application not found');
});

test('an open form keeps what was typed when somebody else deletes the application', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail(trafficOfGone);
  const app = await api.addApp();
  await page.goto(`/admin/application/${app.appID}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = appForm(page, 'Edit Application');
  await form.note.fill('typed meanwhile');
  await api.call('deleteApp', { id: app.appID });
  await expect(page.locator('main h1')).toHaveText('Application not found');
  await expect(form.note).toHaveValue('typed meanwhile');
});

test('an ID that no application has, that of a deleted one and that of somebody else’s look the same', async ({
  ownerPage: page,
  owner,
  api,
  mayFail,
}) => {
  // The longest ID is refused before anything is looked up.
  mayFail('400 /user/getApp/');
  const mine = await api.addApp({ selectedUser: owner.userID });
  const [deleted, foreign] = [
    await api.addApp({ selectedUser: owner.userID }),
    await api.addApp({ appName: fresh('Foreign') }),
  ];
  await api.call('deleteApp', { id: deleted.appID });
  const answered: string[] = [];
  page.on('response', async (answer) => {
    if (!/json/.test(answer.headers()['content-type'] ?? '')) return;
    // The answer has no body when the next page.goto breaks it off.
    answered.push(await answer.text().catch(() => ''));
  });
  const seen = new Set<string | null>();
  for (const id of [
    deleted.appID,
    foreign.appID,
    'aaaaaaaaaaaaaaaa',
    'a',
    '%25',
    'x'.repeat(400),
  ]) {
    for (const more of ['', '/tokens', '/history']) {
      await page.goto(`/application/${id}${more}`);
      await expect(heading(page), id).toHaveText('Application not found');
      await expect(page).toHaveTitle('User Panel | Application');
      seen.add(await page.getByRole('main').textContent());
    }
  }
  expect([...seen]).toHaveLength(1);
  await page.waitForLoadState('networkidle');
  expect(answered.join()).not.toContain(foreign.appName);
  await page.getByRole('main').getByRole('link', { name: 'Application List' }).click();
  await expect(rowOf(page, mine.appName)).toBeVisible();
});

test('an owner has the page of an own app, without the owner and the IP rules', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  const app = await api.addApp({ selectedUser: owner.userID });
  await page.goto('/application-list');
  await rowOf(page, app.appName).click();
  await expect(page).toHaveURL(`/application/${app.appID}`);
  await expect(page).toHaveTitle(`User Panel | ${app.appName}`);
  await expect(heading(page)).toHaveText(app.appName);
  await expect(page.getByRole('main').getByText('Owner', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('main').getByText('IP Address', { exact: true })).toHaveCount(0);
  for (const name of ['Connect', 'Traffic', 'History', 'Test', 'Tokens']) {
    await tab(page, name).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page).toHaveURL(`/application/${app.appID}/${name.toLowerCase()}`);
  }
});

test('administrators and owners are led to their own page', async ({ adminPage, api }) => {
  const app = await api.addApp();
  await adminPage.goto(`/application/${app.appID}/tokens`);
  await expect(adminPage).toHaveURL(`/admin/application/${app.appID}/tokens`);
  await expect(heading(adminPage)).toHaveText(app.appName);
});

test('what cannot be loaded says so, and is tried again', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('500 /apps/getAllApp', '500 /apps/traffic/', '500 /apps/ipRules/');
  const app = await api.addApp({ ipAddress: 'on' });
  let isBroken = true;
  await page.route(/getAllApp|apps\/traffic|ipRules/, (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          json: { status: 'error', success: false, message: 'A wave came over' },
        })
      : route.fallback(),
  );
  await page.goto(`/admin/application/${app.appID}`);
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(page.getByRole('main')).toContainText('A wave came over');
  isBroken = false;
  await again.click();
  await expect(heading(page)).toHaveText(app.appName);
  await expect(summary(page, 'Ads now')).toHaveText('Ads are on everywhere');
});

test('a row that is known shows at once, while the rest is loaded', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 1);
  await page.goto(list());
  await expect(rowOf(page, name('01'))).toBeVisible();
  const answer = await holdCalls(page, /getAllApp|findings|pauses|traffic|ipRules/, 'reads');
  await rowOf(page, name('01')).click();
  await expect(heading(page)).toHaveText(name('01'));
  await expect(summary(page, 'Ads now')).toHaveText('Ads are on everywhere');
  await searchBox(page).waitFor({ state: 'detached' });
  answer();
  await expect(page.getByText('Ad units')).toBeVisible();
  await expect(summary(page, 'Findings')).not.toBeEmpty();
});
