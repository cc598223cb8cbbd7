import type { Page } from '@playwright/test';
import { fillRequired, openNewApp } from '../support/app-form.ts';
import { endAllPauses, pauseDialog } from '../support/pauses.ts';
import { fromMenu, openRow } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Save again after the answer to a save was lost (ADR 90). */

test.afterEach(({ api }) => endAllPauses(api));

/** Loses the answer to the next call to a path, which the server carries out. Returns the keys of all calls to it. */
async function loseAnswer(page: Page, path: string): Promise<string[]> {
  const keys: string[] = [];
  await page.route(`**${path}`, async (route) => {
    const call = route.request();
    if (call.method() !== 'POST') return route.fallback();
    keys.push(call.headers()['idempotency-key'] ?? 'no key');
    if (keys.length > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  return keys;
}

const lost = 'The server cannot be reached';

test('Save again makes no second application, and the next form has another key', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('ERR_FAILED /apps/addApp');
  const [first, second] = [fresh('Harbour Bell'), fresh('Ferry')];
  const keys = await loseAnswer(page, '/apps/addApp');
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  await fillRequired(form, first);
  await form.save.click();
  await expect(form.dialog).toContainText(lost);
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await expect(page.getByText(`${first} added`)).toBeVisible();
  const made = await api.call('getAllApp', { query: { search: first } });
  expect(made.map(({ appName }) => appName)).toEqual([first]);

  const next = await openNewApp(page);
  await fillRequired(next, second);
  await next.save.click();
  await expect(next.dialog).toBeHidden();
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[2]).not.toBe(keys[0]);
});

test('other values after a lost answer are refused in words, and a form that is opened anew saves', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('ERR_FAILED /apps/addApp', '409 /apps/addApp');
  const [first, second] = [fresh('Harbour Bell'), fresh('Ferry')];
  await loseAnswer(page, '/apps/addApp');
  await page.goto('/admin/application-list');
  const form = await openNewApp(page);
  await fillRequired(form, first);
  await form.save.click();
  await expect(form.dialog).toContainText(lost);
  await form.appName.fill(second);
  await form.save.click();
  await expect(form.dialog).toContainText('This was saved before, with other values');
  await expect(form.appName).toHaveValue(second);
  await form.close.click();
  await page.getByRole('button', { name: 'Discard' }).click();
  const names = async (search: string) =>
    (await api.call('getAllApp', { query: { search } })).map(({ appName }) => appName);
  expect(await names(first)).toEqual([first]);
  expect(await names(second)).toEqual([]);

  const next = await openNewApp(page);
  await fillRequired(next, second);
  await next.save.click();
  await expect(next.dialog).toBeHidden();
  expect(await names(second)).toEqual([second]);
});

test('a user and a pause whose answers were lost are there once', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('ERR_FAILED /user/createNewUser', 'ERR_FAILED /pauses');
  const users = await loseAnswer(page, '/user/createNewUser');
  const login = fresh('ama').replace(' ', '-');
  await page.goto('/admin/user-list');
  await page.getByRole('button', { name: 'Create New User' }).first().click();
  const user = page.getByRole('dialog', { name: 'Add New User' });
  await user.getByRole('textbox', { name: /^Full Name/ }).fill('Ama Harbour');
  await user.getByRole('textbox', { name: /^User Id/ }).fill(login);
  await user.locator('input[data-path=password]').fill('tide-clock-8');
  await user.getByRole('textbox', { name: /^Position/ }).fill('Publisher');
  const save = user.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(user).toContainText(lost);
  await save.click();
  await expect(user).toBeHidden();
  expect(users[1]).toBe(users[0]);
  expect(await api.call('getUserNames', { query: { search: login } })).toHaveLength(1);

  const pauses = await loseAnswer(page, '/pauses');
  const { appID, appName } = await api.addApp();
  await fromMenu(page, await openRow(page, appName), 'Pause this app…');
  const { dialog, confirm } = pauseDialog(page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Invalid traffic');
  await confirm.click();
  await expect(dialog).toContainText(lost);
  await confirm.click();
  await expect(dialog).toBeHidden();
  expect(pauses).toEqual([pauses[0], pauses[0]]);
  expect(await api.call('getPauses', { query: { appID } })).toHaveLength(1);
});
