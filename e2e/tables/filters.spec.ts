import type { Page } from '@playwright/test';
import { stopClock } from '../support/clock.ts';
import { fleet, names, rows, searchBox } from '../support/fleet.ts';
import { endAllPauses, startPause } from '../support/pauses.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

test.afterEach(({ api }) => endAllPauses(api));

/* "Add filter" with values and counts, and pasted lists (ADR 82). */

const addButton = (page: Page) => page.getByRole('button', { name: 'Add filter', exact: true });
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Add filter', exact: true });
const inUse = (page: Page) => page.getByRole('list', { name: 'Filters in use' });

/** Pastes a text into the search, as from the clipboard. */
const pasteInto = (page: Page, text: string) =>
  searchBox(page).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

test('an owner is found by a part of the name, with the number of apps, and the chip has the name', async ({
  adminPage: page,
  api,
}) => {
  const fullName = fresh('Solveig Tern');
  const owner = await api.addUser({ fullName });
  const { accountName, name, list } = await fleet(api, 3);
  await api.addApp({ accountName, appName: name('98'), selectedUser: owner.userID });
  await api.addApp({ accountName, appName: name('99'), selectedUser: owner.userID });
  await page.goto(list());
  await expect(rows(page)).toHaveCount(5);
  await addButton(page).click();
  await page.keyboard.type('owner');
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await expect(panel.getByRole('textbox', { name: 'Find Owner' })).toBeFocused();
  await expect(panel.getByRole('radio', { name: 'Without owner 3' })).toBeVisible();
  await page.keyboard.type(fullName.toLowerCase());
  await panel.getByRole('radio', { name: `${fullName} 2` }).click();
  await expect(panel).toBeHidden();
  await expect.poll(() => names(page)).toEqual([name('98'), name('99')]);
  await expect(inUse(page)).toContainText(`Owner:${fullName}`);
  await expect(inUse(page)).not.toContainText(owner.userID);
  // The heading says the same, and the address keeps it.
  await expect(page.getByRole('button', { name: /^Filter User: / })).toBeVisible();
  await page.reload();
  await expect(inUse(page)).toContainText(`Owner:${fullName}`);
  await expect(rows(page)).toHaveCount(2);
  await inUse(page).getByRole('button', { name: 'Remove filter Owner' }).click();
  await expect(rows(page)).toHaveCount(5);
});

