import { newUnit, paste } from '../apps/pasting.ts';
import { expectAccessible } from '../support/axe.ts';
import { bar, openEach, previewDialog, selectAll } from '../support/bulk.ts';
import { fleet } from '../support/fleet.ts';
import { expect, test } from '../support/test.ts';
import type { TestApi } from '../support/test-api.ts';

/* One value for each application, in "Edit fields" of the bar (ADR 80). */

const valuesIn = async (api: TestApi, accountName: string, field: string) =>
  (await api.call('getAllApp', { query: { accountName, sort: 'appName', pageSize: 100 } })).map(
    (app) => (app as unknown as Record<string, string>)[field],
  );

test('a column with packages fills the rows that it names; one undo takes all back', async ({
  adminPage: page,
  api,
}) => {
  const { list, accountName, name } = await fleet(api, 4);
  const apps = await api.call('getAllApp', { query: { accountName, sort: 'appName' } });
  const names = apps.map(({ appName }) => `${appName} renamed`);
  await selectAll(page, list());
  const { form, rows } = await openEach(page, 'App Name');
  await expect(rows).toHaveCount(4);
  await expect(rows.getByRole('textbox').first()).toBeFocused();
  const lines = apps.map(({ appID }, index) => `${appID}\t${names[index]}`).reverse();
  await paste(rows.nth(2).getByRole('textbox'), ['App ID\tName', ...lines].join('\r\n'));
  for (const [index, value] of names.entries()) {
    await expect(rows.nth(index).getByRole('textbox')).toHaveValue(value);
  }
  await expect(form).toContainText('4 applications would change');
  await expectAccessible(page, 'one value for each application');
  await form.getByRole('button', { name: 'Change 4 applications' }).click();
  const toast = page.getByRole('alert').filter({ hasText: '4 applications changed' });
  await expect(toast).toBeVisible();
  expect(await valuesIn(api, accountName, 'appName')).toEqual(names);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('4 applications taken back')).toBeVisible();
  expect(await valuesIn(api, accountName, 'appName')).toEqual(['01', '02', '03', '04'].map(name));
});

test('what is wrong with a paste is said beside its row, and nothing is saved', async ({
  adminPage: page,
  api,
}) => {
  const taken = newUnit();
  await api.addApp({ appName: 'Has it already', reward2: taken });
  const { list, accountName } = await fleet(api, 4);
  await selectAll(page, list());
  const { form, rows } = await openEach(page, 'Reward 2');
  const first = rows.nth(0).getByRole('textbox');
  const twice = newUnit();

  // A line too many, and an id twice.
  await paste(first, [newUnit(), twice, twice, newUnit(), newUnit()].join('\n'));
  const over = form.getByRole('alert').filter({ hasText: '1 line of the paste left over' });
  await expect(over).toContainText('No application is left for it');
  await expect(rows.nth(1)).toContainText(/The same as .* 03/);
  await first.press('Enter');
  await expect(form).toContainText('Leave out what is left of the paste');
  await over.getByRole('button', { name: 'Leave it out' }).click();
  await expect(over).toBeHidden();

  // A line too few; an ad unit that another application has; a text that is too long.
  await form.getByRole('button', { name: 'Clear all' }).click();
  await paste(first, [taken, newUnit(), 'x'.repeat(201)].join('\n'));
  await expect(form).toContainText('1 line of the paste left over');
  await expect(form).toContainText('It has no ad unit');
  await form.getByRole('button', { name: 'Clear all' }).click();
  await paste(first, [taken, newUnit(), newUnit()].join('\n'));
  await expect(form).toContainText('3 of 4 applications get a value. The others stay as they are.');
  await expect(rows.nth(0)).toContainText('Reward 2 has the same ad unit as another app');
  await rows.nth(3).getByRole('textbox').fill('x'.repeat(201));
  await expect(rows.nth(3)).toContainText('Too long by 1 character');
  await expect(form).toContainText('1 value cannot be saved');
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(previewDialog(page).dialog).toBeHidden();
  expect(await valuesIn(api, accountName, 'reward2')).toEqual(['', '', '', '']);
});

test('by keyboard, on a phone, together with a field for all', async ({ adminPage: page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { list, accountName } = await fleet(api, 2);
  await page.goto(list());
  await page.getByRole('button', { name: 'Select all 2', exact: true }).click();
  await bar(page).getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit fields' }).click();
  const form = page.getByRole('dialog', { name: 'Edit fields' });
  const { keyboard } = page;
  await form.getByRole('combobox', { name: 'Field' }).focus();
  await keyboard.type('Category');
  await keyboard.press('Enter');
  await keyboard.type('Weather');
  await form.getByRole('combobox', { name: 'Another field' }).focus();
  await keyboard.type('App Status');
  await keyboard.press('Enter');
  await form.getByRole('checkbox', { name: /^App Status: one value/ }).press('Space');
  const rows = form.getByRole('list', { name: 'App Status of each application' });
  await expect(rows.getByRole('combobox').first()).toBeFocused();
  await page.evaluate(() => navigator.clipboard.writeText('suspend\nIn-Develop'));
  await keyboard.press('ControlOrMeta+v');
  await expect(rows.getByRole('combobox').nth(1)).toHaveValue('in-develop');
  await expect(form).toContainText('2 applications would change');
  await expectAccessible(page, 'one value for each application');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, 'nothing is wider than the screen').toBeLessThanOrEqual(390);
  await keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('2 applications changed').first()).toBeVisible();
  expect(await valuesIn(api, accountName, 'appStatus')).toEqual(['suspend', 'in-develop']);
  expect(await valuesIn(api, accountName, 'category')).toEqual(['Weather', 'Weather']);
});

test('an owner whose changes need approval sends one request for each', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  const apps = [];
  for (const note of ['one', 'two']) {
    apps.push(
      await api.addApp({ selectedUser: owner.userID, note, appName: `Own ${owner.userID}` }),
    );
  }
  await api.call('updateUser', { id: owner.id, body: { needsApproval: 'on' } });
  await selectAll(page, `/application-list?appName=${encodeURIComponent(`Own ${owner.userID}`)}`);
  const { form, rows } = await openEach(page, 'Reward 3');
  await paste(rows.nth(0).getByRole('textbox'), [newUnit(), newUnit()].join('\n'));
  await form.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByRole('link', { name: /^Waiting for approval/ })).toHaveCount(2);
  for (const { appID } of apps) {
    const requests = await api.call('getChangeRequests', { query: { appID, state: 'in-review' } });
    expect(requests.map(({ diff }) => diff[0]?.field)).toEqual(['reward3']);
  }
});
