import type { Page } from '@playwright/test';
import { openEdit } from '../support/app-form.ts';
import { card, country, save } from '../support/configuration.ts';
import { fleet, rows } from '../support/fleet.ts';
import { fromMenu, openConfigurationRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* A list after one of its items was saved (spec, section 4 "Update merges into the item"). */

/** Takes the server's present answer to the next matching GET, but sends it only when `release` is called. */
async function hold(page: Page, url: RegExp) {
  const released = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await released.promise;
      // The page may have cancelled it in the meantime.
      await route.fulfill({ response }).catch(() => {});
      done.resolve();
    },
    { times: 1 },
  );
  return {
    asked: asked.promise,
    release: () => {
      released.resolve();
      return done.promise;
    },
  };
}

const sortBy = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getByRole('button').first().click();

test('a list that was requested before a save does not show the old app again', async ({
  adminPage,
  api,
}) => {
  const { list, name } = await fleet(api, 2);
  await adminPage.goto(list());
  const row = rowOf(adminPage, name('01'));
  await expect(row).toBeVisible();
  const old = await hold(adminPage, /getAllApp\?.*sort=appStatus/);
  await sortBy(adminPage, 'Status');
  await old.asked;
  const form = await openEdit(adminPage, row);
  await form.appStatus.selectOption('suspend');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await old.release();
  await expect(row).toContainText('Suspended');
  const again = await openEdit(adminPage, row);
  await again.note.fill('second edit');
  await again.save.click();
  await expect(again.dialog, 'no conflict with the own earlier save').toBeHidden();
  const [saved] = await api.call('getAllApp', { query: { appName: name('01') } });
  expect(saved).toMatchObject({ appStatus: 'suspend', note: 'second edit' });
});

test('a list that was requested before a save does not show the old user again', async ({
  adminPage,
  api,
}) => {
  const position = fresh('Keeper');
  const user = await api.addUser({ position });
  await adminPage.goto(
    `/admin/user-list?${new URLSearchParams({ position: 'Keeper', search: user.userID })}`,
  );
  const row = rowOf(adminPage, user.userID);
  await expect(row).toBeVisible();
  const old = await hold(adminPage, /getUser\?.*sort=fullName/);
  await sortBy(adminPage, 'Full Name');
  await old.asked;
  await fromMenu(adminPage, row, 'Edit');
  const dialog = adminPage.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByRole('textbox', { name: /^Position/ }).fill(`${position} anew`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await old.release();
  await expect(row).toContainText(`${position} anew`);
});

test('a list that was requested before a save does not show the old countries again', async ({
  adminPage,
  api,
}) => {
  const { appName } = await api.addConfigured();
  const row = await openConfigurationRow(adminPage, appName);
  const old = await hold(adminPage, /getConfigureApp\?.*sort=country/);
  await sortBy(adminPage, 'Country');
  await old.asked;
  await fromMenu(adminPage, row, 'Edit');
  await country(adminPage).fill('IN,FR');
  await save(card(adminPage, 'App Setting')).click();
  await expect(row).toContainText('Only in India and France');
  await old.release();
  await expect(row).toContainText('Only in India and France');
});

test('an app that no longer matches the filter leaves the list, and the count is updated', async ({
  adminPage,
  api,
}) => {
  const { list, name } = await fleet(api, 3);
  await adminPage.goto(list({ appStatus: 'in-develop' }));
  await expect(adminPage.getByText('Nothing matches')).toBeVisible();
  await adminPage.goto(list({ appStatus: 'live' }));
  await expect(adminPage.getByText('1–3 of 3')).toBeVisible();
  const form = await openEdit(adminPage, rowOf(adminPage, name('02')));
  await form.appStatus.selectOption('in-develop');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await expect(rows(adminPage)).toHaveCount(2);
  await expect(adminPage.getByText('1–2 of 2')).toBeVisible();
});

test('an app whose name was changed moves to its place in the order', async ({
  adminPage,
  api,
}) => {
  const { list, name, accountName } = await fleet(api, 3);
  await adminPage.goto(list());
  const form = await openEdit(adminPage, rowOf(adminPage, name('01')));
  await form.appName.fill(`${accountName} 99`);
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await expect(rows(adminPage).last()).toContainText(`${accountName} 99`);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a removed row fades out in its place', async ({ adminPage, api }) => {
    const { list, name } = await fleet(api, 3);
    await adminPage.goto(list({ appStatus: 'live' }));
    await expect(rows(adminPage)).toHaveCount(3);
    await adminPage.evaluate(() => {
      const places: number[] = [];
      Object.assign(window, { placesOfLeaving: places });
      new MutationObserver(() => {
        const all = [...document.querySelectorAll('tbody tr')];
        const place = all.findIndex((row) => row.matches('[data-leaving]'));
        if (place >= 0) places.push(place, all.length);
      }).observe(document.body, { subtree: true, attributes: true, childList: true });
    });
    const form = await openEdit(adminPage, rowOf(adminPage, name('02')));
    await form.appStatus.selectOption('suspend');
    await form.save.click();
    await expect(rows(adminPage)).toHaveCount(2);
    const places = await adminPage.evaluate(
      () => (window as unknown as { placesOfLeaving: number[] }).placesOfLeaving,
    );
    expect(places.slice(0, 2), 'the second of three rows').toEqual([1, 3]);
  });
});
