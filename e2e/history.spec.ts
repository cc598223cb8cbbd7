import { openRow, rowOf } from './support/rows.ts';
import { expect, test } from './support/test.ts';

/* Issue 3, item 6: history, restore, undo and the lists of what was deleted, for applications. */

test('Undo in the toast brings a deleted app back', async ({ adminPage, office }) => {
  const { appName, appID, authToken } = await office.addApp();
  const row = await openRow(adminPage, appName);
  await row.getByRole('button', { name: /Delete/ }).click();
  const dialog = adminPage.getByRole('dialog');
  await dialog.getByPlaceholder('Copy the app name, then enter it.').fill(appName);
  await dialog.getByRole('button', { name: 'Yes, Delete It!' }).click();
  await adminPage.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(adminPage, appName)).toBeVisible();
  const [again] = await office.call<object[]>('getAllApp', { query: { appID } });
  expect(again).toMatchObject({ appID, authToken, appName });
});

test('the history tells who changed what, and restores a version', async ({
  adminPage,
  office,
}) => {
  const app = await office.addApp({ note: 'as it was' });
  await office.call('updateApp', { id: app.appID, body: { note: 'as it became' } });
  const row = await openRow(adminPage, app.appName);
  await row.getByRole('button', { name: /More/ }).click();
  await adminPage.getByRole('menuitem', { name: 'History' }).click();
  const panel = adminPage.getByRole('dialog');
  await expect(panel.getByText('as it became').first()).toBeVisible();
  await expect(panel.getByText('Morgan Quay').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Restore this version' }).last().click();
  await panel.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect
    .poll(async () => {
      const query = { appID: app.appID };
      return (await office.call<{ note: string }[]>('getAllApp', { query }))[0]?.note;
    })
    .toBe('as it was');
});

test('deleted apps are listed with a way back', async ({ adminPage, office }) => {
  const { appName, appID } = await office.addApp();
  await office.call('deleteApp', { id: appID });
  await adminPage.goto('/admin/application-list');
  await adminPage.getByRole('button', { name: 'Deleted' }).click();
  const panel = adminPage.getByRole('dialog');
  const entry = panel.getByRole('listitem').filter({ hasText: appName });
  await entry.getByRole('button', { name: /Restore/ }).click();
  await expect
    .poll(async () => (await office.call<object[]>('getAllApp', { query: { appID } })).length)
    .toBe(1);
});

test('a long list of deleted apps goes on page by page', async ({ adminPage, office }) => {
  const oldest = await office.addApp();
  await office.call('deleteApp', { id: oldest.appID });
  for (let more = 0; more < 20; more += 1) {
    const { appID } = await office.addApp();
    await office.call('deleteApp', { id: appID });
  }
  await adminPage.goto('/admin/application-list');
  await adminPage.getByRole('button', { name: 'Deleted' }).click();
  const drawer = adminPage.getByRole('dialog', { name: 'Deleted applications' });
  await expect(drawer.getByRole('listitem')).toHaveCount(20);
  const last = drawer.getByRole('listitem').filter({ hasText: oldest.appName });
  await expect(last).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Show earlier ones' }).click();
  await last.getByRole('button', { name: /^Restore/ }).click();
  await expect(last).toHaveCount(0);
  await expect(drawer.locator(':focus'), 'the focus stays inside').toHaveCount(1);
});
