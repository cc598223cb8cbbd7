import { rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* The page Audit Log, which shows GET /changes. */

test('the audit log opens from the top bar and shows who did what', async ({ adminPage, api }) => {
  const { appName, appID } = await api.addApp();
  await api.call('updateApp', { id: appID, body: { note: 'noted' } });
  await adminPage.goto('/admin/dashboard');
  await adminPage.getByRole('banner').getByRole('link', { name: 'Audit log' }).click();
  await expect(adminPage).toHaveURL('/admin/audit-log');
  await expect(adminPage).toHaveTitle('Admin Panel | Audit Log');
  await expect(adminPage.getByText('Times in Pacific/Chatham', { exact: true })).toBeVisible();
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

test('the audit log is filtered by person, kind and time', async ({ adminPage, api, owner }) => {
  const fullName = fresh('Rowan');
  const rowan = await api.addUser({ fullName });
  const { token } = await api.signInOwner(rowan);
  const { appID, appName } = await api.addApp({ selectedUser: rowan.userID });
  await api.call('updateApp', { id: appID, body: { note: 'mine' }, as: token });
  await adminPage.goto(`/admin/audit-log?actor=${fullName.toLowerCase()}`);
  await expect(adminPage.getByRole('list', { name: 'Filters in use' })).toContainText('Person');
  await expect(rowOf(adminPage, appName)).toHaveCount(1);
  await expect(rowOf(adminPage, 'Morgan Quay')).toHaveCount(0);

  await adminPage.goto('/admin/audit-log?entity=user&action=create');
  await expect(rowOf(adminPage, owner.fullName).first()).toBeVisible();
  await expect(rowOf(adminPage, appName)).toHaveCount(0);

  // The person's name is searched in, an id is compared.
  await adminPage.getByRole('button', { name: 'Add filter', exact: true }).click();
  const filters = adminPage.getByRole('dialog', { name: 'Add filter', exact: true });
  const nameOf = (name: string) => filters.getByRole('button', { name, exact: true });
  await expect(nameOf('Person contains')).toBeVisible();
  await expect(nameOf('Id is')).toBeVisible();
  await expect(nameOf('Id contains')).toHaveCount(0);

  await adminPage.goto('/admin/audit-log?to=2020-01-01');
  await expect(adminPage.getByText('Nothing matches')).toBeVisible();
});

test('the audit log is searched by application and by changed value', async ({
  adminPage,
  api,
}) => {
  const unit = `ca-app-pub-3940256099942544/${Math.random().toString().slice(2, 12)}`;
  const { appID, appName } = await api.addApp({ reward1: unit });
  await api.call('updateApp', { id: appID, body: { reward1: `${unit}5` } });
  await api.call('updateApp', { id: appID, body: { note: 'noted' } });
  await adminPage.goto('/admin/audit-log');
  const search = adminPage.getByRole('searchbox').first();
  await search.fill(appName);
  await expect(rowOf(adminPage, appName)).toHaveCount(3);
  await search.fill(unit);
  await expect(rowOf(adminPage, appName)).toHaveCount(2);
  // Both values are long; the line shows the part in which they differ.
  await expect(rowOf(adminPage, appName).first()).toContainText(
    `Reward 1: …${unit.slice(-5)} → …${unit.slice(-5)}5`,
  );
});

test('‘All changes of this’ shows all changes of one thing, also after a search and filters', async ({
  adminPage,
  api,
}) => {
  const { appName, appID } = await api.addApp();
  await api.addApp();
  await api.call('updateApp', { id: appID, body: { note: 'noted' } });
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
  api,
}) => {
  const { appID } = await api.addApp();
  await api.call('addConfigureApp', { body: { id: appID, country: 'DE' } });
  await api.call('updateConfigureApp', { id: appID, body: { country: 'FR' } });
  await api.call('updateAPIMethod', { body: { apiMethod: 'local' } });
  await api.call('updateAPIMethod', { body: { apiMethod: 'header' } });
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
  expect(await api.call('getAllConfig')).toMatchObject({ apiMethod: 'local' });
  const [configured] = await api.call('getConfigureApp', { query: { appID } });
  expect(configured).toMatchObject({ country: 'DE' });
});

test('entries that cannot be undone say so, and offer no undo', async ({ adminPage, api }) => {
  await api.call('updateVPNAPIKey', { body: { VPNAPIKey: 'secret' } });
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
  const { appID, appName } = await api.addApp();
  await open({ entity: 'app', key: appID });
  await expect(panel).toContainText('To undo this, delete the application.');
  await panel.getByRole('button', { name: 'Go back to this version' }).click();
  await expect(panel).toContainText('Nothing to change: it is like this now.');
  await expect(panel).toContainText(appName);
});

test('a link to an entry opens it, also when the list shows it on a later page', async ({
  adminPage: page,
  api,
}) => {
  const { appID, appName } = await api.addApp();
  for (let note = 1; note <= 11; note += 1) {
    await api.call('updateApp', { id: appID, body: { note: `note ${note}` } });
  }
  const entries = await api.call('getChanges', { query: { key: appID, pageSize: 100 } });
  const first = entries.find(({ action }) => action === 'create');
  await page.goto(`/admin/audit-log?entity=app&key=${appID}&entry=${first?.seq}`);
  await expect(page.getByRole('dialog', { name: appName })).toContainText('Created');
  await expect(page).toHaveURL(`/admin/audit-log?entity=app&key=${appID}`);
});

test('a user has no access to the audit log', async ({ ownerPage }) => {
  await ownerPage.goto('/dashboard');
  await expect(ownerPage.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  await ownerPage.goto('/admin/audit-log');
  await expect(ownerPage).toHaveURL('/dashboard');
});
