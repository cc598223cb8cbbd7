import type { Batch } from '@adwarden/contract/batches/batches';
import { expectAccessible } from '../support/axe.ts';
import { batchesTab, editNotes } from '../support/bulk.ts';
import { fleet, idsOf } from '../support/fleet.ts';
import { fromMenu, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* The list of batches, their progress in the frame, and the audit log (ADR 40). */

test('the list shows what came out; a batch is undone, and the rest listed', async ({
  adminPage: page,
  api,
}) => {
  const { accountName, name } = await fleet(api, 3);
  const ids = await idsOf(api, accountName);
  const note = fresh('Batch note');
  await editNotes(api, ids, note);
  await api.call('updateApp', { id: ids[0] ?? '', body: { note: 'later' } });
  await page.goto('/admin/safety');
  await page
    .getByRole('navigation', { name: 'Safety' })
    .getByRole('link', { name: 'Bulk changes' })
    .click();
  await expect(page).toHaveURL(batchesTab);
  const row = rowOf(page, note);
  await expect(row).toContainText('Morgan Quay');
  await expect(row).toContainText('Done');
  await expect(row).toContainText('3 applications changed');
  await fromMenu(page, row, 'Undo…');
  const drawer = page.getByRole('dialog', { name: new RegExp(note) });
  await expect(drawer.getByRole('tab', { name: /^Changed/ })).toHaveText('Changed3');
  await expect(drawer.getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
  await expect(page, 'an address that leads to it').toHaveURL(/[?&]batch=\w+/);
  await drawer.getByRole('button', { name: 'Keep it' }).click();
  await expect(drawer.getByRole('button', { name: 'Undo…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('2 applications taken back, 1 skipped');
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toContainText(name('0'));
  await page.keyboard.press('Escape');
  await expect(row.filter({ hasText: 'Undone' })).toHaveCount(1);
});

test('the history of an app says what a batch did to it, and Undo asks for this app or all', async ({
  adminPage: page,
  api,
}) => {
  const { accountName } = await fleet(api, 3);
  const ids = await idsOf(api, accountName);
  const notes = async () =>
    (await api.call('getAllApp', { query: { accountName } })).map((app) => app.note);
  const before = await notes();
  const note = fresh('Of three');
  await editNotes(api, ids, note);
  const history = `/admin/application/${ids[0]}/history`;
  await page.goto(history);
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: note }).first();
  await entry.getByRole('link', { name: 'with 2 other apps' }).click();
  const drawer = page.getByRole('dialog', { name: new RegExp(note) });
  await expect(drawer).toContainText('3 applications changed');
  await page.goto(history);
  await entry.getByRole('button', { name: 'Undo this change' }).click();
  const question = page.getByRole('region', { name: 'Undo this change?' });
  await question.getByRole('radio', { name: 'All 3 apps' }).check();
  await question.getByRole('button', { name: 'Undo all 3 apps' }).click();
  await expect.poll(notes).toEqual(before);
});

test('the audit log finds an app in a batch by its name and by the value', async ({
  adminPage: page,
  api,
}) => {
  const { accountName, name } = await fleet(api, 2);
  const note = fresh('Searched value');
  await editNotes(api, await idsOf(api, accountName), note);
  await page.goto('/admin/audit-log');
  const search = page.getByRole('searchbox').or(page.getByPlaceholder(/^Search person/));
  for (const word of [name('02'), note]) {
    await search.first().fill(word);
    const row = page
      .getByRole('row')
      .filter({ hasText: name('02') })
      .first();
    await expect(row.getByRole('link', { name: 'with 1 other app' })).toBeVisible();
  }
});

test('the frame shows a running batch on every page, and a toast its end', async ({
  adminPage: page,
  api,
}) => {
  const { accountName } = await fleet(api, 1);
  const batch = await editNotes(api, await idsOf(api, accountName), fresh('Shown'));
  let done = 20;
  const running = (): Batch => ({
    ...batch,
    state: done < 30 ? 'running' : 'done',
    total: 30,
    done,
    changed: done,
    remainingSeconds: 12,
    canCancel: done < 30,
    canUndo: done >= 30,
  });
  await page.route(/\/batches\?pageSize=20/, (route) =>
    route.fulfill({
      json: {
        status: 'success',
        success: true,
        message: 'Batches',
        data: [running()],
        total: 1,
        page: 0,
        pageSize: 20,
      },
    }),
  );
  await page.goto('/admin/dashboard');
  const indicator = page.getByRole('banner').getByRole('link', {
    name: `${batch.title}: 20 of 30 applications, about 15 s left`,
  });
  await expect(indicator).toBeVisible();
  await indicator.click();
  await expect(page).toHaveURL(batchesTab);
  done = 30;
  const toast = page.getByRole('alert').filter({ hasText: '30 applications changed' });
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(indicator).toHaveCount(0);
});

test('a running batch is cancelled in the list', async ({ adminPage: page, api }) => {
  const { accountName } = await fleet(api, 1);
  const batch = await editNotes(api, await idsOf(api, accountName), fresh('Cancelled'));
  const running = {
    ...batch,
    state: 'running',
    total: 30,
    done: 20,
    canCancel: true,
    canUndo: false,
  };
  let cancelled = false;
  await page.route(/\/batches\?page/, (route) =>
    route.fulfill({
      json: {
        status: 'success',
        success: true,
        message: 'Batches',
        data: [cancelled ? { ...running, state: 'cancelled', canCancel: false } : running],
        total: 1,
        page: 0,
        pageSize: 10,
      },
    }),
  );
  await page.route(`**/batches/${batch.id}/cancel`, (route) => {
    cancelled = true;
    return route.fulfill({
      json: { status: 'success', success: true, message: 'Cancelled', data: { batch: running } },
    });
  });
  await page.goto(batchesTab);
  const row = rowOf(page, batch.title);
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '66');
  await expect(row).toContainText('20 of 30 applications');
  await page.route(`**/batches/${batch.id}`, (route) =>
    route.fulfill({
      json: {
        status: 'success',
        success: true,
        message: 'Batch',
        data: { batch: cancelled ? { ...running, state: 'cancelled', canCancel: false } : running },
      },
    }),
  );
  await fromMenu(page, row, 'Cancel…');
  const drawer = page.getByRole('dialog', { name: batch.title });
  await drawer.getByRole('button', { name: 'Let it run' }).click();
  await expect(drawer.getByRole('button', { name: 'Cancel…' })).toBeFocused();
  expect(cancelled, 'it was only asked').toBe(false);
  await drawer.getByRole('button', { name: 'Cancel…' }).click();
  await drawer.getByRole('button', { name: 'Cancel the bulk change' }).click();
  await expect(drawer).toContainText('10 not reached');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(row).toContainText('10 not reached');
});

test('owners see their own batches only', async ({ ownerPage: page, owner, api }) => {
  const { appID } = await api.addApp({ selectedUser: owner.userID });
  const note = fresh('Not mine');
  await editNotes(api, [appID], note);
  await page.goto('/safety/batches');
  await expect(page.getByText('No bulk change yet')).toBeVisible();
  const { token } = await api.signInOwner(owner);
  const mine = fresh('Mine');
  await editNotes(api, [appID], mine, token);
  await page.reload();
  await expect(rowOf(page, mine)).toHaveCount(1);
  await expect(page.getByRole('columnheader', { name: 'Person' })).toHaveCount(0);
});

test('the audit log shows a batch as one row, which opens', async ({ adminPage: page, api }) => {
  const { accountName, name } = await fleet(api, 2);
  const note = fresh('Logged');
  await editNotes(api, await idsOf(api, accountName), note);
  await page.goto(`/admin/audit-log?${new URLSearchParams({ entity: 'batch' })}`);
  const row = rowOf(page, note);
  await expect(row).toHaveCount(1);
  const open = row.getByRole('button', { name: /^Show the entries of/ });
  await expect(open).toHaveAttribute('aria-expanded', 'false');
  await open.press('Enter');
  await expect(open).toHaveAttribute('aria-expanded', 'true');
  const entries = page
    .getByRole('list', { name: 'Entries of the bulk change' })
    .getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.filter({ hasText: name('02') })).toContainText(/Changed.*Note/);
  await entries
    .filter({ hasText: name('02') })
    .getByRole('button')
    .click();
  await expect(page.getByRole('dialog', { name: name('02') })).toContainText(note);
  await page.keyboard.press('Escape');
  await open.click();
  await expect(entries).toHaveCount(0);
});

test('the batches and their drawer have no violation', async ({ adminPage: page, api }) => {
  const { accountName } = await fleet(api, 2);
  const note = fresh('Checked');
  await editNotes(api, await idsOf(api, accountName), note);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(batchesTab);
    await expect(page.getByText(note).first()).toBeVisible();
    const tabs = page.getByRole('navigation', { name: 'Safety' });
    await expect(tabs.getByRole('link', { name: 'Bulk changes' })).toBeInViewport({ ratio: 0.99 });
    await expectAccessible(page, 'batches', width);
    await page
      .getByRole('button', { name: new RegExp(`Actions for .*${note}`) })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Show the applications' }).click();
    await expect(page.getByRole('tab').first()).toBeVisible();
    await expectAccessible(page, 'a batch', width);
  }
});
