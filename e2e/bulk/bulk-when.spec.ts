import { act, box, previewDialog, previewNote, select, selectAll } from '../support/bulk.ts';
import { needApproval, requestFor } from '../support/change-requests.ts';
import { fleet } from '../support/fleet.ts';
import { expect, test } from '../support/test.ts';

/* Changes of many applications that are made later, need approval or stop ads (ADR 40). */

test('a change is scheduled, or made at once instead', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('400 /batches/preview');
  const { list, accountName } = await fleet(api, 2);
  await selectAll(page, list());
  await act(page, 'Edit fields');
  const form = page.getByRole('dialog', { name: 'Edit fields' });
  await form.getByRole('combobox', { name: 'Field' }).fill('Note');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Note' }).fill('for tomorrow');
  await form.getByRole('button', { name: 'Preview' }).click();
  const { dialog, button } = previewDialog(page);
  const other = dialog.getByRole('button', { name: 'Other ways to save' });
  await other.click();
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  const when = page.getByRole('dialog', { name: 'Schedule' });
  const at = when.getByLabel('Date and time');
  await at.fill('2026-01-01T10:00');
  await when.getByRole('button', { name: 'Preview' }).click();
  await expect(at).toHaveAccessibleDescription(/Time must be in the future/);
  await at.fill('2027-09-01T10:00');
  await when.getByRole('button', { name: 'Preview' }).click();
  await expect(when).toBeHidden();
  await expect(dialog).toContainText(/01 Sep 2027, 10:00 AM.* Until then nothing changes/);
  await other.click();
  await page.getByRole('menuitem', { name: 'At once instead' }).click();
  await expect(button('Run')).toBeVisible();
  await other.click();
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  await when.getByRole('button', { name: 'Preview' }).click();
  await button('Schedule').click();
  await expect(page.getByText('2 change requests made').first()).toBeVisible();
  const apps = await api.call('getAllApp', { query: { accountName } });
  for (const { appID } of apps) {
    expect(await requestFor(api, appID)).toMatchObject({ state: 'scheduled' });
  }
});

test('the changes of an owner who needs approval are sent for approval', async ({
  ownerPage: page,
  owner,
  api,
}) => {
  const { appID } = await api.addApp({ selectedUser: owner.userID });
  await needApproval(api, owner);
  await selectAll(page, '/application-list');
  await previewNote(page);
  await previewDialog(page).button('Send for approval').click();
  await expect(page.getByText('1 change request made').first()).toBeVisible();
  expect(await requestFor(api, appID)).toMatchObject({ state: 'in-review', approval: true });
});

test('one application is paused by itself, several as one', async ({ adminPage: page, api }) => {
  const { list, name } = await fleet(api, 3);
  await page.goto(list());
  await select(page).click();
  await box(page, name('01')).check();
  await act(page, 'Pause');
  const pause = page.getByRole('dialog', { name: 'Pause ads' });
  await expect(pause.getByRole('combobox', { name: 'Application' })).toHaveValue(
    new RegExp(name('01')),
  );
  await page.keyboard.press('Escape');
  await expect(pause).toBeHidden();
  // All that match, which the browser knows by their query only.
  await page.getByRole('button', { name: /^Select all 3 matching/ }).click();
  await act(page, 'Pause');
  await expect(pause.getByLabel('What to pause')).toHaveValue('apps');
  await expect(pause).toContainText('Stops the ads of 3 applications.');
  await pause.getByRole('textbox', { name: 'Reason' }).fill('Invalid traffic');
  await page.keyboard.press('Enter');
  await expect(pause).toBeHidden();
  const [made] = await api.call('getPauses', {});
  expect(made).toMatchObject({ scope: 'apps', apps: 3 });
  const label = `${name('01')}, ${name('02')} and 1 more`;
  expect(made?.label).toBe(label);

  // One of them goes on.
  await page.goto(`/admin/application/${made?.appIDs?.[0]}`);
  const pauses = page.getByRole('list', { name: 'Pauses' });
  await expect(pauses).toContainText(`The ads of ${label} are paused: Invalid traffic`);
  await pauses.getByRole('button', { name: 'Resume' }).click();
  const question = page.getByRole('dialog', { name: 'Resume ads?' });
  await question.getByRole('button', { name: 'Only this app' }).click();
  await expect(question).toBeHidden();
  await expect(pauses).toBeHidden();
  expect((await api.call('getPauses', {}))[0]).toMatchObject({ id: made?.id, apps: 2 });
  await api.call('endPause', { id: made?.id ?? '', body: {} });
});

test('the preview says what would happen to phones, and which findings are new', async ({
  adminPage: page,
  api,
}) => {
  const app = await api.addApp({ adsStatus: 'on', appStatus: 'live' });
  await selectAll(page, `/admin/application-list?${new URLSearchParams({ search: app.appID })}`);
  await act(page, 'Edit fields');
  const form = page.getByRole('dialog', { name: 'Edit fields' });
  await form.getByRole('combobox', { name: 'Field' }).fill('Google Banner 1');
  await page.keyboard.press('Enter');
  await form
    .getByRole('textbox', { name: 'Google Banner 1' })
    .fill('ca-app-pub-8675309024681357~1');
  await form.getByRole('button', { name: 'Preview' }).click();
  const { dialog, apps } = previewDialog(page);
  await expect(dialog.getByRole('region', { name: 'New findings' })).toContainText(
    /Error.*1 application/,
  );
  await expect(apps.first()).toContainText('Error');
});
