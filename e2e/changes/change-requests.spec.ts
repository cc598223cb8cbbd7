import { editApp } from '../support/app-form.ts';
import {
  inHours,
  localTime,
  openRequestRow,
  openSchedule,
  requestFor,
  requestsTab,
  schedule,
  scheduleDialog,
} from '../support/change-requests.ts';
import { fromMenu, openRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Scheduled changes (ADR 35) in the web app: the form, the page Safety, the history of an app. */

test('an edit is scheduled by keyboard alone, and the app stays as it is', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp({ adsStatus: 'on', note: 'before' });
  const row = await openRow(page, app.appName);
  const edit = row.getByRole('button', { name: /^Edit/ });
  await edit.press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit Application' });
  const adsStatus = form.getByRole('combobox', { name: /^Ads Status/ });
  await adsStatus.selectOption('off');
  const more = form.getByRole('button', { name: 'Other ways to save' });
  await more.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Schedule…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const { dialog, at, note } = scheduleDialog(page);
  await expect(at).toBeFocused();
  await expect(dialog.getByRole('list', { name: 'What changes' })).toHaveText(
    /Ads Status.*ON.*OFF/,
  );
  await expect(
    dialog.getByText(/^(Today|Tomorrow), 09:00 AM, in \d+ hours\. Times in \S+\.$/),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
  await expect(adsStatus, 'nothing is lost').toHaveValue('off');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Schedule…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const { text, sent } = await localTime(page, 3, '10:30');
  await at.fill(text);
  await expect(
    dialog.getByText(/^\d\d [A-Z][a-z]{2} \d{4}, 10:30 AM, in [23] days\./),
  ).toBeVisible();
  await note.fill('Audit at the weekend');
  await note.press('Control+Enter');
  await expect(page.getByText(`${app.appName}: change scheduled for `)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(form).toBeHidden();
  await expect(edit).toBeFocused();
  await expect(row.getByText('ON', { exact: true }).first()).toBeVisible();
  expect(await requestFor(api, app.appID)).toMatchObject({
    state: 'scheduled',
    at: sent,
    note: 'Audit at the weekend',
    diff: [{ field: 'adsStatus', before: 'on', after: 'off' }],
  });
});

test('what cannot be scheduled is said where it is: time, field, icon, nothing changed', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('400 /changeRequests', '409 /changeRequests');
  const app = await api.addApp({ adsStatus: 'on' });
  const taken = await localTime(page, 2, '08:00');
  await schedule(api, { appID: app.appID, changes: { adsStatus: 'off' }, at: taken.sent });
  const form = await editApp(page, app);
  await openSchedule(page, form.dialog);
  await expect(page.getByText(/^Nothing is changed yet/)).toBeVisible();
  await form.appName.fill(' ');
  await openSchedule(page, form.dialog);
  await expect(form.dialog.getByText('Please Enter App Name')).toBeVisible();
  await expect(form.appName).toBeFocused();
  await form.appName.fill(app.appName);

  const chooser = page.waitForEvent('filechooser');
  await form.dialog.getByRole('button', { name: 'Choose icon' }).click();
  await (await chooser).setFiles({
    name: 'wave.png',
    mimeType: 'image/png',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  });
  const { dialog, at, confirm } = await openSchedule(page, form.dialog);
  const icon = form.dialog.getByRole('button', { name: 'Choose icon' });
  await expect(icon).toHaveAccessibleDescription(/^An icon cannot be scheduled/);
  await expect(icon).toBeFocused();
  await form.dialog.getByRole('button', { name: 'Use the default' }).click();

  await form.adsStatus.selectOption('off');
  await openSchedule(page, form.dialog);
  for (const [when, message] of [
    ['', 'Please Enter Date and Time'],
    ['2026-01-01T10:00', 'Time must be in the future'],
    ['2090-01-01T10:00', 'Time must be at most a year ahead'],
    [taken.text, 'Ads Status is changed at this time already, by Morgan Quay'],
  ] as const) {
    await at.fill(when);
    await confirm.click();
    await expect(at).toHaveAccessibleDescription(new RegExp(message));
    await expect(at).toBeFocused();
  }
  await at.fill((await localTime(page, 2, '07:59')).text);
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(form.dialog).toBeHidden();
});

test('a change for later is seen in the message, in the list and at its own address', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp({ adsStatus: 'on' });
  const form = await editApp(page, app);
  await form.adsStatus.selectOption('off');
  const { confirm } = await openSchedule(page, form.dialog);
  await confirm.click();
  await expect(page.getByText(/: change scheduled for (today|tomorrow), 09:00 AM$/)).toBeVisible();
  const row = rowOf(page, app.appName);
  await expect(row.getByText(/^Changes (today|tomorrow), 09:00 AM$/)).toBeVisible();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  const { id } = await requestFor(api, app.appID);
  await expect(page).toHaveURL(new RegExp(`change-requests\\?request=${id}`));
  const drawer = page.getByRole('dialog', { name: app.appName });
  await expect(drawer).toContainText(/Ads Status.*ON.*OFF/);
  await page.reload();
  await expect(drawer, 'a link to it works').toContainText('Scheduled');

  await page.goto(`/admin/application/${app.appID}`);
  await expect(
    page.getByRole('link', { name: /changes (today|tomorrow), 09:00 AM/ }),
  ).toBeVisible();
});

