import type { Page } from '@playwright/test';
import { account } from '../support/account.ts';
import { passUntilVisible, stopClock } from '../support/clock.ts';
import { choose, openCustomizer } from '../support/customizer.ts';
import { expect, test } from '../support/test.ts';

/* Spec, section 2 "Shell": top bar, sidebar, footer, back-to-top, preloader. */

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
/** The spec's entries, and below them those of "Operation". */
const adminLinks = ['Dashboard', 'Application', 'Users', 'App Configuration'];
/** Safety has a count of changes of other tests that wait for approval. */
const operation = [
  'Traffic',
  /^Safety/,
  'Sessions',
  'Sign-in and security',
  'app-ads.txt',
  'Audit Log',
  'Notifications',
  'Administrators',
  'Edges',
  'System Check',
  'API keys',
];
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo(0, top), y);
const makeShort = (page: Page) => page.setViewportSize({ width: 1440, height: 420 });

test('an administrator’s menu has its header and four links in order', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  await expect(menu(adminPage).getByText('Menu', { exact: true })).toBeVisible();
  const links = menu(adminPage).getByRole('link');
  await expect(links).toHaveText([...adminLinks, ...operation]);
  await expect(menu(adminPage).getByText('Operation', { exact: true })).toBeVisible();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([
    '/admin/dashboard',
    '/admin/application-list',
    '/admin/user-list',
    '/admin/app-configuration',
    '/admin/traffic',
    '/admin/safety',
    '/admin/open-sessions',
    '/admin/security',
    '/admin/app-ads',
    '/admin/audit-log',
    '/admin/notifications',
    '/admin/administrators',
    '/admin/edges',
    '/admin/system-check',
    '/admin/api-keys',
  ]);
});

test('a user’s menu has Dashboard and Application', async ({ ownerPage }) => {
  await ownerPage.goto('/dashboard');
  await expect(menu(ownerPage).getByText('Menu', { exact: true })).toBeVisible();
  await expect(menu(ownerPage).getByRole('link')).toHaveText([
    'Dashboard',
    'Application',
    'Traffic',
    'Safety',
    'Sessions',
    'Sign-in and security',
    'API keys',
  ]);
});

test('the link of the current path is the active one', async ({ adminPage }) => {
  const pages = {
    '/admin/dashboard': 'Dashboard',
    '/admin/application-list': 'Application',
    '/admin/user-list': 'Users',
    '/admin/app-configuration': 'App Configuration',
    '/admin/traffic': 'Traffic',
    '/admin/safety/findings': 'Safety',
    '/admin/security': 'Sign-in and security',
    '/admin/app-ads': 'app-ads.txt',
    '/admin/audit-log': 'Audit Log',
    '/admin/notifications': 'Notifications',
    '/admin/administrators': 'Administrators',
    '/admin/edges': 'Edges',
    '/admin/system-check': 'System Check',
    '/admin/api-keys': 'API keys',
    '/admin/open-sessions': 'Sessions',
  };
  await adminPage.goto('/admin/change-password');
  const current = menu(adminPage).locator('[aria-current="page"]');
  await expect(current).toHaveCount(0);
  for (const [path, name] of Object.entries(pages)) {
    // The link of Safety also shows how many changes wait. Other tests may have made some.
    const named = new RegExp(`^${name}`);
    await menu(adminPage).getByRole('link', { name: named }).click();
    await expect(adminPage).toHaveURL(path);
    await expect(current).toHaveText([named]);
  }
});

test('the logo leads to / and from there to the dashboard', async ({ adminPage }) => {
  await adminPage.goto('/admin/user-list');
  const logo = adminPage.getByRole('link', { name: 'Harbour & Daughters' }).first();
  await expect(logo).toHaveAttribute('href', '/');
  await logo.click();
  await expect(adminPage).toHaveURL('/admin/dashboard');
});

test('the footer shows the year and the company', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  const footer = adminPage.getByRole('contentinfo');
  await expect(footer).toContainText(String(new Date().getFullYear()));
  await expect(footer).toContainText('© Harbour & Daughters');
});

