import type { Page } from '@playwright/test';
import { tab } from '../apps/app-page.ts';
import { openNewApp } from '../support/app-form.ts';
import { endAllPauses } from '../support/pauses.ts';
import { ownerScreens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test.afterEach(({ api }) => endAllPauses(api));

/*
 * An owner needs no programmer to read a page. Labels of the specification stay, with a sentence beside them; texts only for
 * developers stand in a panel “For developers”, below that header of the menu, or in Connect.
 */

const wordsOfProgrammers = [
  /\bIP rules?\b/i,
  /not modified/i,
  /\bscopes?\b/i,
  /\bbatch(es)?\b/i,
  /\bcaches?\b/i,
  /\bendpoints?\b/i,
  /\bwebhooks?\b/i,
  /\bAPI keys?\b/,
  /\bHTTPS?\b(?!:)/,
  /\bETag\b/,
  /\b(null|undefined|boolean|regex|payload|query)\b/i,
  // These are settings of the server, like PUBLIC_URL, and codes of the API.
  /\b[A-Z]{2,}_[A-Z_]+\b/,
  /\b[a-z]+[A-Z][a-z]+[A-Za-z]*(?=\s*[:=])/,
];

/** Returns the text of the page and of its dialogs and menus, without the parts for developers. */
async function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const forDevelopers = [...document.querySelectorAll('section')].filter((section) =>
      section.querySelector('h2, h3')?.textContent?.startsWith('For developers'),
    );
    const header = [...document.querySelectorAll('nav li')].find(
      (row) => row.textContent === 'For developers',
    );
    const hidden = [...forDevelopers];
    for (let row = header?.nextElementSibling; row; row = row.nextElementSibling) {
      hidden.push(row as HTMLElement);
    }
    for (const part of hidden) part.style.display = 'none';
    const text = document.body.innerText;
    for (const part of hidden) part.style.display = '';
    return text;
  });
}

async function expectPlainWords(page: Page, name: string) {
  const text = await textOf(page);
  const found = wordsOfProgrammers.flatMap((word) => {
    const line = text.split('\n').find((one) => word.test(one));
    return line === undefined ? [] : [`${word}: ${line}`];
  });
  expect.soft(found, name).toEqual([]);
}

/** Presses a button of the page, and checks the opened dialog or menu. */
async function checkOpened(page: Page, button: string | RegExp) {
  await page.getByRole('main').getByRole('button', { name: button }).first().click();
  await expect(page.locator('[role=menu], [role=dialog]').last()).toBeVisible();
  await expectPlainWords(page, String(button));
  await page.keyboard.press('Escape');
}

test.setTimeout(120_000);

test('an owner’s pages have no word that needs a programmer', async ({ ownerPage, owner, api }) => {
  const app = await api.addConfigured('IN,US', {
    selectedUser: owner.userID,
    ipAddress: 'on',
    appStatus: 'live',
  });
  await api.addApp({ selectedUser: owner.userID, ipAddress: 'on' });
  await api.requestAds(app);
  await api.call('startPause', {
    body: { scope: 'app', value: app.appID, reason: 'The network asks', until: null },
  });
  for (const { name, path, ready } of [
    // API keys are for developers as a whole.
    ...ownerScreens.filter((screen) => screen.path !== '/api-keys'),
    { name: 'pauses', path: '/safety/pauses', ready: async () => {} },
  ]) {
    await ownerPage.goto(path);
    await ready(ownerPage);
    await expectPlainWords(ownerPage, name);
  }
});

test('an application’s page and its dialogs have none', async ({ ownerPage, owner, api }) => {
  const app = await api.addConfigured('IN,US', { selectedUser: owner.userID, ipAddress: 'on' });
  await ownerPage.goto(`/application/${app.appID}`);
  await expect(ownerPage.getByText('For developers')).toBeVisible();
  await expectPlainWords(ownerPage, 'overview');
  for (const name of ['Traffic', 'History', 'Test', 'Tokens']) {
    await tab(ownerPage, name).click();
    await expect(tab(ownerPage, name)).toHaveAttribute('aria-current', 'page');
    await ownerPage.waitForLoadState('networkidle');
    await expectPlainWords(ownerPage, name);
  }
  for (const button of ['Pause…', 'Duplicate…', 'New token…']) await checkOpened(ownerPage, button);
});

test('the list and its dialogs have none', async ({ ownerPage, owner, api }) => {
  const app = await api.addApp({ selectedUser: owner.userID });
  await ownerPage.goto('/application-list');
  await expect(ownerPage.getByText(app.appName)).toBeVisible();
  for (const button of [/^More/, 'Export and import', 'Columns', 'Views', /^Edit/])
    await checkOpened(ownerPage, button);
  await openNewApp(ownerPage);
  await expectPlainWords(ownerPage, 'a new application');
});
