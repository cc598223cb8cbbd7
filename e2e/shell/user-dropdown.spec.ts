import { account } from '../support/account.ts';
import { expect, test } from '../support/test.ts';

/* Spec, section 2 "Shell": the user dropdown; section 4 "Dropdowns". */

test.describe('the user dropdown', () => {
  test('shows the name, the greeting and both entries to an administrator', async ({
    adminPage,
  }) => {
    await adminPage.goto('/admin/dashboard');
    await account(adminPage).click();
    await expect(adminPage.getByText('Welcome Admin!')).toBeVisible();
    const entries = adminPage.getByRole('menuitem');
    await expect(entries).toHaveText(['Change Password', 'Logout']);
    await expect(entries.nth(0)).toHaveAttribute('href', '/admin/change-password');
    await expect(entries.nth(1)).toHaveAttribute('href', '/admin/logout');
    await account(adminPage).click();
    await expect(entries.first()).toBeHidden();
  });

  test('shows a user the user’s change-password page and the same logout', async ({
    ownerPage,
    owner,
  }) => {
    await ownerPage.goto('/dashboard');
    await account(ownerPage, owner.fullName).click();
    await expect(ownerPage.getByText('Welcome User!')).toBeVisible();
    const entries = ownerPage.getByRole('menuitem');
    await expect(entries.nth(0)).toHaveAttribute('href', '/change-password');
    await expect(entries.nth(1)).toHaveAttribute('href', '/admin/logout');
    await entries.nth(1).click();
    await expect(ownerPage).toHaveURL('/login');
  });

  test('can be used with Enter, Space, arrows, Home, End, Escape and Tab', async ({
    adminPage,
  }) => {
    await adminPage.goto('/admin/dashboard');
    const { keyboard } = adminPage;
    const entries = adminPage.getByRole('menuitem');
    const [first, last] = [entries.nth(0), entries.nth(1)];
    for (const [key, focused] of [
      ['Enter', first],
      [' ', first],
      ['ArrowDown', first],
      ['ArrowUp', last],
    ] as const) {
      await account(adminPage).focus();
      await keyboard.press(key);
      await expect(focused, `after ${key}`).toBeFocused();
      await keyboard.press('Escape');
      await expect(first).toBeHidden();
      await expect(account(adminPage), `Escape after ${key}`).toBeFocused();
    }
    await keyboard.press('ArrowDown');
    await expect(first).toBeFocused();
    await keyboard.press('End');
    await expect(last).toBeFocused();
    await keyboard.press('Home');
    await expect(first).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(last).toBeFocused();
    await keyboard.press('Tab');
    await expect(first).toBeHidden();
    await account(adminPage).focus();
    await keyboard.press('Enter');
    await expect(first).toBeFocused();
    await keyboard.press(' ');
    await expect(adminPage).toHaveURL('/admin/change-password');
  });
});
