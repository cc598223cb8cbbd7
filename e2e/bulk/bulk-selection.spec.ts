import { expectAccessible } from '../support/axe.ts';
import { act, bar, box, pageBox, previewDialog, select } from '../support/bulk.ts';
import { fleet, rows, searchBox } from '../support/fleet.ts';
import { rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';

/* Selecting applications in their list (ADR 40). */

test('the checkboxes come first, and the selection survives paging, sorting and searching', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 12);
  await page.goto(list());
  await expect(rows(page)).toHaveCount(10);
  const headers = () => page.getByRole('columnheader').allInnerTexts();
  const before = await headers();
  await select(page).click();
  await expect(select(page)).toHaveAttribute('aria-pressed', 'true');
  expect((await headers()).slice(1), 'all other columns as they were').toEqual(before);
  await expect(bar(page)).toContainText('Nothing selected');
  await expect(bar(page).getByRole('button', { name: 'Edit fields' })).toBeDisabled();

  await box(page, name('02')).check();
  await box(page, name('05')).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 selected');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(box(page, name('11'))).not.toBeChecked();
  await box(page, name('11')).check();
  await page.goBack();
  await expect(box(page, name('03'))).toBeChecked();
  await page.getByRole('button', { name: 'App Name', exact: true }).click();
  await expect(box(page, name('12'))).not.toBeChecked();
  await expect(box(page, name('11'))).toBeChecked();
  await searchBox(page).fill(name('04'));
  await expect(rows(page)).toHaveCount(1);
  await expect(box(page, name('04'))).toBeChecked();
  await expect(bar(page)).toContainText('5 selected');

  await searchBox(page).fill('');
  await expect(rows(page)).toHaveCount(10);
  await pageBox(page).check();
  await expect(bar(page)).toContainText('11 selected');
  await pageBox(page).uncheck();
  await expect(bar(page)).toContainText('1 selected');
  await bar(page).getByRole('button', { name: 'Clear the selection' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(select(page)).toBeFocused();
  expect(await headers()).toEqual(before);
});

test('the words about hidden columns lie below the bar, not under it', async ({
  adminPage: page,
  api,
}) => {
  const { list } = await fleet(api, 2);
  await page.setViewportSize({ width: 900, height: 900 });
  await page.goto(list());
  await select(page).click();
  const words = await page.getByText(/^\d+ columns? hidden$/).boundingBox();
  const bars = await bar(page).boundingBox();
  expect(words?.y).toBeGreaterThanOrEqual((bars?.y ?? 0) + (bars?.height ?? 0));
});

test('all that match are selected by their query', async ({ adminPage: page, api }) => {
  const { list, name, accountName } = await fleet(api, 12);
  await page.goto(list());
  await select(page).click();
  await bar(page).getByRole('button', { name: 'Select all 12 matching' }).click();
  await expect(bar(page)).toContainText('12 selected');
  await expect(bar(page).getByRole('button', { name: /^Select all/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(box(page, name('12'))).toBeChecked();
  await page.goBack();
  await searchBox(page).fill(`${accountName} 03`);
  await expect(rows(page)).toHaveCount(1);
  await expect(bar(page)).toContainText('12 selected from another search');
  await expect(bar(page).getByRole('button', { name: 'Select all 1 matching' })).toBeVisible();
  await searchBox(page).fill('');
  await expect(rows(page)).toHaveCount(10);
  await box(page, name('02')).uncheck();
  await expect(bar(page), 'all others stay').toContainText('11 selected');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(box(page, name('12'))).toBeChecked();
  await act(page, 'Delete');
  await expect(previewDialog(page).dialog).toContainText('11 applications');
});

test('rows are selected by keyboard alone; Escape clears', async ({ adminPage: page, api }) => {
  const { list, name } = await fleet(api, 5);
  await page.goto(list());
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(box(page, name('01'))).toBeChecked();
  await expect(rowOf(page, name('01'))).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(bar(page)).toContainText('3 selected');
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('2 selected');
  await page.keyboard.press('a');
  await expect(bar(page).getByRole('button', { name: 'Edit fields' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit fields' });
  await expect(dialog).toBeVisible();
  // The first one closes the options of the field, which open with the focus.
  const option = page.getByRole('option', { name: 'Package Name' });
  await expect(option).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(option).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(bar(page), 'Escape closed only the dialog').toContainText('2 selected');
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator('[data-row]:focus')).toHaveCount(1);
});

test('a dialog that takes the focus while it closes gives it back, also from a select', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 1);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(list());
  await select(page).click();
  await box(page, name('01')).check();
  await act(page, 'Edit fields');
  const dialog = page.getByRole('dialog', { name: 'Edit fields' });
  await expect(dialog.getByRole('combobox').first()).toBeVisible();
  await page.evaluate(async () => {
    const inside = '[role="dialog"]';
    document.querySelector<HTMLElement>(`${inside} button[aria-label="Dismiss"]`)?.click();
    await new Promise((resolve) => setTimeout(resolve, 20));
    document.querySelector<HTMLElement>(`${inside} input[role="combobox"]`)?.focus();
  });
  await expect(dialog).toHaveCount(0);
  await expect(bar(page).getByRole('button', { name: 'Edit fields' })).toBeFocused();
});

test('Escape in the search and in a menu keeps the selection', async ({ adminPage: page, api }) => {
  const { list, name } = await fleet(api, 2);
  await page.goto(list());
  await select(page).click();
  await box(page, name('01')).check();
  await searchBox(page).fill('0');
  await searchBox(page).press('Escape');
  await expect(bar(page)).toContainText('1 selected');
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Selection' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(bar(page)).toContainText('1 selected');
});

test('owners get the actions that they may do', async ({ ownerPage: page, owner, api }) => {
  const { appName } = await api.addApp({ selectedUser: owner.userID });
  await page.goto('/application-list');
  await select(page).click();
  await box(page, appName).check();
  const actions = bar(page).getByRole('button', {
    name: /^(Edit fields|Replace in|Countries|Owner|Pause|New tokens|Export|Delete)/,
  });
  await expect(actions).toHaveText([
    'Edit fields',
    'Replace in ad units',
    'Pause',
    'New tokens',
    'Export',
  ]);
  await act(page, 'Edit fields');
  await page.getByRole('combobox', { name: 'Field' }).fill('IP');
  await expect(page.getByText('No field matches')).toBeVisible();
});

test('the bar stays right below the frame while the page scrolls', async ({
  adminPage: page,
  api,
}) => {
  const { list } = await fleet(api, 10);
  const main = page.getByRole('navigation', { name: 'Main' });
  const banner = page.getByRole('banner');
  for (const [layoutType, width, frame] of [
    ['vertical', 1440, banner],
    ['horizontal', 1440, main],
    ['horizontal', 900, banner],
  ] as const) {
    await page.setViewportSize({ width, height: 600 });
    await page.goto(list());
    await page.evaluate(
      (layout) => localStorage.setItem('adwarden.layout', JSON.stringify(layout)),
      { layoutType },
    );
    await page.reload();
    await expect(rows(page)).toHaveCount(10);
    await select(page).click();
    await page.evaluate(() => window.scrollTo(0, 350));
    const [above, stuck] = [await frame.boundingBox(), await bar(page).boundingBox()];
    expect(stuck?.y, `${layoutType}, ${width} px`).toBeCloseTo(
      (above?.y ?? 0) + (above?.height ?? 0),
      0,
    );
  }
});

test('selecting has no violation and nothing scrolls sideways', async ({
  adminPage: page,
  api,
}) => {
  const { list, name } = await fleet(api, 3);
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(list());
    if (width === 390) await page.getByRole('button', { name: 'More tools' }).click();
    await select(page).click();
    await box(page, name('02')).check();
    await expect(bar(page)).toContainText('1 selected');
    await expectAccessible(page, 'the selection', width);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide, `${width} px`).toBe(0);
    if (width > 900) continue;
    await act(page, 'Actions');
    await expect(page.getByRole('menuitem')).toHaveCount(8);
    await page.getByRole('menuitem', { name: 'Export' }).click();
    await expectAccessible(page, 'the export', width);
  }
});
