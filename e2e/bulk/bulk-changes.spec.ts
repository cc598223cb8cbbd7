import { expectAccessible } from '../support/axe.ts';
import { act, bar, box, endedBatch, previewDialog, select, selectAll } from '../support/bulk.ts';
import { fleet } from '../support/fleet.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* One change of many applications: its form, the preview, the run and the way back (ADR 40). */

test('a publisher id is replaced in many applications, and the replacement undone', async ({
  adminPage: page,
  api,
}) => {
  const { list, accountName } = await fleet(api, 12);
  const units = async () =>
    (await api.call('getAllApp', { query: { accountName } })).map(
      ({ googleBanner1 }) => googleBanner1,
    );
  const before = await units();
  await selectAll(page, list());
  await act(page, 'Replace in ad units');
  const form = page.getByRole('dialog', { name: 'Replace in ad units' });
  await expect(form).toContainText('12 applications');
  const find = form.getByRole('textbox', { name: /^Find/ });
  await expect(find).toBeFocused();
  await find.press('Enter');
  await expect(find).toHaveAccessibleDescription(/Please enter the text to find/);
  await find.fill('7315520018462791');
  await form.getByRole('textbox', { name: /^Replace with/ }).fill('7315520018460000');
  await form.getByRole('button', { name: 'Preview' }).click();

  const { dialog, tab, apps, button } = previewDialog(page);
  await expect(tab('Changed')).toHaveText('Changed12');
  await expect(apps).toHaveCount(10);
  await expect(apps.first()).toContainText(/Google Native 1.*7315520018462791.*7315520018460000/);
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await expect(apps).toHaveCount(2);
  await tab('Unchanged').click();
  await expect(dialog).toContainText('No application is unchanged.');
  expect(await units(), 'nothing has changed yet').toEqual(before);
  await button('Run').click();

  const toast = page.getByRole('alert').filter({ hasText: '12 applications changed' });
  await expect(toast).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  expect((await units()).every((unit) => unit.includes('7315520018460000'))).toBe(true);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('12 applications taken back')).toBeVisible();
  expect(await units()).toEqual(before);
});

test('the form of ad units offers the publisher ids of the selected applications', async ({
  adminPage: page,
  api,
}) => {
  const word = fresh('Publishers');
  const of = (digit: string) => `ca-app-pub-${digit.repeat(16)}`;
  const add = (name: string, digit: string) =>
    api.addApp({
      appName: `${word} ${name}`,
      googleBanner1: `${of(digit)}/1`,
      reward1: `${of(digit)}/2`,
    });
  await add('one', '6');
  await add('two', '6');
  await add('three', '7');
  const offered = form().getByRole('group', { name: 'Publisher ids in use' }).getByRole('button');
  const list = `/admin/application-list?${new URLSearchParams({ search: word })}`;
  await selectAll(page, list);
  await act(page, 'Replace in ad units');
  // Between them is that of an ad unit that `addApp` gives to each app.
  await expect(offered.first()).toHaveText(`pub-${'6'.repeat(16)}`);
  await expect(offered.last()).toHaveText(`pub-${'7'.repeat(16)}`);
  await offered.last().press('Enter');
  const find = form().getByRole('textbox', { name: /^Find/ });
  await expect(find).toHaveValue(`pub-${'7'.repeat(16)}`);
  await expect(find).toBeFocused();
  await expectAccessible(page, 'the form of ad units with publisher ids');
  await form().getByRole('button', { name: 'Preview' }).click();
  await expect(previewDialog(page).tab('Changed')).toHaveText('Changed1');

  // One of the rows only.
  await page.goto(list);
  await select(page).click();
  await box(page, `${word} three`).check();
  await act(page, 'Replace in ad units');
  await expect(offered.first()).toHaveText(`pub-${'7'.repeat(16)}`);
  await expect(offered.filter({ hasText: '666' })).toHaveCount(0);

  function form() {
    return page.getByRole('dialog', { name: 'Replace in ad units' });
  }
});