test('what is typed before the panel has the focus goes into it, Enter too', async ({
  adminPage: page,
  api,
}) => {
  const { list } = await fleet(api, 2);
  await page.goto(list());
  await expect(rows(page)).toHaveCount(2);
  // The panel fades in with the clock, and has the focus after that.
  await stopClock(page);
  await addButton(page).click();
  // Without the panel, `x` would select the first row.
  await page.keyboard.type('xowner');
  for (const _ of 'xowner') await page.keyboard.press('Backspace');
  await page.keyboard.type('owner');
  await page.keyboard.press('Enter');
  await page.clock.resume();
  const panel = panelOf(page);
  await expect(panel.getByRole('textbox', { name: 'Find Owner' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  // A panel that is closed before it was there takes no keys from the page.
  await page.evaluate(() => document.querySelector('h1')?.focus());
  await addButton(page).click();
  await addButton(page).click();
  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
});

test('a value is found without its filter, and counts follow the other filters', async ({
  adminPage: page,
  api,
}) => {
  const { accountName, name, list } = await fleet(api, 2);
  const paused = await api.addApp({ accountName, appName: name('97'), appStatus: 'suspend' });
  await startPause(api, { scope: 'app', value: paused.appID, reason: 'Looking' });
  await page.goto(list());
  await expect(rows(page)).toHaveCount(3);
  await addButton(page).click();
  await page.keyboard.type('paused');
  await panelOf(page).getByRole('button', { name: 'Pause: Paused', exact: true }).click();
  await expect.poll(() => names(page)).toEqual([name('97')]);
  await expect(inUse(page)).toContainText('Pause:Paused');
  await addButton(page).click();
  await panelOf(page).getByRole('button', { name: 'Status', exact: true }).click();
  await expect(panelOf(page).getByRole('radio', { name: 'Suspended 1' })).toBeVisible();
  await expect(panelOf(page).getByRole('radio', { name: 'Live 0' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(addButton(page)).toBeFocused();
  // All that the filters find are selected, and a batch gets the same apps.
  await page.getByRole('button', { name: 'Select all 1' }).click();
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('by keyboard alone, an account is chosen from the list', async ({ adminPage: page, api }) => {
  const { accountName, list } = await fleet(api, 2);
  await page.goto(list());
  await expect(rows(page)).toHaveCount(2);
  await addButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByRole('textbox', { name: 'Find a filter' })).toBeFocused();
  await page.keyboard.type('account');
  const found = panelOf(page).getByRole('list', { name: 'Filters' }).getByRole('button');
  await expect(found.first()).toContainText('Account Name contains');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(panelOf(page).getByRole('button', { name: 'Account', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(accountName);
  const choice = panelOf(page).getByRole('radio', { name: `${accountName} 2` });
  await expect(choice).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(choice).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toBeHidden();
  await expect(inUse(page)).toContainText(`Account:${accountName}`);
});

test('a pasted list of package names and ad units finds all of them, and says what it has not found', async ({
  adminPage: page,
  api,
}) => {
  const { accountName, name } = await fleet(api, 3);
  const word = fresh('pasted')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const digits = String(Date.now()).padStart(16, '7').slice(-10);
  const unit = `ca-app-pub-7777777777777777/${digits}`;
  await api.addApp({ accountName, appName: name('97'), packageName: `com.${word}.one` });
  await api.addApp({ accountName, appName: name('98'), googleBanner1: unit });
  await page.goto('/admin/application-list');
  await expect(rows(page).first()).toBeVisible();
  await pasteInto(page, `com.${word}.one\nBanner\t${unit}\tBanner\ncom.${word}.gone\n`);
  await expect(inUse(page)).toContainText('Pasted list:2 texts found');
  await expect.poll(() => names(page)).toEqual([name('98'), name('97')]);
  await expect(searchBox(page)).toHaveValue('');
  await inUse(page).getByRole('button', { name: '1 not found' }).click();
  await expect(page.getByRole('dialog', { name: 'Not found' })).toContainText(`com.${word}.gone`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select all 2' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(2);

  // One text is searched for, as before.
  await page.goto('/admin/application-list');
  await searchBox(page).fill(`com.${word}.one`);
  await expect(rows(page)).toHaveCount(1);
});

test('a list that is too long is refused, and its length is said', async ({ adminPage: page }) => {
  await page.goto('/admin/application-list');
  await expect(searchBox(page)).toBeVisible();
  const many = Array.from({ length: 501 }, (_, index) => `com.pasted.app${index}`).join('\n');
  await pasteInto(page, many);
  await expect(page.getByText('The list has 501 texts; at most 500 can be searched')).toBeVisible();
  await expect(page).not.toHaveURL(/pasted=/);
  await searchBox(page).fill('a');
  await expect(page.getByText('The list has 501 texts')).toBeHidden();
});

test('on a phone an owner pastes a list into its field', async ({
  ownerPage: page,
  api,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const mine = await api.addApp({ selectedUser: owner.userID, packageName: 'com.kelp.mine' });
  await api.addApp({ packageName: 'com.kelp.notmine' });
  await page.goto('/application-list');
  await page.getByRole('button', { name: 'Sort and filter', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Sort and filter', exact: true });
  await expect(panel.getByRole('button', { name: 'Owner', exact: true })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Pasted list' }).click();
  await panel.getByRole('textbox', { name: 'Pasted list' }).fill('com.kelp.mine\ncom.kelp.notmine');
  await panel.getByRole('button', { name: 'Find all' }).click();
  await expect(inUse(page)).toContainText('1 text found');
  await expect(inUse(page)).toContainText('1 not found');
  const cards = page.getByRole('list', { name: 'Applications' }).getByRole('listitem');
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).toContainText(mine.appName);
});
