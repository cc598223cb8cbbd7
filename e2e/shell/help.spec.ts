import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

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
  await expect(page).toHaveURL('/admin/guide');
  await expect(page).toHaveTitle('Admin Panel | Guide');
  await expect(page.getByRole('heading', { name: 'Countries and VPNs' })).toBeVisible();

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

test('the keys and About open by mouse, and the focus returns to the menu each time', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard');
  const help = page.getByRole('button', { name: 'Help' });
  for (const [item, title] of [
    ['Keyboard', 'Keyboard shortcuts'],
    ['About', 'About'],
    ['About', 'About'],
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

for (const [scheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`the guide is readable in ${scheme} at ${width} px, with its pictures`, async ({
    ownerPage: page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript((layoutModeType) => {
      localStorage.setItem('adwarden.layout', JSON.stringify({ layoutModeType }));
    }, scheme);
    await page.goto('/guide');
    await expect(page).toHaveTitle('User Panel | Guide');
    await expectAccessible(page, `the guide in ${scheme}`, width);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    const pictures = page.getByRole('article').getByRole('img');
    await expect(pictures.first()).toHaveAttribute('data-scheme', scheme);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('naturalWidth', 1200);
    }
  });
}

test('a link to a part of the guide shows this part', async ({ adminPage: page }) => {
  await page.goto('/admin/guide#undo');
  await expect(page.getByRole('heading', { name: 'Undo' })).toBeInViewport();
  await page
    .getByRole('navigation', { name: 'Parts of the guide' })
    .getByRole('link', { name: 'Your first app' })
    .click();
  await expect(page.getByRole('heading', { name: 'Your first app' })).toBeInViewport();
});

test('the form explains Visible Extra, IP Address and the statuses', async ({ adminPage }) => {
  await adminPage.goto('/admin/application-list?add=1');
  const dialog = adminPage.getByRole('dialog', { name: 'Add New Application' });
  const hints = {
    'Ads Status': /no phone gets ads/,
    'App Status': /In-Develop: not yet, but phones get ads too. Suspend: no phone gets ads/,
    'Visible Extra': /the app decides what to show\./,
    'IP Address': /ON: ads only in the app’s countries, and not through a VPN/,
  };
  for (const [name, hint] of Object.entries(hints)) {
    await expect(
      dialog.getByRole('combobox', { name: new RegExp(`^${name}`) }),
    ).toHaveAccessibleDescription(hint);
  }
  await expect(dialog.getByRole('region', { name: 'For developers' })).toContainText(
    "if (ads.visibleExtra === 'on') showMoreApps();",
  );
});
