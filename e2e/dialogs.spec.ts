import type { Locator, Page } from '@playwright/test';
import { appForm } from './support/app-form.ts';
import { searchBox } from './support/fleet.ts';
import { fresh, type Office } from './support/office.ts';
import { openRow, rowOf } from './support/rows.ts';
import { expect, test } from './support/test.ts';

/* Focus returns to what opened a dialog, from every dialog and by every way out of it. */

const dialogOf = (page: Page) => page.getByRole('dialog');
const press = (name: string) => (page: Page) =>
  dialogOf(page).last().getByRole('button', { name, exact: true }).first().click();
const byEscape = (page: Page) => page.keyboard.press('Escape');

/** An entry of a row's menu, opened; answers the menu's button. */
async function fromMenu(page: Page, row: Locator, entry: string): Promise<Locator> {
  const button = row.getByRole('button', { name: /^(More|Actions) for/ });
  await button.click();
  await page.getByRole('menuitem', { name: entry }).click();
  return button;
}

async function click(opener: Locator): Promise<Locator> {
  await opener.click();
  return opener;
}

type Case = {
  /** Opens it; answers what it was opened from. */
  open: (page: Page, office: Office) => Promise<Locator>;
  /** The ways out after which nothing has changed. */
  ways: Record<string, (page: Page) => Promise<unknown>>;
};

const appRow = async (page: Page, office: Office) => {
  const { appName } = await office.addApp();
  return openRow(page, appName);
};
const userRow = async (page: Page, office: Office) => {
  const { fullName } = await office.addUser({ fullName: fresh('Ada Harbour') });
  await page.goto(`/admin/user-list?${new URLSearchParams({ search: fullName })}`);
  return rowOf(page, fullName);
};
const inApp =
  (entry: string) =>
  async (page: Page, office: Office): Promise<Locator> =>
    fromMenu(page, await appRow(page, office), entry);
const onPage =
  (path: string, name: string) =>
  async (page: Page): Promise<Locator> => {
    await page.goto(path);
    return click(page.getByRole('button', { name }).first());
  };

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
  'the new token': { open: inApp('New token…'), ways: drawer },
  'the test of an app': { open: inApp('Test as a phone in…'), ways: drawer },
  'the usage of an app': { open: inApp('Usage'), ways: drawer },
  'the history of an app': { open: inApp('History'), ways: drawer },
  'the deleted apps': { open: onPage('/admin/application-list', 'Deleted'), ways: drawer },
  'the form of a new user': {
    open: onPage('/admin/user-list', 'Create New User'),
    ways: form,
  },
  'the form of a user': {
    open: async (page, office) => fromMenu(page, await userRow(page, office), 'Edit'),
    ways: form,
  },
  'the question before a user is deleted': {
    open: async (page, office) => fromMenu(page, await userRow(page, office), 'Delete'),
    ways: question,
  },
  'the deleted users': { open: onPage('/admin/user-list', 'Deleted'), ways: drawer },
  'the question before a configuration is deleted': {
    open: async (page, office) => fromMenu(page, await configuredRow(page, office), 'Delete'),
    ways: question,
  },
  'the edit of a configuration': {
    open: async (page, office) => {
      const button = await fromMenu(page, await configuredRow(page, office), 'Edit');
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
      return onPage('/admin/audit-log', 'Show the difference of')(page);
    },
    ways: drawer,
  },
  'the theme customizer': { open: onPage('/admin/dashboard', 'Theme customizer'), ways: drawer },
  'the palette': {
    open: onPage('/admin/dashboard', 'Find anything'),
    ways: { Escape: byEscape, 'Ctrl-K': (page) => page.keyboard.press('Control+k') },
  },
};

