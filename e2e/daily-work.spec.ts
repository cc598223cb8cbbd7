import { appForm, findApp } from './support/app-form.ts';
import { countSteps, watchSteps } from './support/steps.ts';
import { expect, test } from './support/test.ts';

/* The jobs of `docs/daily-work.md`, each with its steps. */

test('a copy of an app', async ({ adminPage: page, api }) => {
  const app = await api.addApp();
  await page.goto(`/admin/application/${app.appID}`);
  await countSteps(page, 'a copy of an app, right', async () => {
    await page.getByRole('button', { name: 'Duplicate…' }).click();
    const form = appForm(page, 'Add New Application');
    await form.packageName.fill('com.harbour.copy');
    await page.keyboard.press('Enter');
    await expect(form.dialog).toBeHidden();
  });
  expect(await findApp(api, `${app.appName} (copy)`)).toMatchObject({
    packageName: 'com.harbour.copy',
    appStatus: 'in-develop',
  });
});

test('what counts as a step', async ({ page }) => {
  await page.goto('/login');
  const name = page.getByLabel('User Id');
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect(name).toBeFocused();
  const steps = await watchSteps(page);
  // A script is no person.
  await name.evaluate((element: HTMLElement) => element.click());
  await page.keyboard.type('ada');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  await password.click();
  await page.keyboard.type('wrong');
  await page.getByRole('button', { name: /^Show/ }).click();
  await page.evaluate(() => navigator.clipboard.writeText('pasted'));
  await name.press('ControlOrMeta+v');
  await name.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await page.reload();
  await name.press('Enter');
  expect(await steps()).toEqual([
    'fill User Id',
    'fill Password',
    expect.stringMatching(/^click/),
    'paste User Id',
    'key User Id',
    expect.stringMatching(/^load/),
    'key User Id',
  ]);
});
