import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { enter, expect, stored, test } from '../support/test.ts';
import { administrator, fresh, type TestApi } from '../support/test-api.ts';
import { answerWithPassword } from './confirm-again.ts';

/* Asking again: the dialog in which somebody confirms that it is still them, and the other tabs of the session (ADR 136). */

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const question = (page: Page) => dialog(page, 'Confirm that it is you');
const beginTotp = (page: Page) =>
  page.getByRole('button', { name: 'Add an authenticator app' }).click();
const tokenIn = async (page: Page) => (await stored(page, 'authAdmin')).token as string;

/** Makes the server answer the first call as if the sign-in of the session was long ago. */
async function letAsk(page: Page, api: TestApi, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      const asked = await fetch(`${api.address}/sessions/factors/totp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenIn(page)}` },
      });
      await route.fulfill({
        status: asked.status,
        contentType: 'application/json',
        body: await asked.text(),
      });
    },
    { times: 1 },
  );
}

test('a form is saved after the question, and nothing typed is lost', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('403 /admins', '400 /sessions/again');
  const email = `${fresh('nia').replaceAll(' ', '.')}@example.com`;
  await page.goto('/admin/administrators');
  await page.getByRole('button', { name: 'Add administrator' }).click();
  const form = dialog(page, 'Add administrator');
  await form.getByRole('textbox', { name: /^Full Name/ }).fill('Nia Quay');
  await form.getByRole('textbox', { name: /^Email/ }).fill(email);
  const before = await tokenIn(page);
  await letAsk(page, api, '/admins');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expectAccessible(page, 'the question over a form');
  const field = question(page).getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toContainText('Please Enter Your Password');
  await field.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('alert')).toContainText('The password is wrong');
  await field.fill(administrator.password);
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(page, 'Invitation')).toContainText('Nia Quay');
  await expect(question(page)).toBeHidden();
  expect(await tokenIn(page)).not.toBe(before);
});

test('who closes the question changes nothing, keeps the form, and can try again', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('403 /admins');
  await page.goto('/admin/administrators');
  await page.getByRole('button', { name: 'Add administrator' }).click();
  const form = dialog(page, 'Add administrator');
  const email = `${fresh('nia').replaceAll(' ', '.')}@example.com`;
  await form.getByRole('textbox', { name: /^Full Name/ }).fill('Nia Quay');
  await form.getByRole('textbox', { name: /^Email/ }).fill(email);
  await letAsk(page, api, '/admins');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toContainText('Nothing was changed');
  await expect(form.getByRole('textbox', { name: /^Email/ })).toHaveValue(email);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(page, 'Invitation')).toBeVisible();
});

async function tabsOfOneSession(context: BrowserContext, api: TestApi): Promise<[Page, Page]> {
  const first = await context.newPage();
  await enter(first, await api.signInAdmin());
  await first.goto('/admin/security');
  const second = await context.newPage();
  await second.goto('/admin/user-list');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('User List');
  return [first, second];
}

test('the other tabs of the session get the new token', async ({ context, api, mayFail }) => {
  mayFail('403 /sessions/factors/totp');
  const [first, second] = await tabsOfOneSession(context, api);
  const old = await tokenIn(second);
  expect(await tokenIn(first)).toBe(old);
  await beginTotp(first);
  await answerWithPassword(first, administrator.password);
  await expect(
    dialog(first, 'Authenticator app').getByRole('img', { name: /^QR code/ }),
  ).toBeVisible();
  const renewed = await tokenIn(first);
  expect(renewed).not.toBe(old);
  await expect.poll(() => tokenIn(second)).toBe(renewed);
  await second.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(second).toHaveURL(/\/admin\/dashboard$/);
});

test('a tab that was asleep asks the others, before it shows a sign-in', async ({
  context,
  api,
  mayFail,
}) => {
  mayFail('403 /sessions/factors/totp', '401 /');
  // It hears nothing while it is asleep.
  await context.addInitScript(() => {
    const { addEventListener } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.addEventListener = function (
      this: BroadcastChannel,
      type: string,
      hear: (event: MessageEvent) => void,
    ) {
      addEventListener.call(this, type, ((event: MessageEvent) => {
        if (!('asleep' in globalThis)) hear(event);
      }) as EventListener);
    } as typeof addEventListener;
  });
  const [first, second] = await tabsOfOneSession(context, api);
  await second.evaluate(() => Object.assign(globalThis, { asleep: true }));
  for (let count = 0; count < 2; count += 1) {
    await first.reload();
    await beginTotp(first);
    await answerWithPassword(first, administrator.password);
    await expect(
      dialog(first, 'Authenticator app').getByRole('img', { name: /^QR code/ }),
    ).toBeVisible();
  }
  const renewed = await tokenIn(first);
  expect(await tokenIn(second)).not.toBe(renewed);
  await second.evaluate(() => {
    delete (globalThis as { asleep?: boolean }).asleep;
  });
  await second
    .getByPlaceholder(/^Search/)
    .first()
    .fill('nobody is called so');
  await expect.poll(() => tokenIn(second)).toBe(renewed);
  await expect(second).toHaveURL(/user-list/);
  await expect(dialog(second, 'Sign in again')).toHaveCount(0);

  // Somebody signs out in the first tab: it ends in the second one, too.
  await first.goto('/admin/logout');
  await expect(second).toHaveURL(/\/admin\/login$/);
});
