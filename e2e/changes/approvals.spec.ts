import { appForm, openEdit } from '../support/app-form.ts';
import { expectAccessible } from '../support/axe.ts';
import {
  needApproval,
  openRequestRow,
  openSchedule,
  pageOf,
  requestFor,
  requestsTab,
  schedule,
} from '../support/change-requests.ts';
import { fromMenu, openUserRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Changes that need approval (ADR 35): the switch, what the owner sees, what the administrator decides. */

test('an administrator lets the changes of a user need approval', async ({
  adminPage: page,
  owner,
  api,
}) => {
  const row = await openUserRow(page, owner.userID);
  await expect(row.getByText('Changes need approval')).toHaveCount(0);
  await fromMenu(page, row, 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  const toggle = dialog.getByRole('switch', { name: 'Changes need approval' });
  await expect(toggle).not.toBeChecked();
  await toggle.press('Space');
  await expect(toggle).toBeChecked();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row.getByText('Changes need approval')).toBeVisible();
  const query = { userID: owner.userID };
  expect((await api.call('getUser', { query }))[0]).toMatchObject({ needsApproval: 'on' });
  await fromMenu(page, row, 'Edit');
  await expect(toggle).toBeChecked();
});

test('an edit is sent for approval, seen by its owner, approved by the administrator', async ({
  ownerPage: page,
  owner,
  api,
  browser,
  mayFail,
}) => {
  mayFail('409 /apps/updateApp');
  const { appID, appName } = await api.addApp({ selectedUser: owner.userID, adsStatus: 'on' });
  await needApproval(api, owner);
  await page.goto('/application-list');
  const row = rowOf(page, appName);
  const form = await openEdit(page, row);
  await form.adsStatus.selectOption('off');
  const send = form.dialog.getByRole('button', { name: 'Send for approval' });
  await form.dialog.getByRole('textbox', { name: 'Reason' }).fill('The network is closed');
  await send.click();
  await expect(page.getByText(/^Sent for approval/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toBeVisible();
  expect((await requestFor(api, appID)).note).toBe('The network is closed');
  await expect(form.dialog).toBeHidden();
  await expect(row.getByRole('button', { name: /^Edit/ })).toBeFocused();
  await expect(row.getByText('ON', { exact: true }).first(), 'nothing has changed').toBeVisible();
  await expect(row.getByText('Waiting for approval')).toBeVisible();

  await openEdit(page, row);
  await expect(form.adsStatus).toHaveValue('on');
  const waiting = form.dialog.getByRole('region', { name: 'Open change requests' });
  await expect(waiting).toContainText(/Waiting for approval.*Ads Status.*ON.*OFF/);
  await form.adsStatus.selectOption('off');
  await send.click();
  await expect(
    form.dialog.getByText('Ads Status has an open change request already'),
  ).toBeVisible();

  const admin = await pageOf(browser, api, await api.signInAdmin());
  await admin.goto('/admin/safety');
  const tab = admin.getByRole('link', { name: /^Change requests \d+ waiting for approval$/ });
  await expect(tab).toBeVisible();
  const asked = await openRequestRow(admin, appName);
  await expect(asked).toContainText(owner.fullName);
  await expect(asked, 'what is wanted comes first').toContainText('Ads Status: OFF, now ON');
  await asked.getByRole('button', { name: /^Approve the change/ }).click();
  await expect(admin.getByText(`${appName}: updated`)).toBeVisible();
  await expect(asked).toHaveCount(0);
  await admin.context().close();

  await page.reload();
  await expect(row.getByText('OFF', { exact: true }).first()).toBeVisible();
  await expect(row.getByText('Waiting for approval')).toHaveCount(0);
  expect((await requestFor(api, appID)).state).toBe('applied');
});

test('a change that waits is corrected, and then approved', async ({
  adminPage: page,
  owner,
  api,
}) => {
  const { appID, appName } = await api.addApp({ selectedUser: owner.userID, adsStatus: 'on' });
  await needApproval(api, owner);
  const { token } = await api.signInOwner(owner);
  const body = { accountName: 'Harbor Aps', adsStatus: 'off' } as const;
  await api.call('updateApp', { id: appID, body, as: token });
  await page.goto(requestsTab);
  await fromMenu(page, await openRequestRow(page, appName), 'Show the difference');
  const drawer = page.getByRole('dialog', { name: appName });
  await drawer.getByRole('button', { name: 'Correct…' }).click();
  const form = drawer.getByRole('form', { name: 'Correct this change' });
  await expect(form.getByLabel('Account Name')).toHaveValue('Harbor Aps');
  await form.getByLabel('Account Name').fill('Harbour Studio');
  await form.getByRole('button', { name: 'Save correction' }).click();
  await expect(drawer).toContainText('Harbour Studio');
  await drawer.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(`${appName}: updated`)).toBeVisible();
  const [app] = await api.call('getAllApp', { query: { appID } });
  expect(app).toMatchObject({ accountName: 'Harbour Studio', adsStatus: 'off' });
});

test('a waiting change is seen without looking for it: in the menu, on the dashboard, in a message', async ({
  adminPage: page,
  owner,
  api,
}) => {
  const { appID } = await api.addApp({ selectedUser: owner.userID });
  await needApproval(api, owner);
  const { token } = await api.signInOwner(owner);
  // Other tests make changes that wait, too: this page knows only of ours.
  let waiting = 0;
  await page.route('**/changeRequests?*', async (route) => {
    if (!route.request().url().includes('state=in-review')) return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total: waiting } });
  });
  await page.clock.install();
  const firstAnswer = page.waitForResponse(/changeRequests\?.*state=in-review/);
  await page.goto('/admin/dashboard');
  await firstAnswer;
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Safety', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Waiting for approval' })).toHaveCount(0);
  await api.call('updateApp', { id: appID, body: { note: 'please' }, as: token });
  waiting = 1;
  const show = page.getByRole('button', { name: 'Show', exact: true });
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(show).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await show.click();
  await expect(page).toHaveURL(requestsTab);
  await page.goto('/admin/dashboard');
  await expect(menu.getByRole('link', { name: 'Safety 1 waiting for approval' })).toBeVisible();
  const line = page.getByRole('region', { name: 'Waiting for approval' });
  await expect(line).toHaveText('1 change waits for approval');
  await expectAccessible(page, 'the dashboard with a waiting change');
  await line.getByRole('link').click();
  await expect(page).toHaveURL(requestsTab);
});

