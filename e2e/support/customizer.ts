import type { Locator, Page } from '@playwright/test';

/** Opens the theme customizer by its floating button. */
export async function openCustomizer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Theme customizer' }).click();
  return page.getByRole('dialog', { name: 'Theme customizer' });
}

/** Chooses a tile of a control by its text: `choose(drawer, 'Layout type', 'Semibox')`. */
export async function choose(drawer: Locator, control: string, value: string): Promise<void> {
  const group = drawer.getByRole('group', { name: control });
  if (value.startsWith('Gradient ')) {
    const picker = group.getByRole('button', { name: 'Gradient' });
    if ((await picker.getAttribute('aria-expanded')) === 'false') await picker.click();
  }
  await group.getByText(value, { exact: true }).click();
}

/** Returns the titles of the offered controls, from the top. */
export function offered(drawer: Locator): Promise<string[]> {
  return drawer
    .getByRole('group')
    .evaluateAll((groups) =>
      groups.map((group) => group.querySelector('legend')?.textContent ?? ''),
    );
}

/** Returns the layout attributes of the document root, by name without `data-`. */
export function layoutOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const names = [
      'layout',
      'color-scheme',
      'layout-width',
      'layout-position',
      'topbar',
      'sidebar',
      'sidebar-size',
      'layout-style',
      'sidebar-image',
      'preloader',
      'sidebar-visibility',
    ];
    const root = document.documentElement;
    const present = names.filter((name) => root.hasAttribute(`data-${name}`));
    return Object.fromEntries(
      present.map((name) => [name, root.getAttribute(`data-${name}`) ?? '']),
    );
  });
}

/** The default layout (spec, section 9). */
export const defaultLayout = {
  layout: 'vertical',
  'color-scheme': 'light',
  'layout-width': 'fluid',
  'layout-position': 'fixed',
  topbar: 'light',
  sidebar: 'dark',
  'sidebar-size': 'lg',
  'layout-style': 'default',
  'sidebar-image': 'none',
  preloader: 'disable',
  'sidebar-visibility': 'show',
};
