import { act, box, previewDialog, select, selectAll } from './support/bulk.ts';
import { needApproval, requestFor } from './support/change-requests.ts';
import { fleet } from './support/fleet.ts';
import { expect, test } from './support/test.ts';

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
  await act(page, 'Pause');
  await expect(page.getByRole('dialog', { name: /^Stop the ads of 1/ })).toBeVisible();
  await page.getByRole('button', { name: 'Set Ads Status to OFF…' }).click();
  await previewDialog(page).button('Send for approval').click();
  await expect(page.getByText('1 change request made').first()).toBeVisible();
  expect(await requestFor(api, appID)).toMatchObject({ state: 'in-review', approval: true });
});

test('one application is paused; for several, Ads Status is offered', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 2);
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
  await box(page, name('02')).check();
  await act(page, 'Pause');
  const question = page.getByRole('dialog', { name: 'Stop the ads of 2 applications' });
  await question.getByRole('button', { name: 'Pause an account or an owner…' }).click();
  await expect(pause.getByRole('combobox', { name: 'Account Name' })).toBeVisible();
  await page.keyboard.press('Escape');
  await act(page, 'Pause');
  await question.getByRole('button', { name: 'Set Ads Status to OFF…' }).click();
  const { tab, button } = previewDialog(page);
  await expect(tab('Changed')).toHaveText('Changed2');
  await button('Run').click();
  await expect(page.getByText('2 applications changed').first()).toBeVisible();
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
