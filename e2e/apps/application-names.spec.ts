import { editApp, fillRequired, openNewApp, save } from '../support/app-form.ts';
import { passUntilVisible, stopClock } from '../support/clock.ts';
import { rowOf } from '../support/rows.ts';
import { expect, test } from '../support/test.ts';
import { fresh } from '../support/test-api.ts';

/* Names of apps in the header of the form, in toasts and in the list. */

test('the form’s header shows the app’s name while one scrolls, and the toast names the saved app', async ({
  adminPage,
  api,
}) => {
  const appName = fresh('Tiffin Planner');
  const form = await editApp(adminPage, await api.addApp({ appName }));
  await form.note.scrollIntoViewIfNeeded();
  await form.note.fill('noted');
  await expect(form.appName).not.toBeInViewport();
  const head = form.dialog.getByText(appName, { exact: true });
  await expect(head).toBeInViewport();
  await expect(form.dialog).toHaveAccessibleName('Edit Application');
  await form.save.click();
  await expect(adminPage.getByText(`${appName} updated`, { exact: true })).toBeVisible();
});

test('a toast cuts a long name and isolates one that runs from right to left', async ({
  adminPage,
  api,
}) => {
  for (const [appName, said] of [
    ['w'.repeat(200), `${'w'.repeat(60)}… updated`],
    ['\u0645\u0631\u062d\u0628\u0627', '\u2068\u0645\u0631\u062d\u0628\u0627\u2069 updated'],
  ] as const) {
    const form = await editApp(adminPage, await api.addApp({ appName }));
    await form.note.fill('noted');
    await stopClock(adminPage);
    await form.save.click();
    const toast = adminPage.getByText(said, { exact: true });
    await passUntilVisible(adminPage, toast);
    const box = await toast.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), 'px from the left').toBeLessThan(1440);
    await adminPage.clock.resume();
  }
});

test('unusual names are stored and shown unchanged', async ({ adminPage, api }) => {
  const names = [
    `<b onclick="x()">bold</b> ${fresh('html')}`,
    `👩‍👩‍👧‍👦 ${fresh('family')}`,
    `${fresh('rtl')} مرحبا بالعالم`,
    `${fresh('long')} `.padEnd(200, 'wide '),
  ].map((name) => name.trim());
  for (const appName of names) {
    await adminPage.goto('/admin/application-list');
    const form = await openNewApp(adminPage);
    await fillRequired(form, appName);
    expect((await save(form, api, appName))?.appName).toBe(appName);
    await expect(rowOf(adminPage, appName).first()).toBeVisible();
    const beyond = await adminPage.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `px beyond the window with ${appName}`).toBe(0);
  }
});
