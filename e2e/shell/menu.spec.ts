import { rm } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buildPage, servePage } from '../support/built-page.ts';
import { choose, openCustomizer } from '../support/customizer.ts';

/* Spec, section 2 "Sidebar": header rows, links, sub-items, three levels, badges. No menu of the
   product has them all, so the shell is built here round a menu that has (testing/menu-fixture.tsx). */

const origin = 'http://menu.test';
test.use({ baseURL: origin });
let folder: string;

test.beforeAll(async () => {
  folder = await buildPage('shell/testing/menu-fixture.tsx');
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(page: Page, layout: string, { width = 1440, path = '/home' } = {}) {
  await page.setViewportSize({ width, height: 900 });
  await servePage(page, origin, folder);
  await page.goto(origin + path);
  await choose(await openCustomizer(page), 'Layout type', layout);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Theme customizer' })).toBeHidden();
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

for (const layout of ['Vertical', 'Semibox']) {
  test(`${layout}: header rows, and three levels that open one in the other, with badges`, async ({
    page,
  }) => {
    await open(page, layout);
    await expect(menu(page).getByText('Menu', { exact: true })).toBeVisible();
    await expect(menu(page).getByText('Figures', { exact: true })).toBeVisible();
    const europe = menu(page).getByRole('link', { name: 'Europe' });
    await expect(europe).toBeHidden();
    await menu(page).getByRole('button', { name: 'Reports 12' }).click();
    await expect(menu(page).getByRole('link', { name: 'Revenue New' })).toBeVisible();
    await expect(europe).toBeHidden();
    await menu(page).getByRole('button', { name: 'Regions 2' }).click();
    await expect(europe).toHaveText('EuropeLate');
    await expectAccessible(page, layout);
    await europe.click();
    await expect(page).toHaveURL('/europe');
    await expect(menu(page).locator('[aria-current="page"]')).toHaveText('EuropeLate');
  });
}

test('Horizontal: a drop-down holds both levels below it, with badges', async ({ page }) => {
  await open(page, 'Horizontal');
  const reports = menu(page).getByRole('button', { name: 'Reports 12' });
  await reports.press('Enter');
  await expect(menu(page).getByRole('link', { name: 'Revenue New' })).toBeVisible();
  await expect(menu(page).getByText('Regions 2')).toBeVisible();
  await expectAccessible(page, 'Horizontal');
  await menu(page).getByRole('link', { name: 'Europe Late' }).click();
  await expect(page).toHaveURL('/europe');
  await expect(reports).toHaveAttribute('aria-expanded', 'false');
});

test('Two column: the panel shows the levels below the chosen icon, with badges', async ({
  page,
}) => {
  await open(page, 'Two column');
  await menu(page).getByRole('button', { name: 'Reports 12' }).click();
  const panel = page.getByRole('navigation', { name: 'Reports', exact: true });
  await expect(panel.getByRole('link', { name: 'Revenue New' })).toBeVisible();
  await expect(panel.getByText('Regions')).toBeVisible();
  await expectAccessible(page, 'Two column');
  await panel.getByRole('link', { name: 'Europe Late' }).click();
  await expect(page).toHaveURL('/europe');
  await expect(panel.locator('[aria-current]')).toHaveText('EuropeLate');
});

test('the page of a third-level entry opens its parents', async ({ page }) => {
  await open(page, 'Vertical', { path: '/asia' });
  await expect(menu(page).getByRole('link', { name: 'Asia' })).toBeVisible();
});

test('a menu that opens over a page without a sidebar has its labels and badges', async ({
  page,
}) => {
  await open(page, 'Semibox');
  await choose(await openCustomizer(page), 'Sidebar visibility', 'Hidden');
  await page.keyboard.press('Escape');
  for (const width of [1440, 1024, 900, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('button', { name: 'Toggle menu' }).click();
    const over = page.getByRole('dialog', { name: 'Menu' });
    await expect(over.getByText('Figures', { exact: true }), `${width} px`).toBeVisible();
    const box = await over.getByText('Reports', { exact: true }).boundingBox();
    expect(box?.width, `${width} px: the label has room`).toBeGreaterThan(40);
    await expect(over.getByText('12', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(over).toBeHidden();
  }
});
