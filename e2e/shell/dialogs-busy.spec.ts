import type { Page } from '@playwright/test';
import {
  type Arrive,
  appRow,
  changedAppRow,
  dialogOf,
  inMenu,
  onPage,
  open,
  press,
  userRow,
} from '../support/dialogs.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { expect, test } from '../support/test.ts';

/* A dialog stays open while its call is running. When that takes long, the call can be cancelled. */

/** Milliseconds from the start of a save until it can be cancelled. */
const cancelDelay = 2_000;

/** The dialogs that make a call: the URL of the call, and how to send it from the open dialog. */
const calls: Record<
  string,
  { arrive: Arrive; url: RegExp; send: (page: Page) => Promise<unknown> }
> = {
  'the new token': {
    arrive: inMenu(appRow, 'New token…'),
    url: /rotateToken/,
    send: press('Make a new token'),
  },
  'the form of a user': {
    arrive: inMenu(userRow, 'Edit'),
    url: /updateUser/,
    send: async (page) => {
      await page.getByRole('textbox', { name: 'Position' }).fill('Pilot');
      await press('Save')(page);
    },
  },
  'the question before a user is deleted': {
    arrive: inMenu(userRow, 'Delete'),
    url: /deleteUser/,
    send: press('Yes, Delete It!'),
  },
  'the history of an app': {
    arrive: inMenu(changedAppRow, 'History'),
    url: /restore/,
    send: async (page) => {
      await press('Go back to this version')(page);
      await press('Go back')(page);
    },
  },
  'the deleted apps': {
    arrive: async (page, api) => {
      const { appID } = await api.addApp();
      await api.call('deleteApp', { id: appID });
      return onPage('/admin/application-list', 'Deleted')(page, api);
    },
    url: /restore/,
    send: (page) =>
      dialogOf(page)
        .getByRole('button', { name: /^Restore/ })
        .first()
        .click(),
  },
  'an entry of the log': {
    arrive: async (page, api) => {
      await changedAppRow(page, api);
      return onPage('/admin/audit-log', 'Show the difference of')(page, api);
    },
    url: /undo/,
    send: async (page) => {
      await press('Undo this change')(page);
      await press('Undo')(page);
    },
  },
};

/** Resolves when the page sends a call that writes. */
const askedOf = (page: Page, url: RegExp) =>
  page.waitForRequest((request) => url.test(request.url()) && request.method() !== 'GET');

for (const [name, { arrive, url, send }] of Object.entries(calls)) {
  test(`${name} cannot be dismissed while its call is running`, async ({ adminPage, api }) => {
    // On a busy machine the test takes longer than that.
    await adminPage.addInitScript((delay) => {
      const { setTimeout: later } = window;
      const patient = (act: TimerHandler, ms?: number, ...rest: unknown[]) =>
        later(act, ms === delay ? 60_000 : ms, ...rest);
      window.setTimeout = patient as typeof setTimeout;
    }, cancelDelay);
    await open(arrive, adminPage, api);
    // Previews are answered; the call itself waits.
    const answer = await holdCalls(adminPage, url, 'writes');
    const asked = askedOf(adminPage, url);
    await send(adminPage);
    await asked;
    for (const close of await dialogOf(adminPage).getByRole('button', { name: 'Close' }).all()) {
      await expect(close).toBeDisabled();
    }
    await adminPage.keyboard.press('Escape');
    await adminPage.mouse.click(5, 450);
    await expect(dialogOf(adminPage)).toBeVisible();
    answer();
    // The result is shown: by the new token, or by a toast.
    await expect(
      adminPage
        .getByText(/^(New token|Undone|.*(updated|deleted|a new token|[Rr]estored|is back))/)
        .last(),
    ).toBeVisible();
  });
}

for (const [name, { arrive, url, send }] of Object.entries(calls)) {
  test(`${name} can be left when its call hangs`, async ({ adminPage, api }) => {
    await open(arrive, adminPage, api);
    await holdCalls(adminPage, url, 'writes');
    const asked = askedOf(adminPage, url);
    await send(adminPage);
    await asked;
    const dialog = dialogOf(adminPage).last();
    const busy = dialog.locator('[aria-busy="true"], [data-loading]');
    await expect(busy.first(), 'the dialog knows of its call').toBeVisible();
    const cancel = dialog.getByRole('button', { name: 'Cancel', exact: true }).first();
    await expect(cancel).toBeEnabled();
    const closes = dialog.getByRole('button', { name: 'Close', exact: true });
    await expect(closes, 'none seems to be stuck').toHaveCount(0);
    await adminPage.keyboard.press('Escape');
    await expect(
      adminPage.getByText('Cancelled. The server may have done it all the same').first(),
    ).toBeVisible();
    await expect(dialog, 'it is open, and nothing is lost').toBeVisible();
    await expect(busy).toHaveCount(0);
    await adminPage.keyboard.press('Escape');
    const discard = adminPage.getByRole('button', { name: 'Discard' });
    if (name === 'the form of a user') await discard.click();
    await expect(dialogOf(adminPage)).toHaveCount(0);
  });
}
