import type { Finding } from '@adwarden/contract/findings/findings';
import type { Page } from '@playwright/test';
import { appForm } from '../support/app-form.ts';
import { addTidyApp, admobAppId, entries, findingsOf, ownUnit } from '../support/findings.ts';
import { expect, test } from '../support/test.ts';
import { heading, next, summary, tab } from './app-page.ts';

/* The tabs of the page of an application (ADR 58). */

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('Overview has the 15 ad units by format, each with a copy button and its finding', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const [wrong, mended] = [admobAppId(), ownUnit()];
  const app = await addTidyApp(api, owner.userID, {
    googleBanner2: wrong,
    packageName: 'com.example.kelp',
  });
  await page.goto(`/admin/application/${app.appID}`);
  const banners = page.getByRole('region', { name: 'Banner', exact: true });
  await expect(banners.getByRole('heading')).toHaveText('Banner 2 of 3');
  const slots = page
    .getByRole('region', { name: /^(Native|Banner|Interstitial|App open|Reward)$/ })
    .getByRole('listitem');
  await expect(slots).toHaveCount(15);
  await banners.getByRole('button', { name: 'Copy Google Banner 2' }).click();
  expect(await clipboard(page)).toBe(wrong);
  const slot = banners.getByRole('listitem').filter({ hasText: 'Google Banner 2' });
  await expect(slot).toContainText('Google Banner 2 is an AdMob app ID.');
  await expect(summary(page, 'Findings')).toContainText('1 error');
  await expect(summary(page, 'Findings')).toContainText('1 warning');
  const others = page.getByRole('region', { name: 'Findings', exact: true });
  await expect(others).toContainText('The package name begins with “com.example”.');

  await slot.getByRole('button', { name: 'Edit: App ID in an ad unit' }).click();
  const form = appForm(page, 'Edit Application');
  await expect(form.unit('Google Banner 2')).toBeFocused();
  await form.unit('Google Banner 2').fill(mended);
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await expect(slot).toHaveText(`Google Banner 2${mended}`);
  await expect(summary(page, 'Findings')).toHaveText('1 warning');
});

test('Overview says where the countries apply, and leads to them', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp({ ipAddress: 'off' });
  await api.call('addConfigureApp', { body: { id: app.appID, country: 'IN,DE' } });
  await page.goto(`/admin/application/${app.appID}`);
  const countries = page.getByRole('region', { name: 'Countries' });
  await expect(countries.getByRole('listitem')).toHaveText(['India', 'Germany']);
  await expect(countries).toContainText('Without effect: IP Address is OFF');
  await countries.getByRole('link', { name: 'Change in App Configuration' }).click();
  await expect(page.getByRole('row').filter({ hasText: app.appName })).toBeVisible();
});

test('Connect shows the code and the first request, and keeps the focus on its tab', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  await page.goto(`/admin/application/${app.appID}`);
  await tab(page, 'Connect').click();
  await expect(page.getByRole('tab', { name: 'Kotlin' })).toBeVisible();
  await expect(tab(page, 'Connect')).toBeFocused();
  const line = page.getByRole('region', { name: 'Requests of phones' });
  await expect(line).toContainText('Waiting for the first request…');
  await api.requestAds(app);
  await expect(line).toContainText(/, 200/);
});

test('Traffic has figures, chart and table, and its time in the address', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  for (let time = 0; time < 3; time += 1) await api.requestAds(app);
  await expect
    .poll(async () => (await api.call('getAppTraffic', { id: app.appID })).total.on)
    .toBe(3);
  await page.goto(`/admin/application/${app.appID}/traffic`);
  await expect(summary(page, 'Requests today')).toContainText(/3 with ads.*3 in all/);
  await expect(page.locator('svg[data-chart]').first()).toBeVisible();
  const time = page.getByRole('combobox', { name: 'Time' });
  await time.selectOption('Last 7 days');
  await expect(page).toHaveURL(`/admin/application/${app.appID}/traffic?last=7d`);
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(8);
  await page.reload();
  await expect(time).toHaveValue('7d');
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(8);
});

test('the finding “Far fewer requests” leads to the day in Traffic', async ({
  adminPage: page,
  api,
  owner,
}) => {
  const app = await addTidyApp(api, owner.userID);
  // Earlier than the entries of the app and its owner, so that no change explains it.
  const since = new Date(Date.now() - 5 * 86_400_000).toISOString();
  const finding: Finding = {
    appID: app.appID,
    appName: app.appName,
    accountName: '',
    rule: 'fewer-requests',
    severity: 'warning',
    field: '',
    title: 'Far fewer requests',
    apps: [],
    since,
    detail: 'Yesterday had more than 70 % fewer requests.',
    why: 'Why',
    todo: 'Look.',
    mutedAt: null,
    mutedBy: '',
    muteReason: '',
  };
  const answer = {
    status: 'success',
    success: true,
    message: 'Findings',
    total: 1,
    page: 0,
    pageSize: 10,
  };
  await page.route('**/findings/apps?*', (route) =>
    route.fulfill({
      json: { ...answer, data: [{ ...finding, requests7d: 5_000, findings: [finding] }] },
    }),
  );
  await page.route(`${api.address}/findings?*`, (route) =>
    route.fulfill({ json: { ...answer, data: [finding] } }),
  );
  await page.goto(findingsOf(app));
  await entries(page)
    .getByRole('link', { name: /70 % fewer/ })
    .click();
  await expect(page).toHaveURL(`/admin/application/${app.appID}/traffic?at=${since.slice(0, 10)}`);
  const around = page.getByRole('region', { name: 'Changes' });
  await expect(around).toContainText('From the day before to');
  await expect(around).toContainText(
    'No change of this app, its owner or its account in these days',
  );
  await tab(page, 'Overview').click();
  const others = page.getByRole('region', { name: 'Findings', exact: true });
  await others.getByRole('link', { name: 'Look into it' }).click();
  await expect(around, 'also from the overview').toBeVisible();
});

