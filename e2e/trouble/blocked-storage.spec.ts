import { choose, openCustomizer } from '../support/customizer.ts';
import { signIn } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { administrator } from '../support/test-api.ts';

test('without site storage, signing in, choosing columns and choosing a theme work until a reload', async ({
  page,
  api,
}) => {
  const { appName } = await api.addApp();
  await page.addInitScript(() => {
    for (const kind of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, kind, {
        configurable: true,
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/admin/login');
  await signIn(page, administrator);
  await expect(page).toHaveURL('/admin/dashboard');
  await page.getByRole('link', { name: 'Application', exact: true }).first().click();
  await expect(page.getByText(appName).first()).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Category' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: /^Category/ })).toBeVisible();
  await choose(await openCustomizer(page), 'Color scheme', 'Dark');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await page.getByRole('link', { name: 'Application', exact: true }).first().click();
  await expect(page.getByRole('columnheader', { name: /^Category/ })).toBeVisible();
});
