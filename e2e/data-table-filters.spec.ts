import { fleet, names, rows, searchBox } from './support/fleet.ts';
import { fresh } from './support/office.ts';
import { expect, test } from './support/test.ts';

/* Spec, section 2 "Generic data table": per-column filters; issue: hand-edited URLs. */

test('a column filters by its funnel, by text and by choice, and says so', async ({
  adminPage,
  office,
}) => {
  const { accountName, name } = await fleet(office, 3);
  await office.addApp({ accountName, appName: name('99'), appStatus: 'suspend' });
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

test('all filters stand in one panel behind a button that is always seen', async ({
  adminPage,
  office,
}) => {
  const { accountName, name } = await fleet(office, 2);
  await office.addApp({ accountName, appName: name('99'), appStatus: 'suspend' });
  await adminPage.goto(`/admin/application-list?${new URLSearchParams({ accountName })}`);
  await expect(rows(adminPage)).toHaveCount(3);
  const button = adminPage.getByRole('button', { name: 'Filters', exact: true });
  await expect(button).toBeInViewport();
  await button.click();
  const panel = adminPage.getByRole('dialog', { name: 'Filters', exact: true });
  await expect(panel.getByLabel('Account Name contains')).toHaveValue(accountName);
  await expect(panel.getByLabel('User Id contains'), 'one that has no column').toBeVisible();
  await panel.getByRole('radio', { name: 'Suspended' }).click();
  await expect.poll(() => names(adminPage)).toEqual([name('99')]);
  await adminPage.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
});

test('a column of dates filters from a day, until a day, and says so', async ({
  adminPage,
  office,
}) => {
  const { list } = await fleet(office, 2);
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

test('nothing that matches is told apart from nothing at all, with a way out', async ({
  adminPage,
  office,
}) => {
  const { list } = await fleet(office, 1);
  await adminPage.goto(list({ search: 'no such app anywhere' }));
  await expect(adminPage.getByText('Nothing matches')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(searchBox(adminPage)).toHaveValue('');
  await expect(rows(adminPage).first()).toBeVisible();
});

test('a hand-edited address shows a sensible page', async ({ adminPage, office }) => {
  const { list, accountName } = await fleet(office, 12);
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

test('NO. of App filters by a number, from one and up to one', async ({ adminPage, office }) => {
  const position = fresh('Counted');
  const owners = [];
  for (const count of [0, 1, 3]) {
    const owner = await office.addUser({ position });
    for (let made = 0; made < count; made += 1) await office.addApp({ selectedUser: owner.userID });
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
  await expect(from).toHaveAccessibleDescription('A whole number, please');
  await expect(rows(adminPage), 'the filter stays').toHaveCount(1);
  await from.fill('');
  await expect(rows(adminPage)).toHaveCount(2);
  await adminPage.keyboard.press('Escape');
  const inUse = adminPage.getByRole('list', { name: 'Filters in use' });
  await expect(inUse).toContainText('2 or fewer');
  await adminPage.reload();
  await expect(rows(adminPage)).toHaveCount(2);
});
