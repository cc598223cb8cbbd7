import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/* The "?" menu of the top bar, and the hints of the application form. */

async function openHelp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Help' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
}

test('the help menu with guide, keys, API reference and About works by keyboard', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/dashboard');
  await openHelp(page);
  await expect(page.getByRole('menuitem')).toHaveText([
    'Guide',
    'Keyboard',
    'API reference',
    'About',
  ]);
  await expectAccessible(page, 'the help menu');
  await page.keyboard.press('Enter');
  const guide = page.getByRole('dialog', { name: 'Guide' });
  await expect(guide.getByRole('heading', { name: 'Countries and VPNs' })).toBeVisible();
  await expectAccessible(page, 'the guide');
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();

  await openHelp(page);
  await page.getByRole('menuitem', { name: 'About' }).click();
  const about = page.getByRole('dialog', { name: 'About' });
  await expect(about).toContainText(/Adwarden \d+\.\d+\.\d+/);
  await expect(about).toContainText('Commit 1a2b3c4d5e');
  await expect(about).toContainText('MIT License');
  await page.keyboard.press('Escape');

  await openHelp(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'API reference' }).click();
  const reference = await opened;
  await expect(reference).toHaveURL(/\/docs/);
  await reference.close();
});

test('the keys and the guide open by mouse, and the focus returns to the menu each time', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard');
  const help = page.getByRole('button', { name: 'Help' });
  for (const [item, title] of [
    ['Keyboard', 'Keyboard shortcuts'],
    ['Guide', 'Guide'],
    ['Guide', 'Guide'],
  ] as const) {
    await help.click();
    await page.getByRole('menuitem', { name: item }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(help, `after ${title}`).toBeFocused();
  }
});

test('the guide for owners describes what owners can do', async ({ ownerPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await openHelp(page);
  await page.getByRole('menuitem', { name: 'Guide' }).click();
  const guide = page.getByRole('dialog', { name: 'Guide' });
  await expect(guide.getByRole('heading', { name: 'The ads URL' })).toBeVisible();
  await expect(guide.getByRole('heading', { name: 'Owners' })).toHaveCount(0);
});

test('the form explains Visible Extra, IP Address and the statuses', async ({ adminPage }) => {
  await adminPage.goto('/admin/application-list?add=1');
  const dialog = adminPage.getByRole('dialog', { name: 'Add New Application' });
  const hints = {
    'Ads Status': /no phone gets ads/,
    'App Status': /In-Develop: not yet, but phones get ads too. Suspend: no phone gets ads/,
    'Visible Extra': /the app decides what to show\..*if \(ads\.visibleExtra === 'on'\)/,
    'IP Address': /IP rules\. ON: ads only in the app’s countries, and not through a VPN/,
  };
  for (const [name, hint] of Object.entries(hints)) {
    await expect(
      dialog.getByRole('combobox', { name: new RegExp(`^${name}`) }),
    ).toHaveAccessibleDescription(hint);
  }
});