async function configuredRow(page: Page, office: Office): Promise<Locator> {
  const { appID, appName } = await office.addApp();
  await office.call('addConfigureApp', { body: { id: appID, appName, country: 'IN,US' } });
  await page.goto(`/admin/app-configuration?${new URLSearchParams({ search: appName })}`);
  return rowOf(page, appName);
}

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
  const opener = await inApp('New token…')(adminPage, office);
  await press('Make a new token')(adminPage);
  await press('Done')(adminPage);
  await expect(dialogOf(adminPage)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('Cancel gives the focus back to the button that the question replaced', async ({
  adminPage,
  office,
}) => {
  const { appID, appName } = await office.addApp();
  await office.call('updateApp', { id: appID, body: { note: 'changed' } });
  await fromMenu(adminPage, await openRow(adminPage, appName), 'History');
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
  await adminPage.getByPlaceholder('Copy the app name').fill(first.appName);
  await press('Yes, Delete It!')(adminPage);
  await expect(rowOf(adminPage, first.appName)).toHaveCount(0);
  await expect(remove(second)).toBeFocused();
  await adminPage.emulateMedia({ reducedMotion: 'reduce' });

  await remove(second).click();
  await adminPage.getByPlaceholder('Copy the app name').fill(second.appName);
  await press('Yes, Delete It!')(adminPage);
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
  await adminPage.getByPlaceholder('Copy the app name').fill(appName);
  await adminPage.route(/getAllApp/, (route) =>
    route.fulfill({ status: 400, json: { status: 'error', success: false, message: 'Not now' } }),
  );
  await press('Yes, Delete It!')(adminPage);
  await expect(adminPage.getByText('Not now').first()).toBeVisible();
  await expect(dialogOf(adminPage)).toHaveCount(0);
  await other.focus();
  await adminPage.unroute(/getAllApp/);
  // Asked for again, without taking the focus: the row goes now.
  await adminPage.getByRole('button', { name: 'Try again' }).dispatchEvent('click');
  await expect(row).toHaveCount(0);
  await expect(other).toBeFocused();
});

/** Dialogs from which a call is made: where it goes, and how it is sent once the dialog is open. */
const calls: Record<
  string,
  { open: Case['open']; url: RegExp; send: (page: Page) => Promise<unknown> }
> = {
  'the new token': {
    open: inApp('New token…'),
    url: /rotateToken/,
    send: press('Make a new token'),
  },
  'the form of a user': {
    open: async (page, office) => fromMenu(page, await userRow(page, office), 'Edit'),
    url: /updateUser/,
    send: async (page) => {
      await page.getByRole('textbox', { name: 'Position' }).fill('Pilot');
      await press('Save')(page);
    },
  },
  'the question before a user is deleted': {
    open: async (page, office) => fromMenu(page, await userRow(page, office), 'Delete'),
    url: /deleteUser/,
    send: press('Yes, Delete It!'),
  },
  'the history of an app': {
    open: async (page, office) => {
      const { appID, appName } = await office.addApp();
      await office.call('updateApp', { id: appID, body: { note: 'changed' } });
      return fromMenu(page, await openRow(page, appName), 'History');
    },
    url: /restore/,
    send: async (page) => {
      await press('Go back to this version')(page);
      await press('Go back')(page);
    },
  },
  'the deleted apps': {
    open: async (page, office) => {
      const { appID } = await office.addApp();
      await office.call('deleteApp', { id: appID });
      return onPage('/admin/application-list', 'Deleted')(page);
    },
    url: /restore/,
    send: (page) =>
      dialogOf(page)
        .getByRole('button', { name: /^Restore/ })
        .first()
        .click(),
  },
  'an entry of the log': {
    open: async (page, office) => {
      const { appID } = await office.addApp();
      await office.call('updateApp', { id: appID, body: { note: 'changed' } });
      return onPage('/admin/audit-log', 'Show the difference of')(page);
    },
    url: /undo/,
    send: async (page) => {
      await press('Undo this change')(page);
      await press('Undo')(page);
    },
  },
};

for (const [name, { open, url, send }] of Object.entries(calls)) {
  test(`${name} cannot be dismissed while its call is under way`, async ({ adminPage, office }) => {
    await open(adminPage, office);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await adminPage.route(url, async (route) => {
      // A preview is answered; the call itself waits.
      if (route.request().method() !== 'GET') await held;
      await route.fallback();
    });
    const asked = adminPage.waitForRequest(
      (request) => url.test(request.url()) && request.method() !== 'GET',
    );
    await send(adminPage);
    await asked;
    await adminPage.keyboard.press('Escape');
    await adminPage.mouse.click(5, 450);
    for (const close of await dialogOf(adminPage).getByRole('button', { name: 'Close' }).all()) {
      await expect(close).toBeDisabled();
    }
    await expect(dialogOf(adminPage)).toBeVisible();
    answer();
    // What came of it is told: by the new token, or by a toast.
    await expect(
      adminPage
        .getByText(/^(New token|Undone|.*(updated|deleted|a new token|[Rr]estored|is back))/)
        .last(),
    ).toBeVisible();
  });
}
