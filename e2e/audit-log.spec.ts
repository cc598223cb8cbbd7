import { fresh } from './support/office.ts';
import { rowOf } from './support/rows.ts';
import { expect, test } from './support/test.ts';

/* The audit page over GET /changes. */

test('the audit log is reached from beside the user dropdown and tells who did what', async ({
  adminPage,
  office,
}) => {
  const { appName, appID } = await office.addApp();
  await office.call('updateApp', { id: appID, body: { note: 'noted' } });
  await adminPage.goto('/admin/dashboard');
  await adminPage.getByRole('banner').getByRole('link', { name: 'Audit log' }).click();
  await expect(adminPage).toHaveURL('/admin/audit-log');
  await expect(adminPage).toHaveTitle('Admin Panel | Audit Log');
  const entries = rowOf(adminPage, appName);
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Morgan Quay');
  await entries
    .first()
    .getByRole('button', { name: /^Show the difference/ })
    .click();
  const panel = adminPage.getByRole('dialog');
  await expect(panel).toContainText('noted');
  await expect(panel).toContainText(appID);
});

test('the audit log is filtered by person, kind and time', async ({ adminPage, office, owner }) => {
  const fullName = fresh('Rowan');
  const rowan = await office.addUser({ fullName });
  const { token } = await office.signInOwner(rowan);
  const { appID, appName } = await office.addApp({ selectedUser: rowan.userID });
  await office.call('updateApp', { id: appID, body: { note: 'mine' }, as: token });
  await adminPage.goto(`/admin/audit-log?actor=${fullName.toLowerCase()}`);
  await expect(adminPage.getByRole('list', { name: 'Filters in use' })).toContainText('Person');
  await expect(rowOf(adminPage, appName)).toHaveCount(1);
  await expect(rowOf(adminPage, 'Morgan Quay')).toHaveCount(0);

  await adminPage.goto('/admin/audit-log?entity=user&action=create');
  await expect(rowOf(adminPage, owner.fullName).first()).toBeVisible();
  await expect(rowOf(adminPage, appName)).toHaveCount(0);

  await adminPage.goto('/admin/audit-log?to=2020-01-01');
  await expect(adminPage.getByText('Nothing matches')).toBeVisible();
});

test('the audit log is searched by application and by changed value', async ({
  adminPage,
  office,
}) => {
  const unit = `ca-app-pub-3940256099942544/${Math.random().toString().slice(2, 12)}`;
  const { appID, appName } = await office.addApp({ reward1: unit });
  await office.call('updateApp', { id: appID, body: { reward1: `${unit}5` } });
  await office.call('updateApp', { id: appID, body: { note: 'noted' } });
  await adminPage.goto('/admin/audit-log');
  const search = adminPage.getByRole('searchbox').first();
  await search.fill(appName);
  await expect(rowOf(adminPage, appName)).toHaveCount(3);
  await search.fill(unit);
  await expect(rowOf(adminPage, appName)).toHaveCount(2);
  // Where the two differ is in the line, although both are long.
  await expect(rowOf(adminPage, appName).first()).toContainText(
    `Reward 1: …${unit.slice(-5)} → …${unit.slice(-5)}5`,
  );
});

test('‘All changes of this’ shows all of one thing, whatever was searched and filtered before', async ({
  adminPage,
  office,
}) => {
  const { appName, appID } = await office.addApp();
  await office.addApp();
  await office.call('updateApp', { id: appID, body: { note: 'noted' } });
  await adminPage.goto(`/admin/audit-log?action=update&search=${appID}`);
  await rowOf(adminPage, appName)
    .first()
    .getByRole('button', { name: /^Show the difference/ })
    .click();
  const panel = adminPage.getByRole('dialog');
  await panel.getByRole('button', { name: 'All changes of this' }).click();
  await expect(panel).toBeHidden();
  await expect(adminPage).toHaveURL(new RegExp(`\\?entity=app&key=${appID}$`));
  await expect(adminPage.getByRole('row')).toHaveCount(3);
  await expect(rowOf(adminPage, appName)).toHaveCount(2);
  const inUse = adminPage.getByRole('list', { name: 'Filters in use' });
  await expect(inUse).toContainText(appID);
  await inUse.getByRole('button', { name: 'Clear all' }).click();
  await expect(adminPage.getByRole('row').nth(3)).toBeVisible();
});

test('a change of the countries and of the API method is undone from the log', async ({
  adminPage,
  office,
}) => {
  const { appID } = await office.addApp();
  await office.call('addConfigureApp', { body: { id: appID, country: 'DE' } });
  await office.call('updateConfigureApp', { id: appID, body: { country: 'FR' } });
  await office.call('updateAPIMethod', { body: { apiMethod: 'local' } });
  await office.call('updateAPIMethod', { body: { apiMethod: 'header' } });
  const panel = adminPage.getByRole('dialog');
  const undoFirst = async (query: Record<string, string>) => {
    await adminPage.goto(`/admin/audit-log?${new URLSearchParams(query)}`);
    await adminPage
      .getByRole('button', { name: /^Show the difference/ })
      .first()
      .click();
    await panel.getByRole('button', { name: 'Undo this change' }).click();
    await panel.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(panel).toBeHidden();
  };
  await undoFirst({ entity: 'app-configuration', key: appID });
  await expect(adminPage.getByText('Undone: Country')).toBeVisible();
  await undoFirst({ entity: 'global-config', key: 'apiMethod' });
  await expect(adminPage.getByText('Undone: API method')).toBeVisible();
  expect(await office.call('getAllConfig')).toMatchObject({ apiMethod: 'local' });
  const [configured] = await office.call<object[]>('getConfigureApp', { query: { appID } });
  expect(configured).toMatchObject({ country: 'DE' });
});

test('what the log cannot bring back is said, and not offered', async ({ adminPage, office }) => {
  await office.call('updateVPNAPIKey', { body: { VPNAPIKey: 'secret' } });
  const panel = adminPage.getByRole('dialog');
  const open = async (query: Record<string, string>) => {
    await adminPage.goto(`/admin/audit-log?${new URLSearchParams(query)}`);
    await adminPage
      .getByRole('button', { name: /^Show the difference/ })
      .first()
      .click();
  };
  const ways = panel.getByRole('button', { name: /Undo|Go back|Restore/ });
  await open({ entity: 'global-config', key: 'vpnApiKey' });
  await expect(panel).toContainText('The log holds no keys');
  await expect(ways).toHaveCount(0);
  await open({ entity: 'admin' });
  await expect(panel).toContainText('Changes of administrators cannot be undone here.');
  await expect(ways).toHaveCount(0);
  const { appID, appName } = await office.addApp();
  await open({ entity: 'app', key: appID });
  await expect(panel).toContainText('To undo this, delete the application.');
  await panel.getByRole('button', { name: 'Go back to this version' }).click();
  await expect(panel).toContainText('Nothing to change: it is like this now.');
  await expect(panel).toContainText(appName);
});

test('a user finds no audit log', async ({ ownerPage }) => {
  await ownerPage.goto('/dashboard');
  await expect(ownerPage.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  await ownerPage.goto('/admin/audit-log');
  await expect(ownerPage).toHaveURL('/dashboard');
});
