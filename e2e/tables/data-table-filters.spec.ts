import { fleet, names, rows, searchBox } from '../support/fleet.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Spec, section 2 "Generic data table": per-column filters, and wrong query strings. */

test('a column is filtered from its header, by text and by choice, and shows that it is filtered', async ({
  adminPage,
  api,
}) => {
  const { accountName, name } = await fleet(api, 3);
  await api.addApp({ accountName, appName: name('99'), appStatus: 'suspend' });
  await adminPage.goto(`/admin/application-list?${new URLSearchParams({ accountName })}`);
  await expect(rows(adminPage)).toHaveCount(4);
  await adminPage.getByRole('button', { name: 'Filter Status' }).click();
  await adminPage.getByRole('radio', { name: 'Suspended' }).click();
  await expect.poll(() => names(adminPage)).toEqual([name('99')]);
  await adminPage.keyboard.press('Escape');
  const inUse = adminPage.getByRole('list', { name: 'Filters in use' });
  await expect(inUse).toContainText('Suspended');
  await inUse.getByRole('button', { name: 'Remove filter Status' }).click();
  await expect(rows(adminPage)).toHaveCount(4);
  await adminPage.getByRole('button', { name: 'Filter App Name' }).click();
  await adminPage.getByRole('textbox', { name: 'App Name contains' }).fill(name('02'));
  await expect.poll(() => names(adminPage)).toEqual([name('02')]);
});

test('one panel has all filters, and its button is always visible', async ({ adminPage, api }) => {
  const { accountName, name } = await fleet(api, 2);
  await api.addApp({ accountName, appName: name('99'), appStatus: 'suspend' });
  await adminPage.goto(`/admin/application-list?${new URLSearchParams({ accountName })}`);
  await expect(rows(adminPage)).toHaveCount(3);
  const button = adminPage.getByRole('button', { name: 'Add filter', exact: true });
  await expect(button).toBeInViewport();
  await button.click();
  const panel = adminPage.getByRole('dialog', { name: 'Add filter', exact: true });
  await panel.getByRole('button', { name: 'Account Name contains' }).click();
  await expect(panel.getByLabel('Account Name contains')).toHaveValue(accountName);
  await panel.getByRole('button', { name: 'All filters' }).click();
  await expect(
    panel.getByRole('button', { name: 'Traffic (7 days)' }),
    'a filter without a column',
  ).toBeVisible();
  await panel.getByRole('button', { name: 'Status', exact: true }).click();
  await panel.getByRole('radio', { name: 'Suspended' }).press('Space');
  await expect.poll(() => names(adminPage)).toEqual([name('99')]);
  await adminPage.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
});

test('a column of dates is filtered from and until a day, and shows that it is filtered', async ({
  adminPage,
  api,
}) => {
  const { list } = await fleet(api, 2);
  await adminPage.goto(list());
  await expect(rows(adminPage)).toHaveCount(2);
  const day = (ahead: number) =>
    adminPage.evaluate((days) => {
      const date = new Date();
      date.setDate(date.getDate() + days);
      const two = (part: number) => String(part).padStart(2, '0');
      return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    }, ahead);
  const [yesterday, today, tomorrow] = [await day(-1), await day(0), await day(1)];
  await adminPage.getByRole('button', { name: 'Filter Date' }).click();
  const from = adminPage.getByLabel('Date from');
  const until = adminPage.getByLabel('Date until');
  await from.fill(tomorrow);
  await expect(adminPage.getByText('Nothing matches')).toBeVisible();
  await from.fill(today);
  await expect(
    rows(adminPage),
    'from the first to the last moment of the person’s day',
  ).toHaveCount(2);
  await until.fill(today);
  await expect(adminPage).toHaveURL(new RegExp(`createdFrom=${today}&createdTo=${today}`));
  await expect(rows(adminPage)).toHaveCount(2);
  const inUse = adminPage.getByRole('list', { name: 'Filters in use' });
  await expect(inUse).toContainText(/Date:\s?\d\d \w{3} \d{4}/);
  await from.fill('');
  await until.fill(yesterday);
  await expect(adminPage.getByText('Nothing matches')).toBeVisible();
  await expect(inUse).toContainText('until');
  await adminPage.getByRole('dialog', { name: 'Filter Date' }).getByText('Clear').click();
  await expect(rows(adminPage)).toHaveCount(2);
  await expect(adminPage).not.toHaveURL(/created/);
});

test('an empty list and a search without matches have different messages, and the search can be reset', async ({
  adminPage,
  api,
}) => {
  const { list } = await fleet(api, 1);
  await adminPage.goto(list({ search: 'no such app anywhere' }));
  await expect(adminPage.getByText('Nothing matches')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(searchBox(adminPage)).toHaveValue('');
  await expect(rows(adminPage).first()).toBeVisible();
});

test('a wrong query string in the address still shows a page', async ({ adminPage, api }) => {
  const { list, accountName } = await fleet(api, 12);
  await adminPage.goto(list({ page: '999' }));
  await expect(adminPage.getByText('Page 2 of 2')).toBeVisible();
  await expect(rows(adminPage)).toHaveCount(2);
  for (const more of [
    { page: '-1' },
    { page: 'abc' },
    { page: '0' },
    { sort: 'nonsense' },
    { sort: '--appName' },
    { appStatus: 'flying' },
    { colour: 'blue' },
    { createdFrom: 'yesterday' },
    { search: '\u0000' },
  ]) {
    await adminPage.goto(list(more as Record<string, string>));
    await expect(adminPage.getByText('Page 1 of 2'), JSON.stringify(more)).toBeVisible();
    await expect(rows(adminPage), JSON.stringify(more)).toHaveCount(10);
    await expect(adminPage.getByRole('alert')).toHaveCount(0);
  }
  await adminPage.goto(list({ search: '%' }));
  await expect(adminPage.getByText('Nothing matches'), `% in ${accountName}`).toBeVisible();
});

test('NO. of App is filtered by a minimum and a maximum', async ({ adminPage, api }) => {
  const position = fresh('Counted');
  const owners = [];
  for (const count of [0, 1, 3]) {
    const owner = await api.addUser({ position });
    for (let made = 0; made < count; made += 1) await api.addApp({ selectedUser: owner.userID });
    owners.push(owner.userID);
  }
  await adminPage.goto(`/admin/user-list?${new URLSearchParams({ position, sort: 'noOfApps' })}`);
  await expect(rows(adminPage)).toHaveCount(3);
  await adminPage.getByRole('button', { name: 'Filter NO. of App' }).click();
  const from = adminPage.getByLabel('NO. of App from');
  await from.fill('1');
  await expect(rows(adminPage)).toHaveCount(2);
  await adminPage.getByLabel('NO. of App to').fill('2');
  await expect(rows(adminPage)).toHaveCount(1);
  await expect(rows(adminPage).first()).toContainText(owners[1] ?? '');
  await from.fill('two');
  await expect(from).toHaveAccessibleDescription('A whole number up to 999,999,999, please');
  await expect(rows(adminPage), 'the filter stays').toHaveCount(1);
  await from.fill('');
  await expect(rows(adminPage)).toHaveCount(2);
  await adminPage.keyboard.press('Escape');
  const inUse = adminPage.getByRole('list', { name: 'Filters in use' });
  await expect(inUse).toContainText('2 or fewer');
  await adminPage.reload();
  await expect(rows(adminPage)).toHaveCount(2);
});