test('a scheduled change is cancelled from its message', async ({ adminPage: page, api }) => {
  const app = await api.addApp({ adsStatus: 'on' });
  const form = await editApp(page, app);
  await form.adsStatus.selectOption('off');
  const { confirm } = await openSchedule(page, form.dialog);
  await confirm.click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText(`${app.appName}: change cancelled`)).toBeVisible();
  expect((await requestFor(api, app.appID)).state).toBe('cancelled');
  await expect(rowOf(page, app.appName).getByText(/^Changes/)).toHaveCount(0);
});

test('a new app has no menu beside Save', async ({ adminPage: page }) => {
  await page.goto('/admin/application-list');
  await page.getByRole('button', { name: 'Add New App' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Application' });
  await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Other ways to save' })).toHaveCount(0);
});

test('the list shows open requests first, by app and by state; one is cancelled', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp({ adsStatus: 'on' });
  const { appID, appName } = app;
  await schedule(api, { appID, changes: { adsStatus: 'off' }, at: inHours(5), note: 'Audit' });
  await page.goto('/admin/dashboard');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Safety' })
    .click();
  await page
    .getByRole('navigation', { name: 'Safety' })
    .getByRole('link', { name: /^Change requests/ })
    .click();
  await expect(page).toHaveURL(requestsTab);
  const row = await openRequestRow(page, appName);
  await expect(row).toContainText('Ads Status: OFF, now ON');
  await expect(row).toContainText('Morgan Quay');
  await expect(row).toContainText(/(Today|Tomorrow), \d\d:\d\d [AP]M/);
  await expect(row).toContainText('in 5 hours');
  await expect(row).toContainText('Scheduled');
  await expect(row).toContainText('Audit');

  await fromMenu(page, row, 'Show the difference');
  const drawer = page.getByRole('dialog', { name: appName });
  await expect(drawer).toContainText(/Ads Status.*ON.*OFF/);
  await drawer.getByRole('button', { name: 'Cancel change…' }).click();
  const question = drawer.getByRole('region', { name: 'Cancel this change?' });
  await expect(question.getByRole('button', { name: 'Cancel change' })).toBeFocused();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(drawer.getByRole('button', { name: 'Cancel change…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${appName}: change cancelled`)).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(row).toHaveCount(0);
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Cancelled' });
  await expect(page).toHaveURL(/state=cancelled/);
  await expect(row).toContainText('just now');

  await fromMenu(page, row, 'Show the difference');
  await drawer.getByRole('button', { name: 'All change requests of this application' }).click();
  await expect(page).toHaveURL(new RegExp(`appID=${appID}`));
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('all');
  await expect(rowOf(page, appName)).toHaveCount(1);
});

test('a conflict shows both values, and is applied anyway', async ({ adminPage: page, api }) => {
  const app = await api.addApp({ note: 'first' });
  const soon = new Date(Date.now() + 1_500).toISOString();
  await schedule(api, { appID: app.appID, changes: { note: 'planned' }, at: soon });
  await api.call('updateApp', { id: app.appID, body: { note: 'by somebody else' } });
  await expect.poll(async () => (await requestFor(api, app.appID)).state).toBe('conflict');
  const row = await openRequestRow(page, app.appName);
  await expect(row).toContainText('Conflict');
  await expect(row).toContainText('Changed since: Note');
  await row.press('Enter');
  const drawer = page.getByRole('dialog', { name: app.appName });
  await expect(drawer).toContainText(/At the requestfirst.*Nowby somebody else.*Requestedplanned/);
  await expect(drawer.getByRole('button', { name: 'Cancel change…' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Apply anyway' }).click();
  await expect(page.getByText(`${app.appName}: updated`)).toBeVisible();
  await expect(drawer).toBeHidden();
  const [now] = await api.call('getAllApp', { query: { appID: app.appID } });
  expect(now?.note).toBe('planned');
});

test('a request that failed says why', async ({ adminPage: page, api }) => {
  const app = await api.addApp({ appName: fresh('Gone soon') });
  const soon = new Date(Date.now() + 1_500).toISOString();
  await schedule(api, { appID: app.appID, changes: { note: 'planned' }, at: soon });
  await api.call('deleteApp', { id: app.appID });
  await expect.poll(async () => (await requestFor(api, app.appID)).state).toBe('failed');
  const row = await openRequestRow(page, app.appName, 'failed');
  await expect(row).toContainText('The application was deleted');
  await row.press('Enter');
  const drawer = page.getByRole('dialog', { name: app.appName });
  await expect(drawer).toContainText('The application was deleted');
  await expect(drawer.getByRole('button', { name: /Apply|Cancel/ })).toHaveCount(0);
});

test('the history of an app has its open requests above the past changes', async ({
  adminPage: page,
  api,
}) => {
  const { appID, appName } = await api.addApp({ adsStatus: 'on' });
  await schedule(api, { appID, changes: { adsStatus: 'off' }, at: inHours(5), note: 'Audit' });
  const row = await openRow(page, appName);
  await fromMenu(page, row, 'History');
  const history = page.getByRole('dialog', { name: `History of ${appName}` });
  const open = history.getByRole('region', { name: 'Open change requests' });
  await expect(open).toContainText(/Scheduled.*in 5 hours/);
  await expect(open).toContainText('by Morgan Quay: Audit');
  await expect(history.getByText('Created')).toBeVisible();
  await open.getByRole('button', { name: 'Cancel change…' }).click();
  await page.keyboard.press('Enter');
  await expect(open).toHaveCount(0);
  await expect(history.locator(':focus'), 'the focus stays inside').toHaveCount(1);
  expect((await requestFor(api, appID)).state).toBe('cancelled');
});