test('the footer shows although a page goes on loading, but does not jump at once', async ({
  adminPage,
}) => {
  const answer = Promise.withResolvers<void>();
  await adminPage.route('**/apps/getAllApp*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await adminPage.goto('/admin/application-list');
  const loading = adminPage.locator('main [data-still-loading]').first();
  await expect(loading).toBeAttached();
  const footer = adminPage.getByRole('contentinfo');
  await expect(footer).toBeHidden();
  await expect(footer, 'after 4 s').toBeVisible();
  await expect(loading).toBeAttached();
  answer.resolve();
  await expect(adminPage.getByRole('row').nth(1)).toBeVisible();
  await expect(footer).toBeVisible();
});

test('the top bar has a shadow after 50 px of scrolling', async ({ adminPage }) => {
  await makeShort(adminPage);
  await adminPage.goto('/admin/application-list');
  await expect(adminPage.getByRole('searchbox')).toBeVisible();
  /** Each time it scrolls again: the page may still grow. */
  const shadowAt = async (y: number) => {
    await scrollTo(adminPage, y);
    return adminPage.getByRole('banner').evaluate((bar) => getComputedStyle(bar).boxShadow);
  };
  await expect.poll(() => shadowAt(50)).toBe('none');
  await expect.poll(() => shadowAt(51)).not.toBe('none');
  await expect.poll(() => shadowAt(0)).toBe('none');
});

test('back-to-top appears after 100 px and scrolls to the top', async ({ adminPage }) => {
  await makeShort(adminPage);
  await adminPage.goto('/admin/application-list');
  await expect(adminPage.getByRole('searchbox')).toBeVisible();
  const button = adminPage.getByRole('button', { name: 'Back to top' });
  await scrollTo(adminPage, 100);
  await expect(button).toBeHidden();
  await scrollTo(adminPage, 101);
  await button.click();
  await expect.poll(() => adminPage.evaluate(() => window.scrollY)).toBe(0);
  await expect(button).toBeHidden();
});

test('after each change of path the page is at its top', async ({ adminPage }) => {
  await makeShort(adminPage);
  await adminPage.goto('/admin/application-list');
  await expect(adminPage.getByRole('searchbox')).toBeVisible();
  await scrollTo(adminPage, 120);
  await menu(adminPage).getByRole('link', { name: 'Users' }).click();
  await expect(adminPage).toHaveURL('/admin/user-list');
  await expect.poll(() => adminPage.evaluate(() => window.scrollY)).toBe(0);
});

test('with Scrollable the top bar scrolls with the page, with Fixed it stays', async ({
  adminPage,
}) => {
  await makeShort(adminPage);
  await adminPage.goto('/admin/application-list');
  await expect(adminPage.getByRole('searchbox')).toBeVisible();
  await scrollTo(adminPage, 150);
  await expect(adminPage.getByRole('banner')).toBeInViewport();
  await choose(await openCustomizer(adminPage), 'Layout position', 'Scrollable');
  await adminPage.keyboard.press('Escape');
  await scrollTo(adminPage, 150);
  await expect(adminPage.getByRole('banner')).not.toBeInViewport();
});

test('the preloader, when enabled, spins for a second on each path change', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/dashboard');
  const loading = adminPage.getByRole('status', { name: 'Loading', exact: true });
  // A spinner within the page has the same name.
  const spinner = loading.and(adminPage.locator(':not(main *)'));
  await menu(adminPage).getByRole('link', { name: 'Users' }).click();
  await expect(adminPage).toHaveURL('/admin/user-list');
  await expect(spinner, 'while it is disabled').toBeHidden();

  const drawer = await openCustomizer(adminPage);
  await choose(drawer, 'Preloader', 'Enable');
  await adminPage.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await stopClock(adminPage);
  await expect(spinner).toBeHidden();
  await menu(adminPage).getByRole('link', { name: 'Dashboard' }).click();
  await passUntilVisible(adminPage, spinner);
  await adminPage.clock.runFor(500);
  await expect(spinner).toBeVisible();
  await adminPage.clock.runFor(600);
  await expect(spinner).toBeHidden();
});