test('with animations, the dialogs that close together do not fight for the focus', async ({
  adminPage: page,
  api,
}) => {
  const { list } = await fleet(api, 3);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await selectAll(page, list());
  await act(page, 'Replace in ad units');
  const form = page.getByRole('dialog', { name: 'Replace in ad units' });
  await form.getByRole('textbox', { name: /^Find/ }).fill('7315520018462791');
  await form.getByRole('textbox', { name: /^Replace with/ }).fill('7315520018460001');
  await form.getByRole('button', { name: 'Preview' }).click();
  await previewDialog(page).button('Run').click();
  // An error in the console fails the test (support/watch.ts).
  await expect(page.getByRole('alert').filter({ hasText: '3 applications changed' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('only the chosen fields are set, and a field becomes empty only when it is said', async ({
  adminPage: page,
  api,
}) => {
  const word = fresh('Fields');
  const first = await api.addApp({ appName: `${word} one`, note: 'first', accountName: 'Tide' });
  await api.addApp({ appName: `${word} two`, note: '', accountName: 'Wave' });
  await selectAll(page, `/admin/application-list?${new URLSearchParams({ search: word })}`);
  await act(page, 'Edit fields');
  const form = page.getByRole('dialog', { name: 'Edit fields' });
  const send = form.getByRole('button', { name: 'Preview' });
  const field = form.getByRole('combobox', { name: 'Field' });
  await expect(field).toBeFocused();
  await send.press('Enter');
  await expect(form.getByText('Please choose a field')).toBeVisible();
  await field.fill('Note');
  await page.keyboard.press('Enter');
  const note = form.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeFocused();
  await send.click();
  await expect(note).toHaveAccessibleDescription('Please enter a value, or choose “Make it empty”');
  await form.getByRole('checkbox', { name: 'Make Note empty' }).check();
  await expect(note).toBeDisabled();

  const another = form.getByRole('combobox', { name: 'Another field' });
  await another.click();
  await another.fill('Visible');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('combobox', { name: 'Visible Extra' })).toBeFocused();
  await another.click();
  await another.fill('Category');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Leave Category as it is' }).click();
  await form.getByRole('combobox', { name: 'Visible Extra' }).selectOption('on');
  await send.click();
  const { dialog, tab, apps, button } = previewDialog(page);
  await expect(tab('Changed')).toHaveText('Changed2');
  await expect(apps.filter({ hasText: 'one' })).toContainText(/Note.*first.*empty/);
  // A chosen value has its own colour on both sides, so that ON to OFF is green to red.
  const value = (side: string) =>
    apps.first().locator(`[data-side="${side}"]`, { hasText: /O(N|FF)$/ });
  await expect(value('before')).toHaveText(/OFF$/);
  await expect(value('before')).toHaveAttribute('data-tone', 'danger');
  await expect(value('after')).toHaveAttribute('data-tone', 'success');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(form.getByRole('combobox', { name: 'Visible Extra' })).toHaveValue('on');
  await send.click();
  await button('Run').click();
  await expect(page.getByText('2 applications changed').first()).toBeVisible();
  const [after] = await api.call('getAllApp', { query: { appID: first.appID } });
  expect(after).toMatchObject({
    note: '',
    visibleExtra: 'on',
    accountName: 'Tide',
    category: first.category,
  });
});

test('what the server refuses stands at its field', async ({ adminPage: page, api, mayFail }) => {
  mayFail('400 /batches/preview');
  const { list } = await fleet(api, 1);
  await selectAll(page, list());
  await act(page, 'Countries');
  const form = page.getByRole('dialog', { name: 'Countries' });
  await form.getByRole('textbox', { name: /^Country/ }).fill('Atlantis');
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByRole('textbox', { name: /^Country/ })).toHaveAccessibleDescription(
    /Atlantis/,
  );
});

test('countries, owner and tokens of several applications', async ({
  adminPage: page,
  owner,
  api,
}) => {
  const { list, accountName } = await fleet(api, 2);
  const run = async (message: string) => {
    await previewDialog(page).button('Run').click();
    await expect(page.getByText(message).first()).toBeVisible();
    await endedBatch(api);
  };
  await selectAll(page, list());
  await act(page, 'Countries');
  const countries = page.getByRole('dialog', { name: 'Countries' });
  await countries.getByRole('radio', { name: 'Only in …' }).check();
  await countries.getByRole('textbox', { name: /^Country/ }).fill('IN, US');
  await expect(countries.getByRole('status')).toContainText('2 applications would change');
  await countries.getByRole('button', { name: 'Show each' }).click();
  await run('2 applications changed');
  const configured = await api.call('getConfigureApp', { query: { search: accountName } });
  expect(configured.map(({ country }) => country)).toEqual(['IN,US', 'IN,US']);

  // The keyboard is enough: the focus is in the input, and Enter sends what the form has shown.
  await selectAll(page, list());
  await act(page, 'Countries');
  await expect(countries.getByRole('textbox', { name: /^Country/ })).toBeFocused();
  await countries.getByRole('radio', { name: 'Show ads in more countries' }).check();
  await countries.getByRole('textbox', { name: /^Country/ }).fill('DE');
  await expect(countries.getByRole('status')).toContainText('2 applications would change');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 applications changed').first()).toBeVisible();
  await endedBatch(api);
  const added = await api.call('getConfigureApp', { query: { search: accountName } });
  expect(added.map(({ country, ipAddress }) => [country, ipAddress])).toEqual([
    ['IN,US,DE', 'on'],
    ['IN,US,DE', 'on'],
  ]);

  await selectAll(page, list());
  await act(page, 'Owner');
  const owners = page.getByRole('dialog', { name: 'Owner' });
  await owners.getByRole('button', { name: 'Preview' }).click();
  await expect(owners.getByText('Please Select Owner')).toBeVisible();
  await owners.getByRole('combobox', { name: 'Owner' }).fill(owner.userID);
  await owners.getByRole('option', { name: new RegExp(owner.userID) }).click();
  await owners.getByRole('button', { name: 'Preview' }).click();
  await run('2 applications changed');
  const before = await api.call('getAllApp', { query: { accountName } });
  expect(before.map(({ userID }) => userID)).toEqual([owner.userID, owner.userID]);

  await selectAll(page, list());
  await act(page, 'New tokens');
  const tokens = page.getByRole('dialog', { name: 'New tokens' });
  await tokens.getByRole('textbox', { name: /^Days/ }).fill('0');
  await expect(tokens.getByText(/keep their last answer for up to 24 hours/)).toBeVisible();
  await tokens.getByRole('textbox', { name: /^Days/ }).fill('7');
  await tokens.getByRole('button', { name: 'Preview' }).click();
  await run('2 applications got a new token');
  const after = await api.call('getAllApp', { query: { accountName } });
  expect(after.map(({ authToken }) => authToken)).not.toEqual(
    before.map(({ authToken }) => authToken),
  );
});

test('to delete, the number of applications is typed; Undo brings them back', async ({
  adminPage: page,
  api,
}) => {
  const { list, name, accountName } = await fleet(api, 3);
  await page.goto(list());
  await select(page).click();
  await box(page, name('01')).check();
  await box(page, name('02')).check();
  await act(page, 'Delete');
  const { dialog, button } = previewDialog(page);
  await expect(dialog).toContainText('Deletes 2 applications.');
  await expect(button('Delete')).toBeDisabled();
  const number = dialog.getByRole('textbox', { name: 'Type 2 to delete them' });
  await number.fill('3');
  await expect(button('Delete')).toBeDisabled();
  await number.fill('2');
  await number.press('Enter');
  const toast = page.getByRole('alert').filter({ hasText: '2 applications deleted' });
  await expect(toast).toBeVisible();
  const left = async () => (await api.call('getAllApp', { query: { accountName } })).length;
  expect(await left()).toBe(1);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 applications taken back')).toBeVisible();
  expect(await left()).toBe(3);
});
