import type { Page } from '@playwright/test';
import { appForm } from './support/app-form.ts';
import {
  appRow,
  changedAppRow,
  click,
  configuredRow,
  dialogOf,
  inMenu,
  type Open,
  onPage,
  press,
  userRow,
} from './support/dialogs.ts';
import { searchBox } from './support/fleet.ts';
import { fresh } from './support/office.ts';
import { confirmDelete, fromMenu, openRow, rowOf } from './support/rows.ts';
import { expect, test } from './support/test.ts';

/* Focus returns to what opened a dialog, from every dialog and by every way out of it. */

type Case = {
  open: Open;
  /** The ways out after which nothing has changed. */
  ways: Record<string, (page: Page) => Promise<unknown>>;
};

const byEscape = (page: Page) => page.keyboard.press('Escape');
const drawer = { Close: press('Close'), Escape: byEscape };
const form = { Close: press('Close'), Escape: byEscape, Dismiss: press('Dismiss') };
const question = { Close: press('Close'), Escape: byEscape };

/** Every dialog of the product. */
const dialogs: Record<string, Case> = {
  'the form of a new app': {
    open: onPage('/admin/application-list', 'Add New App'),
    ways: form,
  },
  'the form of an app': {
    open: async (page, office) =>
      click((await appRow(page, office)).getByRole('button', { name: /^Edit/ })),
    ways: form,
  },
  'the question before an app is deleted': {
    open: async (page, office) =>
      click((await appRow(page, office)).getByRole('button', { name: /^Delete/ })),
    ways: question,
  },
  'the new token': { open: inMenu(appRow, 'New token…'), ways: drawer },
  'the test of an app': { open: inMenu(appRow, 'Test as a phone in…'), ways: drawer },
  'the usage of an app': { open: inMenu(appRow, 'Usage'), ways: drawer },
  'the history of an app': { open: inMenu(appRow, 'History'), ways: drawer },
  'the deleted apps': { open: onPage('/admin/application-list', 'Deleted'), ways: drawer },
  'the form of a new user': {
    open: onPage('/admin/user-list', 'Create New User'),
    ways: form,
  },
  'the form of a user': {
    open: inMenu(userRow, 'Edit'),
    ways: form,
  },
  'the question before a user is deleted': {
    open: inMenu(userRow, 'Delete'),
    ways: question,
  },
  'the deleted users': { open: onPage('/admin/user-list', 'Deleted'), ways: drawer },
  'the question before a configuration is deleted': {
    open: inMenu(configuredRow, 'Delete'),
    ways: question,
  },
  'the edit of a configuration': {
    open: async (page, office) => {
      const button = await inMenu(configuredRow, 'Edit')(page, office);
      await expect(page.getByRole('textbox', { name: 'Country' })).toBeFocused();
      return button;
    },
    ways: {
      Cancel: (page) => page.getByRole('button', { name: 'Cancel' }).click(),
      Save: (page) => page.getByRole('button', { name: 'Save' }).first().click(),
    },
  },
  'an entry of the log': {
    open: async (page, office) => {
      await office.addApp();
      return onPage('/admin/audit-log', 'Show the difference of')(page, office);
    },
    ways: drawer,
  },
  'the theme customizer': { open: onPage('/admin/dashboard', 'Theme customizer'), ways: drawer },
  'the palette': {
    open: onPage('/admin/dashboard', 'Find anything'),
    ways: { Escape: byEscape, 'Ctrl-K': (page) => page.keyboard.press('Control+k') },
  },
};

for (const [name, { open, ways }] of Object.entries(dialogs)) {
  test(`the focus returns from ${name}`, async ({ adminPage, office }) => {
    for (const [way, leave] of Object.entries(ways)) {
      const opener = await open(adminPage, office);
      if (way !== 'Cancel' && way !== 'Save') await expect(dialogOf(adminPage)).toBeVisible();
      await leave(adminPage);
      await expect(dialogOf(adminPage)).toHaveCount(0);
      await expect(opener, `after ${way}`).toBeFocused();
    }
  });
}