test('the search of small screens searches applications', async ({ adminPage, api }) => {
  const { appName } = await api.addApp();
  await adminPage.goto('/admin/dashboard');
  const open = adminPage.getByRole('banner').getByRole('button', { name: 'Search', exact: true });
  await expect(open, 'on a large screen').toBeHidden();
  await adminPage.setViewportSize({ width: 390, height: 800 });
  await open.click();
  const text = adminPage.getByRole('searchbox', { name: 'Find anything' });
  await expect(text).toBeFocused();
  await text.fill(appName);
  await text.press('Enter');
  const palette = adminPage.getByRole('combobox', { name: 'Find anything' });
  await expect(palette).toHaveValue(appName);
  await adminPage.getByRole('option', { name: new RegExp(`^${appName}`) }).click();
  await expect(adminPage.getByRole('heading', { level: 1 })).toHaveText(appName);

  await open.click();
  await adminPage.keyboard.press('Escape');
  await expect(text).toBeHidden();
});

test('the two-column rail has icon links with names, and the panel the section’s filters', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/application-list');
  await choose(await openCustomizer(adminPage), 'Layout type', 'Two column');
  await adminPage.keyboard.press('Escape');
  const rail = menu(adminPage).getByRole('listitem').getByRole('link');
  await expect(rail).toHaveCount(adminLinks.length + operation.length);
  await expect(rail.nth(2)).toHaveAccessibleName('Users');
  const panel = adminPage.getByRole('navigation', { name: 'Application' });
  await expect(panel.getByRole('link')).toHaveText(['All', 'Live', 'In-Develop', 'Suspended']);
  await panel.getByRole('link', { name: 'Suspended' }).click();
  await expect(adminPage).toHaveURL('/admin/application-list?appStatus=suspend');
});

test('the horizontal menu has the same links in a row', async ({ adminPage }) => {
  await adminPage.setViewportSize({ width: 2200, height: 900 });
  await adminPage.goto('/admin/dashboard');
  await choose(await openCustomizer(adminPage), 'Layout type', 'Horizontal');
  await adminPage.keyboard.press('Escape');
  const links = menu(adminPage).getByRole('link');
  await expect(links).toHaveText([...adminLinks, ...operation]);
  const tops = await links.evaluateAll((all) =>
    all.map((link) => Math.round(link.getBoundingClientRect().top)),
  );
  expect(new Set(tops).size, 'rows').toBe(1);
});

test('the menu can be opened when the semibox sidebar is hidden', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  const drawer = await openCustomizer(adminPage);
  await choose(drawer, 'Layout type', 'Semibox');
  await choose(drawer, 'Sidebar visibility', 'Hidden');
  await adminPage.keyboard.press('Escape');
  await expect(menu(adminPage)).not.toBeInViewport();
  await adminPage.getByRole('button', { name: 'Toggle menu' }).click();
  await expect(menu(adminPage)).toBeInViewport();
});

test('the small hover sidebar opens on hover and stays open when it is pinned', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/dashboard');
  await choose(await openCustomizer(adminPage), 'Sidebar size', 'Small Hover View');
  await adminPage.keyboard.press('Escape');
  await expect(adminPage.getByRole('dialog')).toBeHidden();
  const width = async () => Math.round((await menu(adminPage).boundingBox())?.width ?? 0);
  await adminPage.mouse.move(800, 500);
  await expect.poll(width).toBeLessThanOrEqual(70);
  await menu(adminPage).hover();
  await expect.poll(width).toBeGreaterThan(200);
  await adminPage.getByRole('button', { name: 'Keep the sidebar open' }).click();
  await adminPage.mouse.move(800, 500);
  await expect.poll(width).toBeGreaterThan(200);
  await expect(adminPage.locator('html')).toHaveAttribute('data-sidebar-size', 'sm-hover-active');
});

test('skip to content is the first thing that the keyboard reaches', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  await expect(account(adminPage)).toBeVisible();
  await adminPage.keyboard.press('Tab');
  const skip = adminPage.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await adminPage.keyboard.press('Enter');
  await expect(adminPage.getByRole('main')).toBeFocused();
});