test('an approval says what it would do, and is undone from its message', async ({
  adminPage: page,
  owner,
  api,
}) => {
  const word = fresh('Sample');
  const names = [`${word} one`, `${word} two`];
  await needApproval(api, owner);
  const { token } = await api.signInOwner(owner);
  const sample = 'ca-app-pub-3940256099942544/5224354917';
  const apps = await Promise.all(
    names.map((appName) =>
      api.addApp({ selectedUser: owner.userID, appName, appStatus: 'live', adsStatus: 'on' }),
    ),
  );
  for (const { appID } of apps) {
    await api.call('updateApp', { id: appID, body: { reward1: sample }, as: token });
  }
  await fromMenu(page, await openRequestRow(page, names[0] ?? ''), 'Approve…');
  const drawer = page.getByRole('dialog', { name: names[0] ?? '' });
  await expect(drawer.getByText(/Reward 1 is Google’s sample, in a live app\./)).toBeVisible();
  await expectAccessible(page, 'an approval with an error');
  await drawer.getByRole('button', { name: 'Approve anyway' }).click();
  await expect(page.getByText(`${names[0]}: updated`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  const unitOf = async (place: number) =>
    (await api.call('getAllApp', { query: { appID: apps[place]?.appID ?? '' } }))[0]?.reward1;
  await expect.poll(() => unitOf(0)).toBe(apps[0]?.reward1);

  for (const { appID } of apps.slice(0, 1)) {
    await api.call('updateApp', { id: appID, body: { reward1: sample }, as: token });
  }
  await page.goto(`${requestsTab}?${new URLSearchParams({ search: word })}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
  await page.getByRole('button', { name: 'Approve (2)…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve 2 changes?' });
  await expect(dialog.getByText(/Reward 1 is Google’s sample, in a live app\./)).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Approve 2 changes anyway' }).click();
  await expect(page.getByText('2 changes approved')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => unitOf(0)).toBe(apps[0]?.reward1);
  await expect.poll(() => unitOf(1)).toBe(apps[1]?.reward1);
});

test('the owner withdraws; a rejection needs a reason, which the owner reads', async ({
  ownerPage: page,
  owner,
  api,
  browser,
}) => {
  const { appName, appID } = await api.addApp({ selectedUser: owner.userID });
  await needApproval(api, owner);
  const { token } = await api.signInOwner(owner);
  const send = (note: string) => api.call('updateApp', { id: appID, body: { note }, as: token });
  await send('first try');
  await page.goto('/application-list');
  const row = rowOf(page, appName);
  await openEdit(page, row);
  const form = appForm(page, 'Edit Application');
  await form.dialog.getByRole('button', { name: 'Withdraw…' }).click();
  await expect(form.dialog.getByRole('region', { name: 'Withdraw this change?' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${appName}: change cancelled`)).toBeVisible();
  await expect(form.dialog.getByText('Waiting for approval')).toHaveCount(0);
  await expect(form.dialog.locator(':focus'), 'the focus stays inside').toHaveCount(1);
  await form.close.click();
  await expect(row.getByText('Waiting for approval')).toHaveCount(0);

  await send('second try');
  const admin = await pageOf(browser, api, await api.signInAdmin());
  await fromMenu(admin, await openRequestRow(admin, appName), 'Reject…');
  const drawer = admin.getByRole('dialog', { name: appName });
  const reason = drawer.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(reason).toHaveAccessibleDescription(/Please Enter Reason/);
  await reason.fill('Not before Monday');
  await admin.keyboard.press('Enter');
  await expect(drawer).toBeHidden();
  await expect(admin.getByText(`${appName}: change rejected`)).toBeVisible();
  await admin.context().close();

  await page.goto(`/safety/change-requests?state=rejected`);
  await expect(rowOf(page, appName)).toContainText('Not before Monday');
});

test('several are approved at once; those that fail are listed with the reason', async ({
  adminPage: page,
  owner,
  api,
  mayFail,
}) => {
  mayFail('409 /changeRequests');
  const word = fresh('Bulk');
  await needApproval(api, owner);
  const { token } = await api.signInOwner(owner);
  const apps = await Promise.all(
    ['one', 'two', 'three'].map((name) =>
      api.addApp({ selectedUser: owner.userID, appName: `${word} ${name}`, note: '' }),
    ),
  );
  for (const { appID } of apps) {
    await api.call('updateApp', { id: appID, body: { note: 'please' }, as: token });
  }
  await page.goto(`${requestsTab}?${new URLSearchParams({ search: word })}`);
  await expect(rowOf(page, word)).toHaveCount(3);
  const approve = page.getByRole('button', { name: /^Approve( \(3\))?…/ });
  await expect(approve).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
  await expect(approve).toHaveText('Approve (3)…');
  // Somebody else changes the field of one of them in the meantime.
  await api.call('updateApp', { id: apps[1]?.appID ?? '', body: { note: 'by somebody else' } });
  await approve.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve 3 changes?' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expect(dialog.getByRole('button', { name: 'Approve 3 changes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('2 changes approved. 1 change not approved:');
  await expect(dialog.getByRole('listitem')).toHaveText([
    `${word} twoNot applied. Changed since: Note`,
  ]);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, word)).toHaveCount(1);
  await expect(rowOf(page, word)).toContainText('Conflict');
  await expect(approve).toBeDisabled();
});

