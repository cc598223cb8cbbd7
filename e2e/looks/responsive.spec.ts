import type { Page } from '@playwright/test';
import { choose, layoutOf, openCustomizer } from '../support/customizer.ts';
import { expect, test } from '../support/test.ts';
import { show } from './show.ts';

/* Spec, section 2 "Responsive rule" and "Menu toggle". */

const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle menu' });
const shown = async (page: Page) => (await layoutOf(page))['sidebar-size'];
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 900 });

const beyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A width, the sidebar size at this width when compact is chosen, and the size after the toggle. */
const widths: [width: number, shows: string, toggled: string][] = [
  [1440, 'md', 'lg'],
  [1025, 'md', 'lg'],
  [1024, 'sm', 'lg'],
  [900, 'sm', 'lg'],
  [768, 'sm', 'lg'],
  [767, 'lg', 'opens'],
  [390, 'lg', 'opens'],
];

for (const [width, shows, toggled] of widths) {
  test(`at ${width} px the window and the toggle decide as the spec says`, async ({
    adminPage,
  }) => {
    await adminPage.goto('/admin/dashboard');
    await choose(await openCustomizer(adminPage), 'Sidebar size', 'Compact');
    await adminPage.keyboard.press('Escape');
    await resize(adminPage, width);
    await expect.poll(() => shown(adminPage)).toBe(shows);
    const settings = adminPage.getByRole('button', { name: 'Theme customizer' });
    await expect(settings).toBeVisible({ visible: width >= 768 });
    if (toggled === 'opens') await expect(menu(adminPage)).not.toBeInViewport();
    else await expect(menu(adminPage)).toBeInViewport();

    await toggle(adminPage).click();
    if (toggled === 'opens') {
      await expect(adminPage.getByRole('dialog', { name: 'Menu' })).toBeInViewport();
      expect(await shown(adminPage)).toBe('lg');
    } else {
      expect(await shown(adminPage)).toBe(toggled);
      await toggle(adminPage).click();
      expect(await shown(adminPage)).toBe('sm');
    }
  });
}

test('the chosen sidebar size is back after a narrow window becomes wide', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/dashboard');
  await choose(await openCustomizer(adminPage), 'Sidebar size', 'Compact');
  for (const [width, size] of [
    [900, 'sm'],
    [390, 'lg'],
    [1440, 'md'],
  ] as const) {
    await resize(adminPage, width);
    await expect.poll(() => shown(adminPage)).toBe(size);
  }
});

test('two-column becomes vertical below 768 px and two-column again above', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/dashboard');
  await choose(await openCustomizer(adminPage), 'Layout type', 'Two column');
  await adminPage.keyboard.press('Escape');
  const layout = async () => (await layoutOf(adminPage)).layout;
  expect(await layout()).toBe('twocolumn');
  await resize(adminPage, 767);
  await expect.poll(layout).toBe('vertical');
  await resize(adminPage, 768);
  await expect.poll(layout).toBe('twocolumn');
});

test('the sidebar of a small screen closes by the overlay, by Escape and by navigation', async ({
  adminPage,
}) => {
  await resize(adminPage, 390);
  await adminPage.goto('/admin/dashboard');
  const sidebar = adminPage.getByRole('dialog', { name: 'Menu' });
  await expect(sidebar).toBeHidden();
  await expect(menu(adminPage)).not.toBeInViewport();

  await toggle(adminPage).click();
  await expect(sidebar).toBeInViewport();
  await adminPage.mouse.click(380, 500);
  await expect(sidebar).toBeHidden();

  await toggle(adminPage).click();
  await expect(sidebar).toBeInViewport();
  await adminPage.keyboard.press('Escape');
  await expect(sidebar).toBeHidden();
  await expect(toggle(adminPage)).toBeFocused();

  await toggle(adminPage).click();
  await sidebar.getByRole('link', { name: 'Application' }).click();
  await expect(adminPage).toHaveURL('/admin/application-list');
  await expect(sidebar).toBeHidden();
});

test('focus stays inside the opened sidebar of a small screen', async ({ adminPage }) => {
  await resize(adminPage, 390);
  await adminPage.goto('/admin/dashboard');
  await toggle(adminPage).click();
  const sidebar = adminPage.getByRole('dialog', { name: 'Menu' });
  await expect(sidebar).toBeInViewport();
  for (let presses = 0; presses < 12; presses += 1) {
    await adminPage.keyboard.press('Tab');
    expect(
      await sidebar.evaluate((element) => element.contains(document.activeElement)),
      `after ${presses + 1} Tabs`,
    ).toBe(true);
  }
});

test('the horizontal menu opens as a column below 1025 px', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  await choose(await openCustomizer(adminPage), 'Layout type', 'Horizontal');
  await adminPage.keyboard.press('Escape');
  const users = menu(adminPage).getByRole('link', { name: 'Users' });
  await expect(users).toBeVisible();
  for (const width of [900, 390]) {
    await resize(adminPage, width);
    await expect(users).toBeHidden();
    await toggle(adminPage).click();
    await expect(users).toBeVisible();
    await toggle(adminPage).click();
    await expect(users).toBeHidden();
  }
});

test('the toggle hides and shows the panel of the two-column layout', async ({ adminPage }) => {
  await adminPage.goto('/admin/application-list');
  await choose(await openCustomizer(adminPage), 'Layout type', 'Two column');
  await adminPage.keyboard.press('Escape');
  const panel = adminPage.getByRole('navigation', { name: 'Application' });
  await expect(panel).toBeVisible();
  await toggle(adminPage).click();
  await expect(panel).toBeHidden();
  await toggle(adminPage).click();
  await expect(panel).toBeVisible();
});

test('nothing scrolls sideways at any width', async ({ adminPage }) => {
  for (const path of ['/admin/dashboard', '/admin/application-list', '/admin/app-configuration']) {
    await show(adminPage, path);
    for (const width of [390, 767, 768, 900, 1024, 1025, 1440]) {
      await resize(adminPage, width);
      await expect
        .poll(() => beyond(adminPage), `px beyond the window, ${path} at ${width} px`)
        .toBe(0);
    }
  }
});
