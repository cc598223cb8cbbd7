import type { App } from '@adwarden/contract/apps';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { endAllPauses, startPause } from '../support/pauses.ts';
import { expect, test } from '../support/test.ts';

test.afterEach(({ api }) => endAllPauses(api));

/* 'Test as a phone in…' (ADR 30 "Caller"): a drawer from the row menu, for administrators and owners. */

async function openTest(page: Page, list: string, app: App): Promise<Locator> {
  await page.goto(`${list}?${new URLSearchParams({ search: app.appName })}`);
  await page.getByRole('button', { name: `More for ${app.appName}` }).click();
  await page.getByRole('menuitem', { name: 'Test as a phone in…' }).click();
  const drawer = page.getByRole('dialog', { name: `Test ${app.appName} as a phone elsewhere` });
  await expect(drawer.getByRole('textbox', { name: 'IP address of the phone' })).toBeFocused();
  return drawer;
}

/** Returns the rules of the result as 'rule: outcome'. */
const rulesOf = (drawer: Locator) =>
  drawer
    .getByRole('list', { name: 'Rules in their order' })
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) =>
        [...item.children]
          .slice(0, 2)
          .map((part) => part.textContent)
          .join(': '),
      ),
    );

test('an administrator sees what a phone at an address gets, and why', async ({
  adminPage: page,
  api,
}) => {
  // Another test on this server may have saved a key.
  await api.call('updateVPNAPIKey', { body: { VPNAPIKey: '' } });
  const app = await api.addApp({ appStatus: 'live', adsStatus: 'on', ipAddress: 'on' });
  await api.call('addConfigureApp', { body: { id: app.appID, country: 'Germany' } });
  const drawer = await openTest(page, '/admin/application-list', app);

  await drawer.getByRole('textbox', { name: 'IP address of the phone' }).fill('8.8.8.8');
  await page.keyboard.press('Enter');
  const result = drawer.getByRole('region', { name: 'Result' });
  await expect(result).toBeFocused();
  await expect(result).toContainText('Ads off');
  await expect(result).toContainText('8.8.8.8 is in United States (US), says the database');
  await expect(result).toContainText("is not among the app's countries (DE)");
  expect(await rulesOf(drawer)).toEqual([
    'Pause: Pass',
    'App status: Pass',
    'Ads status: Pass',
    'IP Address: Pass',
    'Country of the caller: Known',
    'VPN of the caller: Skipped',
    'Countries of the app: Stop',
    'No VPN: Skipped',
  ]);
  await result.getByText('What the phone gets').click();
  await expect(result.getByLabel('The data of the answer')).toContainText('"reason": "country"');
  await expectAccessible(page, 'the result of a test');

  await drawer.getByText('Country and VPN', { exact: true }).click();
  await drawer.getByRole('combobox', { name: 'Country of the phone' }).fill('germ');
  await page.getByRole('option', { name: 'Germany (DE)' }).click();
  await drawer.getByRole('button', { name: 'Test' }).click();
  await expect(result).toContainText('Ads on');
  await expect(result).toContainText("Germany (DE) is among the app's countries (DE)");
});

test('what a phone asked with is pasted into any field, and the last refusal is offered', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp({ appStatus: 'live' });
  const ended = app.authToken;
  await api.call('rotateToken', { id: app.appID, body: { keepOldForDays: 0 } });
  await api.requestAds(app);
  const uses = () => api.call('getTokenUses', { id: app.appID });
  await expect.poll(async () => (await uses()).refused.requests, { timeout: 30_000 }).toBe(1);
  const drawer = await openTest(page, '/admin/application-list', app);
  const result = drawer.getByRole('region', { name: 'Result' });
  await page.evaluate((text) => navigator.clipboard.writeText(text), ended);
  await page.keyboard.press('ControlOrMeta+v');
  await expect(result).toContainText(`The token …${ended.slice(-4)} ended on`);
  await expect(drawer.getByRole('textbox', { name: 'What the phone asked with' })).toHaveValue(
    ended,
  );
  await expect(result).toContainText('What it would get with the current token');
  await expectAccessible(page, 'the result of a refused phone');

  const offer = drawer.getByRole('alert', { name: 'Phones were refused' });
  await expect(offer).toContainText('1 request of the last 14 days was refused');
  await expect(offer).toContainText(`the token …${ended.slice(-4)}, which ended on`);
  await offer.getByRole('button', { name: 'Test this request' }).click();
  await expect(result).toContainText('Refused');
});

test('an invalid address gets a message beside the field, and stays', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  const drawer = await openTest(page, '/admin/application-list', app);
  const field = drawer.getByRole('textbox', { name: 'IP address of the phone' });
  await drawer.getByRole('button', { name: 'Test' }).click();
  await expect(drawer.getByText('Please Enter the IP address of the phone')).toBeVisible();
  await field.fill('8.8.8.8.8');
  await drawer.getByRole('button', { name: 'Test' }).click();
  await expect(drawer.getByText('IP address must be an IPv4 or IPv6 address')).toBeVisible();
  await expect(field).toHaveValue('8.8.8.8.8');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: `More for ${app.appName}` })).toBeFocused();
});

test('an owner tests an own app', async ({ ownerPage: page, api, owner }) => {
  const app = await api.addApp({ selectedUser: owner.userID, appStatus: 'suspend' });
  const drawer = await openTest(page, '/application-list', app);
  await drawer
    .getByRole('textbox', { name: 'IP address of the phone' })
    .fill('2001:4860:4860::8888');
  await drawer.getByRole('button', { name: 'Test' }).click();
  await expect(drawer.getByRole('region', { name: 'Result' })).toContainText(
    'The phone gets no ads. The app is suspended.',
  );
});

test('the example of an address looks like an example, and no field is wrong before a test', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  const app = await api.addApp({ selectedUser: owner.userID });
  const drawer = await openTest(page, '/application-list', app);
  const address = drawer.getByRole('textbox', { name: 'IP address of the phone' });
  await expect(address).toHaveAttribute('placeholder', 'for example 203.0.113.7');
  const colour = () => address.evaluate((input) => getComputedStyle(input, '::placeholder').color);
  const before = await colour();
  await page.keyboard.press('Tab');
  await expect(address).not.toHaveAttribute('aria-invalid', 'true');
  await drawer.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(address).toHaveAccessibleDescription(/Please Enter the IP address of the phone/);
  expect(await colour(), 'beside the error').toBe(before);
});

test('a pause in the way says until when in the time of the person', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp();
  // Pages of the tests are in Pacific/Chatham.
  const until = `${new Date().getUTCFullYear() + 1}-01-04T23:20:00.000Z`;
  const pause = { scope: 'app', value: app.appID, reason: 'Tide', until } as const;
  const { id } = await startPause(api, pause);
  const drawer = await openTest(page, '/admin/application-list', app);
  await drawer.getByRole('textbox', { name: 'IP address of the phone' }).fill('8.8.8.8');
  await page.keyboard.press('Enter');
  const result = drawer.getByRole('region', { name: 'Result' });
  await expect(result).toContainText(/until 05 Jan \d{4}, 01:05 PM: Tide/);
  await api.call('endPause', { id });
});