const entry = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ hasText: /before.*after/ })
    .first();

test('History shows administrators what was changed, with the ways back', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp({ note: 'before' });
  await api.call('updateApp', { id: app.appID, body: { note: 'after' } });
  await page.goto(`/admin/application/${app.appID}/history`);
  await expect(entry(page).getByRole('button', { name: 'Undo this change' })).toBeVisible();
});

test('History shows an owner what was changed in an own application', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  const app = await api.addApp({ selectedUser: owner.userID, note: 'before' });
  await api.call('updateApp', { id: app.appID, body: { note: 'after' } });
  await page.goto(`/application/${app.appID}/history`);
  await expect(entry(page)).toContainText('by Morgan Quay');
  await expect(page.getByRole('button', { name: /Undo/ })).toHaveCount(0);
});

test('Test says what a phone elsewhere would get', async ({ adminPage: page, api }) => {
  const app = await api.addApp({ ipAddress: 'on' });
  await api.call('addConfigureApp', { body: { id: app.appID, country: 'DE' } });
  await page.goto(`/admin/application/${app.appID}/test`);
  await page.getByRole('textbox', { name: 'IP address of the phone' }).fill('8.8.8.8');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('Ads off');
  await expect(result).toContainText('United States (US)');
});

test('Tokens lists each valid token, and ends an old one at once', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  const one = await api.call('rotateToken', { id: app.appID, body: { keepOldForDays: 30 } });
  const two = await api.call('rotateToken', { id: app.appID, body: { keepOldForDays: 7 } });
  await api.requestAds(app);
  await expect
    .poll(async () => (await api.call('getAppUsage', { id: app.appID })).total.oldToken)
    .toBe(1);
  await page.goto(`/admin/application/${app.appID}/tokens`);
  const tokens = page.getByRole('list', { name: 'Tokens' }).getByRole('listitem');
  await expect(tokens).toHaveCount(3);
  await expect(tokens.nth(0)).toContainText(`…${two.authToken.slice(-4)}`);
  await expect(tokens.nth(0)).toContainText(/Current.*No end.*Requests \(14 days\)0/);
  await expect(tokens.nth(1)).toContainText(`…${one.authToken.slice(-4)}`);
  await expect(tokens.nth(1)).toContainText('No phone has asked with it.');
  await expect(tokens.nth(2)).toContainText(/Old.*Requests \(14 days\)1/);
  await tokens
    .nth(2)
    .getByRole('button', { name: /^Each day and country/ })
    .click();
  await expect(tokens.nth(2).getByRole('row')).toHaveCount(1 + 14 + 1 + 1);
  await expect(tokens.nth(2).getByRole('row').nth(1)).toContainText(/\d{4}1$/);
  await expect(tokens.nth(2).getByRole('row').nth(2)).toContainText('Not counted');
  await expect(page.getByRole('main')).not.toContainText(app.authToken);

  const endFirst = page.getByRole('button', {
    name: `End now the token that ends with ${app.authToken.slice(-4)}`,
  });
  await endFirst.click();
  const question = page.getByRole('region', { name: /^End the token/ });
  await expect(question).toContainText('1 request of the last 14 days had it.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(endFirst).toBeFocused();
  expect((await api.requestAds(app)).status, 'valid until it is confirmed').toBe(200);
  await endFirst.click();
  await question.getByRole('button', { name: 'End now' }).click();
  await expect(tokens).toHaveCount(2);
  await expect(page.getByText('Old token revoked')).toBeVisible();
  expect((await api.requestAds(app)).status).toBe(401);
  expect((await api.requestAds({ ...app, authToken: one.authToken })).status).toBe(200);
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: 'New token…' })
    .click();
  await expect(page.getByRole('dialog', { name: 'New token' })).toBeVisible();
});

test('each tab is a chunk of its own, and is loaded only when it is shown', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  await api.requestAds(app);
  const loaded: string[] = [];
  page.on('request', (request) => {
    const [, file] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
    if (file) loaded.push(file);
  });
  await page.goto(`/admin/application/${app.appID}`);
  await expect(page.getByText('Ad units')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(
    loaded.filter((file) => /form-modal-|app-traffic|token-list|history|connect/.test(file)),
  ).toEqual([]);
  for (const [name, chunk] of [
    ['Connect', 'connect-panel'],
    ['Traffic', 'app-traffic'],
    ['History', 'app-history'],
    ['Test', 'test-ads-panel'],
    ['Tokens', 'token-list'],
  ] as const) {
    expect(loaded, `before ${name}`).not.toContain(chunk);
    await tab(page, name).click();
    await expect.poll(() => loaded, `after ${name}`).toContain(chunk);
  }
});

test('the next application has nothing of the one before', async ({ adminPage: page, api }) => {
  const account = `Anew-${Date.now()}`;
  const [one, two] = [
    await api.addApp({ accountName: account, appName: `${account} 1`, note: 'only in the first' }),
    await api.addApp({ accountName: account, appName: `${account} 2` }),
  ];
  await page.goto(
    `/admin/application-list?${new URLSearchParams({ accountName: account, sort: 'appName' })}`,
  );
  await page.getByRole('row').filter({ hasText: one.appName }).click();
  await expect(page.getByText('only in the first')).toBeVisible();
  await next(page).click();
  await expect(heading(page)).toHaveText(two.appName);
  await expect(page.getByText('only in the first')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(two.appID);
});