for (const kind of ['app', 'user'] as const) {
  test(`the focus returns from the changed ${kind} form, discarded or saved`, async ({
    adminPage,
    office,
  }) => {
    const isApp = kind === 'app';
    const row = await (isApp ? appRow : userRow)(adminPage, office);
    const dialog = isApp
      ? appForm(adminPage, 'Edit Application').dialog
      : adminPage.getByRole('dialog', { name: 'Edit User' });
    const opener = row.getByRole('button', { name: isApp ? /^Edit/ : /^Actions for/ });
    const openForm = () => (isApp ? opener.click() : fromMenu(adminPage, row, 'Edit'));
    const field = dialog.getByRole('textbox', { name: isApp ? /^Note/ : /^Position/ });
    const close = dialog.getByRole('button', { name: 'Close', exact: true });

    await openForm();
    await field.fill('harbour pilot');
    await close.click();
    await press('Discard')(adminPage);
    await expect(dialog).toHaveCount(0);
    await expect(opener, 'after Discard').toBeFocused();

    await openForm();
    await field.fill('harbour pilot');
    await adminPage.keyboard.press('Escape');
    await press('Keep editing')(adminPage);
    await expect(field, 'after Keep editing').toBeFocused();
    await close.click();
    await press('Keep editing')(adminPage);
    await expect(close, 'after Close and Keep editing').toBeFocused();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(opener, 'after Save').toBeFocused();
  });
}

test('the focus returns from a token that was made', async ({ adminPage, office }) => {
  const opener = await inMenu(appRow, 'New token…')(adminPage, office);
  await press('Make a new token')(adminPage);
  await press('Done')(adminPage);
  await expect(dialogOf(adminPage)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('Cancel gives the focus back to the button that the question replaced', async ({
  adminPage,
  office,
}) => {
  await inMenu(changedAppRow, 'History')(adminPage, office);
  const goBack = dialogOf(adminPage).getByRole('button', { name: 'Go back to this version' });
  await goBack.click();
  await press('Cancel')(adminPage);
  await expect(goBack).toBeFocused();
});

test('after a delete the focus is with the next row, and after the last one in the search', async ({
  adminPage,
  office,
}) => {
  const accountName = fresh('Pier');
  // The first row fades as it goes, the second goes at once.
  await adminPage.emulateMedia({ reducedMotion: 'no-preference' });
  const [first, second] = [
    await office.addApp({ accountName }),
    await office.addApp({ accountName }),
  ];
  await adminPage.goto(
    `/admin/application-list?${new URLSearchParams({ accountName, sort: 'createdAt' })}`,
  );
  const remove = ({ appName }: { appName: string }) =>
    rowOf(adminPage, appName).getByRole('button', { name: /^Delete/ });
  await remove(first).click();
  await confirmDelete(adminPage, first.appName);
  await expect(rowOf(adminPage, first.appName)).toHaveCount(0);
  await expect(remove(second)).toBeFocused();
  await adminPage.emulateMedia({ reducedMotion: 'reduce' });

  await remove(second).click();
  await confirmDelete(adminPage, second.appName);
  await expect(rowOf(adminPage, second.appName)).toHaveCount(0);
  await expect(searchBox(adminPage)).toBeFocused();
});

test('a delete whose list cannot be asked for anew does not take the focus away later', async ({
  adminPage,
  office,
}) => {
  const { appName } = await office.addApp();
  const row = await openRow(adminPage, appName);
  const other = adminPage.getByRole('button', { name: 'Add New App' }).first();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await adminPage.route(/getAllApp/, (route) =>
    route.fulfill({ status: 400, json: { status: 'error', success: false, message: 'Not now' } }),
  );
  await confirmDelete(adminPage, appName);
  await expect(adminPage.getByText('Not now').first()).toBeVisible();
  await expect(dialogOf(adminPage)).toHaveCount(0);
  await other.focus();
  await adminPage.unroute(/getAllApp/);
  // Asked for again, without taking the focus: the row goes now.
  await adminPage.getByRole('button', { name: 'Try again' }).dispatchEvent('click');
  await expect(row).toHaveCount(0);
  await expect(other).toBeFocused();
});
