import { choose, defaultLayout, layoutOf, offered, openCustomizer } from '../support/customizer.ts';
import { enter, expect, test } from '../support/test.ts';

/* Spec, section 2 "Theme customizer" and "Layout settings are applied as attributes". */

const always = ['Layout type', 'Color scheme', 'Topbar color', 'Preloader'];
const own = ['Sidebar size', 'Sidebar view', 'Sidebar color', 'Sidebar image'];

/** Every choice, with the attributes that it changes on a page with the defaults. */
const choices: [control: string, value: string, changes: Record<string, string | null>][] = [
  ['Layout type', 'Vertical', {}],
  ['Layout type', 'Horizontal', { layout: 'horizontal', 'sidebar-size': null }],
  ['Layout type', 'Two column', { layout: 'twocolumn', 'layout-width': null }],
  ['Layout type', 'Semibox', { layout: 'semibox' }],
  ['Color scheme', 'Light', {}],
  ['Color scheme', 'Dark', { 'color-scheme': 'dark' }],
  ['Color scheme', 'As the system', {}],
  ['Layout width', 'Fluid', {}],
  ['Layout width', 'Boxed', { 'layout-width': 'boxed', 'sidebar-size': 'sm-hover' }],
  ['Layout position', 'Fixed', {}],
  ['Layout position', 'Scrollable', { 'layout-position': 'scrollable' }],
  ['Topbar color', 'Light', {}],
  ['Topbar color', 'Dark', { topbar: 'dark' }],
  ['Sidebar size', 'Default', {}],
  ['Sidebar size', 'Compact', { 'sidebar-size': 'md' }],
  ['Sidebar size', 'Small (Icon View)', { 'sidebar-size': 'sm' }],
  ['Sidebar size', 'Small Hover View', { 'sidebar-size': 'sm-hover' }],
  ['Sidebar view', 'Default', {}],
  ['Sidebar view', 'Detached', { 'layout-style': 'detached' }],
  ['Sidebar color', 'Light', { sidebar: 'light' }],
  ['Sidebar color', 'Dark', {}],
  ['Sidebar color', 'Gradient 1', { sidebar: 'gradient' }],
  ['Sidebar color', 'Gradient 2', { sidebar: 'gradient-2' }],
  ['Sidebar color', 'Gradient 3', { sidebar: 'gradient-3' }],
  ['Sidebar color', 'Gradient 4', { sidebar: 'gradient-4' }],
  ['Sidebar image', 'None', {}],
  ['Sidebar image', 'Image 1', { 'sidebar-image': 'img-1' }],
  ['Sidebar image', 'Image 2', { 'sidebar-image': 'img-2' }],
  ['Sidebar image', 'Image 3', { 'sidebar-image': 'img-3' }],
  ['Sidebar image', 'Image 4', { 'sidebar-image': 'img-4' }],
  ['Preloader', 'Enable', { preloader: 'enable' }],
  ['Preloader', 'Disable', {}],
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a ${colorScheme} system it starts with the defaults of the spec, on every page`, async ({
    adminPage,
    mayFail,
  }) => {
    mayFail('ERR_FAILED /assets/');
    await adminPage.emulateMedia({ colorScheme });
    await adminPage.route('**/assets/*.js', (route) => route.abort());
    await adminPage.goto('/admin/login', { waitUntil: 'commit' });
    const root = adminPage.locator('html');
    await expect(root, 'before any script').toHaveAttribute('data-mantine-color-scheme', 'light');
    await adminPage.unroute('**/assets/*.js');
    for (const path of ['/admin/login', '/admin/dashboard']) {
      await adminPage.goto(path);
      await expect.poll(() => layoutOf(adminPage), path).toEqual(defaultLayout);
      await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
    }
  });
}

test('writes every choice as an attribute of the root, and Reset takes it back', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/dashboard');
  const drawer = await openCustomizer(adminPage);
  for (const [control, value, changes] of choices) {
    await choose(drawer, control, value);
    const expected = Object.fromEntries(
      Object.entries({ ...defaultLayout, ...changes }).filter(([, wanted]) => wanted !== null),
    );
    expect(await layoutOf(adminPage), `${control}: ${value}`).toEqual(expected);
    await drawer.getByRole('button', { name: 'Reset to default' }).click();
    expect(await layoutOf(adminPage), `reset after ${control}: ${value}`).toEqual(defaultLayout);
  }
});

/** The offered controls: the layout, whether its sidebar is shown, and the controls in addition to `always`. */
const matrix: [layout: string, visibility: 'Show' | 'Hidden' | null, besides: string[]][] = [
  ['Vertical', null, ['Layout width', 'Layout position', ...own]],
  ['Horizontal', null, ['Layout width', 'Layout position']],
  ['Two column', null, ['Sidebar color', 'Sidebar image']],
  ['Semibox', 'Show', ['Sidebar visibility', ...own]],
  ['Semibox', 'Hidden', ['Sidebar visibility']],
];

test('offers each control only in its layouts', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  const drawer = await openCustomizer(adminPage);
  for (const [layout, visibility, besides] of matrix) {
    await choose(drawer, 'Layout type', layout);
    if (visibility) await choose(drawer, 'Sidebar visibility', visibility);
    const seen = await offered(drawer);
    expect(seen.sort(), `${layout} ${visibility ?? ''}`).toEqual([...always, ...besides].sort());
  }
  expect(await layoutOf(adminPage)).toMatchObject({ 'sidebar-visibility': 'hidden' });
});

test('keeps width and sidebar size together: Fluid is lg, Boxed sm-hover', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/dashboard');
  const drawer = await openCustomizer(adminPage);
  await choose(drawer, 'Sidebar size', 'Compact');
  await choose(drawer, 'Layout width', 'Boxed');
  expect(await layoutOf(adminPage)).toMatchObject({ 'sidebar-size': 'sm-hover' });
  await choose(drawer, 'Layout width', 'Fluid');
  expect(await layoutOf(adminPage)).toMatchObject({ 'sidebar-size': 'lg' });
});

test('Light and Dark close the gradient picker; opening and closing it changes nothing', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/dashboard');
  const drawer = await openCustomizer(adminPage);
  const picker = drawer.getByRole('button', { name: 'Gradient' });
  await expect(picker).toHaveAttribute('aria-expanded', 'false');
  await choose(drawer, 'Sidebar color', 'Gradient 3');
  await picker.click();
  await expect(picker).toHaveAttribute('aria-expanded', 'false');
  expect(await layoutOf(adminPage)).toMatchObject({ sidebar: 'gradient-3' });
  await picker.click();
  await choose(drawer, 'Sidebar color', 'Light');
  await expect(picker).toHaveAttribute('aria-expanded', 'false');
  expect(await layoutOf(adminPage)).toMatchObject({ sidebar: 'light' });
});

test('is a drawer at z-index 1050 that Escape closes, with focus back on its button', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/dashboard');
  const drawer = await openCustomizer(adminPage);
  const zIndex = await drawer.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { zIndex, position } = getComputedStyle(at);
      if (position !== 'static' && zIndex !== 'auto') return zIndex;
    }
    return null;
  });
  expect(zIndex).toBe('1050');
  await adminPage.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(adminPage.getByRole('button', { name: 'Theme customizer' })).toBeFocused();
});

test('can be used with the keyboard only', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  await adminPage.getByRole('button', { name: 'Theme customizer' }).focus();
  await adminPage.keyboard.press('Enter');
  const drawer = adminPage.getByRole('dialog', { name: 'Theme customizer' });
  const scheme = drawer.getByRole('group', { name: 'Color scheme' });
  const light = scheme.getByRole('radio', { name: 'Light' });
  for (let presses = 0; presses < 40; presses += 1) {
    if (await light.evaluate((element) => element === document.activeElement)) break;
    await adminPage.keyboard.press('Tab');
  }
  await expect(light).toBeFocused();
  await adminPage.keyboard.press('ArrowRight');
  await expect(scheme.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await layoutOf(adminPage)).toMatchObject({ 'color-scheme': 'dark' });
});

test('keeps the choices over a reload and applies them before the first paint', async ({
  adminPage,
  mayFail,
}) => {
  mayFail('ERR_FAILED /assets/');
  await adminPage.goto('/admin/dashboard');
  const drawer = await openCustomizer(adminPage);
  await choose(drawer, 'Color scheme', 'Dark');
  await choose(drawer, 'Layout type', 'Semibox');
  await choose(drawer, 'Sidebar image', 'Image 2');
  const chosen = await layoutOf(adminPage);
  await adminPage.route('**/assets/*.js', (route) => route.abort());
  await adminPage.reload({ waitUntil: 'commit' });
  await expect.poll(() => layoutOf(adminPage), 'before any script of ours').toEqual(chosen);
  await adminPage.unroute('**/assets/*.js');
  await adminPage.reload();
  await expect(adminPage.getByRole('button', { name: 'Theme customizer' })).toBeVisible();
  expect(await layoutOf(adminPage)).toEqual(chosen);
});

test('"As the system" follows the system, before the first paint too, until another one is chosen', async ({
  adminPage: page,
  mayFail,
}) => {
  mayFail('ERR_FAILED /assets/');
  const root = page.locator('html');
  const has = async (scheme: string, when: string) => {
    await expect(root, when).toHaveAttribute('data-color-scheme', scheme);
    await expect(root, when).toHaveAttribute('data-mantine-color-scheme', scheme);
  };
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/admin/dashboard');
  const drawer = await openCustomizer(page);
  const scheme = drawer.getByRole('group', { name: 'Color scheme' });
  await expect(scheme.getByRole('radio', { name: 'Light' })).toBeChecked();
  await choose(drawer, 'Color scheme', 'As the system');
  await has('dark', 'chosen');
  await expect(page.locator('body')).toHaveAttribute('data-color-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await has('light', 'the system changes');
  await expect(scheme.getByRole('radio', { name: 'As the system' })).toBeChecked();
  // The system may be another one when the page is opened again.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await has('dark', 'before any script of ours');
  await page.unroute('**/assets/*.js');
  await page.reload();
  await openCustomizer(page);
  await has('dark', 'after a reload');

  await choose(drawer, 'Color scheme', 'Light');
  await has('light', 'Light is chosen');
  await choose(drawer, 'Color scheme', 'As the system');
  await drawer.getByRole('button', { name: 'Reset to default' }).click();
  await has('light', 'after Reset');
  await expect(scheme.getByRole('radio', { name: 'Light' })).toBeChecked();
});

test('is shared between tabs', async ({ adminPage, context, api }) => {
  await adminPage.goto('/admin/dashboard');
  const other = await context.newPage();
  await enter(other, await api.signInAdmin());
  await other.goto('/admin/user-list');
  await expect(other.getByRole('button', { name: 'Theme customizer' })).toBeVisible();
  await adminPage.bringToFront();
  await choose(await openCustomizer(adminPage), 'Color scheme', 'Dark');
  await expect(other.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
});

test('also writes the mode to the body, and removes it when the page is left', async ({
  adminPage,
}) => {
  await adminPage.goto('/admin/dashboard');
  const body = adminPage.locator('body');
  await expect(body).toHaveAttribute('data-color-scheme', 'light');
  await choose(await openCustomizer(adminPage), 'Color scheme', 'Dark');
  await expect(body).toHaveAttribute('data-color-scheme', 'dark');
  await adminPage.keyboard.press('Escape');
  // Every value that was replaced. Null: there was no value, because the previous page had removed it.
  await adminPage.evaluate(() => {
    const replaced: (string | null)[] = [];
    Object.assign(window, { replaced });
    new MutationObserver((records) => {
      for (const { oldValue } of records) replaced.push(oldValue);
    }).observe(document.body, { attributeFilter: ['data-color-scheme'], attributeOldValue: true });
  });
  await adminPage.getByRole('button', { name: 'Morgan Quay' }).click();
  await adminPage.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(adminPage).toHaveURL('/admin/login');
  await expect(body, 'the sign-in page sets its own mode').toHaveAttribute(
    'data-color-scheme',
    'dark',
  );
  const replaced = await adminPage.evaluate(
    () => (window as unknown as { replaced: (string | null)[] }).replaced,
  );
  expect(replaced.slice(0, 2)).toEqual(['dark', null]);
});
