import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/* Issue 3: the command palette, by Ctrl-K and by its button. */

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const option = (page: Page, name: string | RegExp) =>
  palette(page).getByRole('option', { name, exact: true });
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });

async function open(page: Page) {
  await page.keyboard.press('Control+k');
  const field = palette(page).getByRole('combobox', { name: 'Find anything' });
  await expect(field).toBeFocused();
  return field;
}

test('an app is found by its name and opens the list at it alone', async ({
  adminPage,
  office,
}) => {
  const app = await office.addApp();
  await office.addApp();
  await adminPage.goto('/admin/dashboard');
  const field = await open(adminPage);
  await field.fill(app.appName);
  await expect(option(adminPage, new RegExp(`^${app.appName}`))).toBeVisible();
  await expect(chosen(adminPage)).toHaveText(new RegExp(app.appName));
  await adminPage.keyboard.press('Enter');
  await expect(adminPage).toHaveURL(`/admin/application-list?search=${app.appID}`);
  await expect(palette(adminPage)).toBeHidden();
  await expect(adminPage.getByText(app.appName, { exact: true })).toHaveCount(1);
});

test('Enter before the answer searches the list', async ({ adminPage }) => {
  await adminPage.route('**/apps/getAllApp*search=*', () => {});
  await adminPage.goto('/admin/dashboard');
  await (await open(adminPage)).fill("50% of 'tide' 🙂");
  await adminPage.keyboard.press('Enter');
  await expect(adminPage).toHaveURL(
    `/admin/application-list?${new URLSearchParams({ search: "50% of 'tide' 🙂" })}`,
  );
});

test('a user is found and opens the user list', async ({ adminPage, owner }) => {
  await adminPage.goto('/admin/dashboard');
  await (await open(adminPage)).fill(owner.userID);
  await palette(adminPage).getByRole('option', { name: owner.fullName }).click();
  await expect(adminPage).toHaveURL(`/admin/user-list?search=${owner.userID}`);
});

test('arrows move through the rows and round the end; Escape closes', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  const field = await open(adminPage);
  await expect(chosen(adminPage)).toHaveText(['Dashboard']);
  await adminPage.keyboard.press('ArrowDown');
  await expect(chosen(adminPage)).toHaveText(['Application List']);
  await adminPage.keyboard.press('ArrowUp');
  await adminPage.keyboard.press('ArrowUp');
  await expect(chosen(adminPage)).toHaveText(['Logout']);
  const id = await chosen(adminPage).getAttribute('id');
  await expect(field).toHaveAttribute('aria-activedescendant', id ?? 'none');
  await field.fill('audit');
  await expect(chosen(adminPage)).toHaveText(['Audit Log']);
  await adminPage.keyboard.press('Escape');
  await expect(palette(adminPage)).toBeHidden();
  await open(adminPage);
  await expect(field).toHaveValue('');
});

test('the button opens it, the mode changes and comes back', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  for (const [mode, other] of [
    ['dark', 'light'],
    ['light', 'dark'],
  ]) {
    await adminPage.getByRole('button', { name: 'Find anything' }).click();
    await option(adminPage, `Switch to ${mode} mode`).click();
    await expect(adminPage.locator('html')).toHaveAttribute('data-color-scheme', `${mode}`);
    await expect(adminPage.locator('body')).not.toHaveAttribute('data-color-scheme', `${other}`);
  }
});

test('an owner is offered no page and no user of the administrators', async ({
  ownerPage,
  office,
}) => {
  const strange = await office.addApp();
  await ownerPage.goto('/dashboard');
  const field = await open(ownerPage);
  await expect(palette(ownerPage).getByRole('option')).toHaveText([
    'Dashboard',
    'Application List',
    'Change Password',
    'Add New App',
    'Switch to dark mode',
    'Logout',
  ]);
  const answer = ownerPage.waitForResponse(/\/user\/getApp\/.*search=/);
  await field.fill(strange.appName);
  await answer;
  await expect(palette(ownerPage).getByRole('option')).toHaveText([/^All applications with/]);
});

test('another dialogue stays alone', async ({ adminPage }) => {
  await adminPage.goto('/admin/application-list');
  await adminPage.getByRole('button', { name: 'Add New App' }).first().click();
  await expect(adminPage.getByRole('dialog')).toHaveCount(1);
  await adminPage.keyboard.press('Control+k');
  await adminPage.waitForTimeout(300);
  await expect(palette(adminPage)).toHaveCount(0);
});

for (const mode of ['light', 'dark']) {
  test(`axe finds nothing in it, ${mode}`, async ({ adminPage, office }) => {
    const app = await office.addApp();
    await adminPage.goto('/admin/dashboard');
    if (mode === 'dark') {
      await (await open(adminPage)).fill('dark');
      await adminPage.keyboard.press('Enter');
    }
    await (await open(adminPage)).fill(app.appName.slice(0, 6));
    await expect(option(adminPage, new RegExp(`^${app.appName}`))).toBeVisible();
    if (process.env.SHOTS) await adminPage.screenshot({ path: `${process.env.SHOTS}/${mode}.png` });
    await expectAccessible(adminPage, `the palette, ${mode}`);
  });
}