test('an owner whose changes need approval schedules one; it waits, too', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  const { appName, appID } = await api.addApp({ selectedUser: owner.userID });
  await needApproval(api, owner);
  await page.goto('/application-list');
  const form = await openEdit(page, rowOf(page, appName));
  await form.note.fill('for Monday');
  const { confirm } = await openSchedule(page, form.dialog);
  await confirm.click();
  await expect(page.getByText(/^Sent for approval/)).toBeVisible();
  expect(await requestFor(api, appID)).toMatchObject({ state: 'in-review', approval: true });
});

test('lists, dialogs and forms with requests have no violation', async ({
  ownerPage: page,
  owner,
  api,
  browser,
}) => {
  const appName = `${fresh('Harbour')} ${'שעון גאות ושפל 👩‍🚀 '.repeat(3)}`.trim();
  const { appID } = await api.addApp({ selectedUser: owner.userID, appName });
  const at = new Date(Date.now() + 86_400_000).toISOString();
  await schedule(api, { appID, changes: { adsStatus: 'off' }, at });
  await needApproval(api, owner);
  const { token } = await api.signInOwner(owner);
  await api.call('updateApp', { id: appID, body: { note: 'x'.repeat(400) }, as: token });
  await page.goto('/application-list');
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await expectAccessible(page, "owner's list");
  const form = await openEdit(page, rowOf(page, appName.slice(0, 12)));
  await expect(form.dialog.getByRole('region', { name: 'Open change requests' })).toBeVisible();
  await form.note.fill('another');
  await expectAccessible(page, "owner's form");
  await openSchedule(page, form.dialog);
  await expectAccessible(page, 'schedule dialog');

  const admin = await pageOf(browser, api, await api.signInAdmin());
  for (const width of [1440, 390]) {
    await admin.setViewportSize({ width, height: 844 });
    await admin.goto(`${requestsTab}?${new URLSearchParams({ search: appID })}`);
    const open = admin
      .getByText('Waiting for approval', { exact: true })
      .filter({ visible: true })
      .first();
    await expect(open).toBeVisible();
    await expectAccessible(admin, 'change requests', width);
    const wide = await admin.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide, 'nothing scrolls sideways').toBe(0);
    await admin.getByRole('checkbox').last().check();
    await admin.getByRole('button', { name: /^Reject \(/ }).click();
    await expectAccessible(admin, 'reject several', width);
    await admin.keyboard.press('Escape');
    await admin
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await admin.getByRole('menuitem', { name: 'Show the difference' }).click();
    await expectAccessible(admin, 'one request', width);
  }
  await admin.context().close();
});
