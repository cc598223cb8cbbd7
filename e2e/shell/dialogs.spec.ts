import { appForm } from '../support/app-form.ts';
import {
  appRow,
  asDrawer,
  asForm,
  type Case,
  changedAppRow,
  configuredRow,
  dialogOf,
  expectDialog,
  inMenu,
  inRow,
  onPage,
  open,
  press,
  userRow,
} from '../support/dialogs.ts';
import { searchBox } from '../support/fleet.ts';
import { confirmDelete, fromMenu, openRow, rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* After every way to close any dialog, the focus returns to the element that opened it. */

/** All dialogs of the product, but those of bulk work (bulk-dialogs.spec.ts). */
const dialogs: Record<string, Case> = {
  'the form of a new app': {
    arrive: onPage('/admin/application-list', 'Add New App'),
    ways: asForm,
  },
  'the form of an app': {
    arrive: inRow(appRow, /^Edit/),
    ways: asForm,
  },
  'the question before an app is deleted': {
    arrive: inRow(appRow, /^Delete/),
    ways: asDrawer,
  },
  'the new token': { arrive: inMenu(appRow, 'New token…'), ways: asDrawer },
  'the code of an app': { arrive: inMenu(appRow, 'Connect'), ways: asDrawer },
  'the test of an app': { arrive: inMenu(appRow, 'Test as a phone in…'), ways: asDrawer },
  'the pause of an app': { arrive: inMenu(appRow, 'Pause this app…'), ways: asForm },
  'a pause': { arrive: onPage('/admin/safety/pauses', 'Pause ads…'), ways: asForm },
  'the mute of a finding': {
    arrive: async (page, api) => {
      const { appID } = await api.addApp();
      return onPage(`/admin/safety/findings?appID=${appID}`, 'Mute…')(page, api);
    },
    ways: asForm,
  },
  'the traffic of an app': { arrive: inMenu(appRow, 'Traffic'), ways: asDrawer },
  'the history of an app': { arrive: inMenu(appRow, 'History'), ways: asDrawer },
  'the deleted apps': { arrive: onPage('/admin/application-list', 'Deleted'), ways: asDrawer },
  'the form of a new user': {
    arrive: onPage('/admin/user-list', 'Create New User'),
    ways: asForm,
  },
  'the form of a user': {
    arrive: inMenu(userRow, 'Edit'),
    ways: asForm,
  },
  'the question before a user is deleted': {
    arrive: inMenu(userRow, 'Delete'),
    ways: asDrawer,
  },
  'the deleted users': { arrive: onPage('/admin/user-list', 'Deleted'), ways: asDrawer },
  'the question before a configuration is deleted': {
    arrive: inMenu(configuredRow, 'Delete'),
    ways: asDrawer,
  },
  'the edit of a configuration': {
    arrive: async (page, api) => {
      const edit = await inMenu(configuredRow, 'Edit')(page, api);
      return async () => {
        const button = await edit();
        await expect(page.getByRole('textbox', { name: 'Country' })).toBeFocused();
        return button;
      };
    },
    ways: {
      Cancel: (page) => page.getByRole('button', { name: 'Cancel' }).click(),
      Save: (page) => page.getByRole('button', { name: 'Save' }).first().click(),
    },
  },
  'an entry of the log': {
    arrive: async (page, api) => {
      await api.addApp();
      return onPage('/admin/audit-log', 'Show the difference of')(page, api);
    },
    ways: asDrawer,
  },
  'the theme customizer': {
    arrive: onPage('/admin/dashboard', 'Theme customizer'),
    ways: asDrawer,
  },
  'the palette': {
    arrive: onPage('/admin/dashboard', 'Find anything'),
    ways: { Escape: asDrawer.Escape, 'Ctrl-K': (page) => page.keyboard.press('Control+k') },
  },
};

for (const [name, dialog] of Object.entries(dialogs)) {
  test(`the focus returns from ${name}, which has no violation`, async ({ adminPage, api }) => {
    await expectDialog(adminPage, api, name, dialog);
  });
}

for (const kind of ['app', 'user'] as const) {
  test(`the focus returns from the changed ${kind} form after discarding and after saving`, async ({
    adminPage,
    api,
  }) => {
    const isApp = kind === 'app';
    const row = await (isApp ? appRow : userRow)(adminPage, api);
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

test('the focus returns from the dialog of a new token', async ({ adminPage, api }) => {
  const opener = await open(inMenu(appRow, 'New token…'), adminPage, api);
  await press('Make a new token')(adminPage);
  await press('Done')(adminPage);
  await expect(dialogOf(adminPage)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the focus returns from a dialog that closes before it takes the focus', async ({
  adminPage,
  api,
}) => {
  // The animation keeps the closing dialog in the page for a moment.
  await adminPage.emulateMedia({ reducedMotion: 'no-preference' });
  const opener = await open(onPage('/admin/safety/pauses', 'Pause ads…'), adminPage, api);
  await expect(dialogOf(adminPage)).toBeVisible();
  await adminPage.keyboard.press('Escape');
  await expect(dialogOf(adminPage)).toHaveCount(0);
  await adminPage.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role="dialog"]')) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
      );
    }).observe(document.body, { childList: true, subtree: true });
  });
  await opener.click();
  await expect(dialogOf(adminPage)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('Cancel gives the focus back to the button that opened the question', async ({
  adminPage,
  api,
}) => {
  await open(inMenu(changedAppRow, 'History'), adminPage, api);
  const goBack = dialogOf(adminPage).getByRole('button', { name: 'Go back to this version' });
  await goBack.click();
  await press('Cancel')(adminPage);
  await expect(goBack).toBeFocused();
});

test('after a delete the focus is on the next row, and after the last row in the search', async ({
  adminPage,
  api,
}) => {
  const accountName = fresh('Pier');
  // The first removed row fades out, the second disappears at once.
  await adminPage.emulateMedia({ reducedMotion: 'no-preference' });
  const [first, second] = [await api.addApp({ accountName }), await api.addApp({ accountName })];
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

test('after a delete whose list failed to load, loading it again does not move the focus', async ({
  adminPage,
  api,
  mayFail,
}) => {
  mayFail('400 /apps/getAllApp');
  const { appName } = await api.addApp();
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
  // The list is requested again without changing the focus, and now the row disappears.
  await adminPage.getByRole('button', { name: 'Try again' }).dispatchEvent('click');
  await expect(row).toHaveCount(0);
  await expect(other).toBeFocused();
});
