import type { Locator, Page } from '@playwright/test';
import { confirmDelete, openRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* History, restore, undo and the list of deleted applications. */

test('Undo in the toast restores a deleted app', async ({ adminPage, api }) => {
  const { appName, appID, authToken } = await api.addApp();
  const row = await openRow(adminPage, appName);
  await row.getByRole('button', { name: /Delete/ }).click();
  await confirmDelete(adminPage, appName);
  await adminPage.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(adminPage, appName)).toBeVisible();
  const [again] = await api.call('getAllApp', { query: { appID } });
  expect(again).toMatchObject({ appID, authToken, appName });
});

/** Opens the history of an app from its row. */
async function openHistory(page: Page, appName: string): Promise<Locator> {
  const row = await openRow(page, appName);
  await row.getByRole('button', { name: /More/ }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  return page.getByRole('dialog');
}

test('a change is undone from the history: its old values are back, and later edits stay', async ({
  adminPage,
  api,
}) => {
  const app = await api.addApp({ reward1: 'good-1', reward2: 'good-2' });
  const id = app.appID;
  await api.call('updateApp', { id, body: { reward1: '', reward2: '' } });
  await api.call('updateApp', { id, body: { note: 'later', reward2: 'newer-2' } });
  const panel = await openHistory(adminPage, app.appName);
  await expect(panel.getByText('Morgan Quay').first()).toBeVisible();
  const entries = panel.getByRole('listitem').filter({ hasText: 'Changed' });
  const bad = entries.filter({ hasText: 'good-1' });
  await bad.getByRole('button', { name: 'Undo this change' }).click();
  const question = panel.getByRole('region', { name: 'Undo this change?' });
  await expect(question).toContainText(/Reward 1.*good-1/);
  await expect(question).toContainText('because somebody changed it since: Reward 2');
  await question.getByRole('button', { name: 'Undo' }).click();
  const toast = adminPage.getByText('Undone: Reward 1. Left as it is: Reward 2');
  await expect(toast).toBeVisible();
  await expect(panel.locator(':focus'), 'the focus stays inside').toHaveCount(1);
  const [now] = await api.call('getAllApp', { query: { appID: id } });
  expect(now).toMatchObject({ reward1: 'good-1', reward2: 'newer-2', note: 'later' });
});

test('an owner sees the history of an own app, without addresses, other owners, undo and restore', async ({
  ownerPage,
  api,
  owner,
}) => {
  const other = await api.addUser({ fullName: fresh('Rowan') });
  const { appID, appName } = await api.addApp({ selectedUser: other.userID, note: 'before' });
  await api.call('updateApp', { id: appID, body: { selectedUser: owner.userID } });
  await api.call('updateApp', { id: appID, body: { note: 'after' } });
  await ownerPage.goto(`/application-list?search=${appID}`);
  await rowOf(ownerPage, appName).getByRole('button', { name: /More/ }).click();
  await ownerPage.getByRole('menuitem', { name: 'History' }).click();
  const panel = ownerPage.getByRole('dialog');
  await expect(panel.getByRole('listitem').filter({ hasText: 'after' }).first()).toBeVisible();
  await expect(panel).toContainText('by Morgan Quay');
  await expect(panel, 'of the time before').toContainText('Saved without a change');
  await expect(panel).not.toContainText(other.fullName);
  await expect(panel).not.toContainText('127.0.0.1');
  await expect(panel.getByRole('button', { name: /Undo|Go back/ })).toHaveCount(0);
});

test('the history restores a version, and says what that changes', async ({ adminPage, api }) => {
  const app = await api.addApp({ note: 'as it was' });
  await api.call('updateApp', { id: app.appID, body: { note: 'as it became' } });
  const panel = await openHistory(adminPage, app.appName);
  await expect(panel.getByText('as it became').first()).toBeVisible();
  const goBack = panel.getByRole('button', { name: 'Go back to this version' });
  await expect(goBack, 'no button at the current version').toHaveCount(1);
  await goBack.click();
  const question = panel.getByRole('region', { name: 'Go back to this version?' });
  await expect(question).toContainText(/Note.*as it became.*as it was/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await goBack.click();
  await question.getByRole('button', { name: 'Go back', exact: true }).click();
  await expect(adminPage.getByText(/^Application is back at the version of change/)).toBeVisible();
  const query = { appID: app.appID };
  const [now] = await api.call('getAllApp', { query });
  expect(now?.note).toBe('as it was');
});

test('deleted apps are listed and can be restored', async ({ adminPage, api }) => {
  const { appName, appID } = await api.addApp();
  await api.call('deleteApp', { id: appID });
  await adminPage.goto('/admin/application-list');
  await adminPage.getByRole('button', { name: 'Deleted' }).click();
  const panel = adminPage.getByRole('dialog');
  const entry = panel.getByRole('listitem').filter({ hasText: appName });
  await entry.getByRole('button', { name: /Restore/ }).click();
  await expect.poll(async () => (await api.call('getAllApp', { query: { appID } })).length).toBe(1);
});

test('a long list of deleted apps loads page by page', async ({ adminPage, api }) => {
  const oldest = await api.addApp();
  await api.call('deleteApp', { id: oldest.appID });
  for (let more = 0; more < 20; more += 1) {
    const { appID } = await api.addApp();
    await api.call('deleteApp', { id: appID });
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
