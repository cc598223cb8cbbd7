import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { layoutOf } from '../support/customizer.ts';
import { endAllPauses } from '../support/pauses.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

test.afterEach(({ api }) => endAllPauses(api));

/* The command palette (Ctrl/⌘-K), which finds apps, users, pages and actions. */

const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');

async function open(page: Page) {
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'No. of Application' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('Ctrl-K opens the palette, arrows choose an entry and Enter opens it', async ({
  adminPage,
}) => {
  await open(adminPage);
  await adminPage.keyboard.type('change pass');
  await expect(options(adminPage).first()).toContainText('Change Password');
  await adminPage.keyboard.press('ArrowDown');
  await adminPage.keyboard.press('ArrowUp');
  await expect(options(adminPage).first()).toHaveAttribute('aria-selected', 'true');
  await adminPage.keyboard.press('Enter');
  await expect(adminPage).toHaveURL('/admin/change-password');
  await expect(field(adminPage)).toBeHidden();
});

test('the palette opens the page of an app, or a user', async ({ adminPage, api, owner }) => {
  const { appName, appID } = await api.addApp();
  await open(adminPage);
  await field(adminPage).fill(appName);
  await adminPage.getByRole('option', { name: new RegExp(`^${appName}`) }).click();
  await expect(adminPage.getByRole('heading', { level: 1 })).toHaveText(appName);
  await expect(adminPage).toHaveURL(`/admin/application/${appID}`);
  const next = adminPage.getByRole('button', { name: 'Next application' });
  await expect(next, 'the only one has no neighbours').toHaveCount(0);
  await open(adminPage);
  await field(adminPage).fill(owner.userID);
  await options(adminPage).filter({ hasText: owner.fullName }).first().click();
  await expect(adminPage).toHaveURL(/\/admin\/user-list\?exact=[^&]+$/);
  const user = adminPage.getByRole('dialog', { name: 'Edit User' });
  await expect(user.getByRole('textbox', { name: 'Full Name' })).toHaveValue(owner.fullName);
});

test('the palette opens a user or an app whose name thirty others contain, and so does a select', async ({
  adminPage,
  api,
}) => {
  const name = fresh('one');
  await api.addUser({ userId: name, fullName: 'The First' });
  const { appID } = await api.addApp({ appName: name });
  for (let n = 0; n < 31; n += 1) {
    await api.addUser({ userId: `${name}${n}`, fullName: `Newer ${n}` });
    await api.addApp({ appName: `A ${name} ${n}` });
  }
  await open(adminPage);
  await field(adminPage).fill(name);
  await expect(options(adminPage).first()).toContainText(name);
  await options(adminPage).filter({ hasText: 'The First' }).click();
  const user = adminPage.getByRole('dialog', { name: 'Edit User' });
  await expect(user.getByRole('textbox', { name: 'Full Name' })).toHaveValue('The First');
  await open(adminPage);
  await field(adminPage).fill(name);
  await adminPage
    .getByRole('option', { name: new RegExp(`^${name} `) })
    .first()
    .click();
  await expect(adminPage).toHaveURL(`/admin/application/${appID}`);
  await expect(adminPage.getByText('1 of 6')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Edit', exact: true }).click();
  const app = adminPage.getByRole('dialog', { name: 'Edit Application' });
  await expect(app.getByRole('textbox', { name: 'App Name' })).toHaveValue(name);
  await app.getByRole('combobox', { name: 'User', exact: true }).fill(name);
  await expect(app.getByRole('listbox').getByRole('option').first()).toHaveText(
    `The First (${name})`,
  );
});

test('Enter opens the owner that was found when no app has this name', async ({
  adminPage,
  owner,
}) => {
  await open(adminPage);
  await adminPage.keyboard.type(owner.userID);
  await adminPage.keyboard.press('Enter');
  const user = adminPage.getByRole('dialog', { name: 'Edit User' });
  await expect(user.getByRole('textbox', { name: 'Full Name' })).toHaveValue(owner.fullName);
});

test('“pause” and a name offers to pause the app and its account, and says how many apps that stops', async ({
  adminPage,
  api,
}) => {
  const accountName = fresh('Sandpiper').replaceAll(' ', '-');
  await api.addApp({ accountName, appName: `${accountName} Walk` });
  await api.addApp({ accountName, appName: `${accountName} Run` });
  await open(adminPage);
  await field(adminPage).fill(`pause ${accountName.toLowerCase()}`);
  await expect(options(adminPage).filter({ hasText: `Pause ${accountName} Run…` })).toBeVisible();
  await options(adminPage)
    .filter({ hasText: `Pause the account ${accountName}…` })
    .click();
  const dialog = adminPage.getByRole('dialog', { name: 'Pause ads' });
  await expect(dialog).toContainText('Stops the ads of 2 applications.');
});

test('the palette says exactly how many apps an account has before it is paused, also of 101 ones', async ({
  adminPage: page,
  api,
}) => {
  const accountName = fresh('Curlew').replaceAll(' ', '-');
  for (let n = 0; n < 101; n += 1) await api.addApp({ accountName, appName: `Walk ${n}` });
  await api.addApp({ accountName: `A ${accountName}`, appName: 'Alone' });
  await api.addApp({ accountName: accountName.toUpperCase(), appName: 'Loud' });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin/dashboard');
    await expect(page.getByRole('heading', { name: 'No. of Application' })).toBeVisible();
    if (width === 390) {
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('searchbox', { name: 'Find anything' }).fill(`pause ${accountName}`);
      await page.keyboard.press('Enter');
    } else {
      await page.keyboard.press('Control+k');
      await field(page).fill(`pause ${accountName}`);
    }
    await expect(options(page).first(), `at ${width} px`).toHaveText(
      new RegExp(`^Pause the account ${accountName}…102 applications$`, 'i'),
    );
    const isCut = await options(page)
      .first()
      .getByText('102 applications')
      .evaluate((count) => count.scrollWidth > count.clientWidth);
    expect(isCut, `the count is cut off at ${width} px`).toBe(false);
    await expect(options(page).filter({ hasText: 'Pause Alone…' })).toContainText('1 application');
    await expect(options(page).filter({ hasText: `account A ${accountName}` })).toContainText(
      '1 application',
    );
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pause ads' });
    await expect(dialog).toContainText('Stops the ads of 102 applications.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('no letter is lost that is typed while the palette is loaded, and none acts on the page', async ({
  adminPage: page,
  owner,
}) => {
  let release = () => {};
  const isHeld = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/command-palette/, async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto('/admin/application-list');
  await expect(page.getByRole('heading', { name: 'Application List' })).toBeVisible();
  await page.keyboard.press('Control+k');
  // `x` and `/` are keys of the list below.
  await page.keyboard.type(`pause x/${owner.userID}`);
  for (let n = owner.userID.length + 2; n > 0; n -= 1) await page.keyboard.press('Backspace');
  await page.keyboard.type(owner.userID);
  await expect(field(page)).toBeHidden();
  release();
  await expect(field(page)).toHaveValue(`pause ${owner.userID}`);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('!');
  await expect(field(page)).toHaveValue(`pause ${owner.userID}!`);
  await expect(page.getByRole('region', { name: 'Selected applications' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeHidden();
});

test('Escape takes the palette back while it is loaded, and Enter is remembered', async ({
  adminPage: page,
  owner,
}) => {
  await page.route(/command-palette/, async (route) => {
    await new Promise((done) => setTimeout(done, 500));
    await route.continue();
  });
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'No. of Live App' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pau');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(800);
  await expect(field(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No. of Live App' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`pause ${owner.userID}`);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pause ads' });
  await expect(dialog.getByRole('combobox', { name: 'Owner' })).toHaveValue(owner.fullName);
});

test('what nothing has now is said, and which application had it last', async ({
  adminPage: page,
  api,
}) => {
  const appName = fresh('Driftwood');
  const word = `zq${appName.replaceAll(/\W/g, '').toLowerCase()}`;
  const { appID } = await api.addApp({ appName, packageName: `com.${word}.app` });
  await api.call('updateApp', { id: appID, body: { packageName: 'com.driftwood.other' } });
  await open(page);
  await field(page).fill(word);
  const said = page.getByRole('dialog').getByText(/^No application has/);
  await expect(said).toHaveText(
    new RegExp(
      `^No application has “${word}” now; ${appName} had it until today, \\d\\d:\\d\\d [AP]M\\.$`,
    ),
  );
  await field(page).fill('zqneverthere');
  await expect(said).toHaveText('No application has “zqneverthere” now.');
});

test('the palette resumes what is paused, undoes the last batch, and leads to a new token and an import', async ({
  adminPage: page,
  api,
}) => {
  const { appID, appName } = await api.addApp();
  const { id } = await api.call('startPause', {
    body: { scope: 'app', value: appID, reason: 'Invalid traffic' },
  });
  const { previewID } = await api.call('previewBatch', {
    body: { select: { appIDs: [appID] }, change: { set: { note: fresh('note') } } },
  });
  const { batch } = await api.call('startBatch', { body: { previewID } });
  await expect
    .poll(async () => (await api.call('getBatch', { id: batch.id })).batch.state)
    .toBe('done');
  await open(page);
  await field(page).fill('resume');
  await expect(options(page).first()).toHaveText(/^Resume /);
  await field(page).fill(`resume ${appName}`);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Resume ads?' });
  await question.getByRole('button', { name: 'Resume ads' }).click();
  await expect(question).toBeHidden();
  expect((await api.call('getPauses', {})).some((pause) => pause.id === id)).toBe(false);
  await open(page);
  await field(page).fill('undo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/safety/batches?batch=${batch.id}`);
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Undo/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await open(page);
  await field(page).fill(`new token ${appName}`);
  await expect(options(page).first()).toContainText(`New token for ${appName}…`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/application/${appID}/tokens`);
  await open(page);
  await field(page).fill('import');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Import/ })).toBeVisible();
  await expect(page).toHaveURL('/admin/application-list');
});

test('the palette of an owner opens an own app; a link to a deleted app shows a message', async ({
  ownerPage,
  owner,
  api,
}) => {
  const { appName, appID } = await api.addApp({ selectedUser: owner.userID });
  await ownerPage.goto('/dashboard');
  await ownerPage.getByRole('button', { name: 'Find anything' }).click();
  await field(ownerPage).fill(appName);
  await ownerPage.getByRole('option', { name: new RegExp(`^${appName}`) }).click();
  await expect(ownerPage).toHaveURL(`/application/${appID}`);
  await expect(ownerPage.getByRole('heading', { level: 1 })).toHaveText(appName);
  await ownerPage.goto('/application-list?edit=gone');
  await expect(ownerPage.getByText('This is not in the list any more')).toBeVisible();
  await expect(ownerPage).toHaveURL('/application-list');
});

test('the palette runs actions', async ({ adminPage }) => {
  await open(adminPage);
  await field(adminPage).fill('dark');
  await options(adminPage).first().click();
  await expect.poll(async () => (await layoutOf(adminPage))['color-scheme']).toBe('dark');
});

test('the palette opens the forms of new apps and users, once', async ({ adminPage }) => {
  for (const [action, title, path] of [
    ['Add New App', 'Add New Application', '/admin/application-list'],
    ['Create New User', 'Add New User', '/admin/user-list'],
  ] as const) {
    await open(adminPage);
    await field(adminPage).fill(action);
    await options(adminPage).first().click();
    const dialog = adminPage.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await expect(adminPage, 'the parameter is removed from the address').toHaveURL(path);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toBeHidden();
    await adminPage.reload();
    await expect(adminPage.getByRole('searchbox')).toBeVisible();
    await expect(dialog).toBeHidden();
  }
});

test('the palette of a user has no users and no pages of administrators', async ({ ownerPage }) => {
  await ownerPage.goto('/dashboard');
  await ownerPage.getByRole('button', { name: 'Find anything' }).click();
  await expect(options(ownerPage).first()).toBeVisible();
  await expect(
    options(ownerPage).filter({
      hasText: /Users|Audit|app-ads|Notifications|Edges|System Check|App Configuration/,
    }),
  ).toHaveCount(0);
});

test('the palette has no accessibility violation', async ({ adminPage, api }) => {
  const { appName } = await api.addApp();
  await open(adminPage);
  await expectAccessible(adminPage, 'palette');
  await field(adminPage).fill(appName);
  await expect(options(adminPage).filter({ hasText: appName }).first()).toBeVisible();
  await expectAccessible(adminPage, 'palette with what it found');
  await adminPage.keyboard.press('Escape');
  await expect(field(adminPage)).toBeHidden();
});
