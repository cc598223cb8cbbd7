import { rm } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buildPage, servePage } from '../support/built-page.ts';
import { openWatch } from '../support/watch.ts';

/* Every shared component of web/src/ui in each of its states, on the page that `npm run dev` has at /gallery.html. */

const origin = 'http://gallery.test';
test.use({ baseURL: origin });
let folder: string;

test.beforeAll(async () => {
  folder = await buildPage('ui/gallery/main.tsx');
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const ships = (page: Page) => page.getByRole('table', { name: 'Ships' });
const piece = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens the gallery; the returned function fails if the page wrote an error or sent a request to another host. */
async function open(page: Page, state: string): Promise<() => void> {
  const { follow, leave, check } = openWatch(new Set([origin]));
  follow(page.context());
  await servePage(page, origin, folder);
  await page.goto(`/?${new URLSearchParams({ state })}`);
  await expect(page.getByRole('heading', { name: `Shared components: ${state}` })).toBeVisible();
  return () => {
    leave(page.context());
    check();
  };
}

/** The signs by which a component's state differs from its other states, by its name. */
const signs: Record<string, Record<string, (page: Page) => Promise<void>>> = {
  ready: {
    DataTable: async (page) => {
      await expect(piece(page, 'DataTable').getByRole('row')).toHaveCount(11);
    },
    FindSelect: async (page) => {
      await piece(page, 'FindSelect').getByRole('combobox').fill('wi');
      await expect(piece(page, 'FindSelect').getByRole('option')).toHaveText(['Wick']);
    },
    'Server form': async (page) => {
      const form = piece(page, 'Server form');
      await form.getByRole('textbox').fill('');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form.getByRole('textbox')).toBeFocused();
      await expect(form).toContainText('Please Enter Ship Name');
    },
    StaleEdit: async (page) => {
      await expect(piece(page, 'StaleEdit')).toContainText('both changed it');
    },
  },
  loading: {
    DataTable: async (page) => {
      await expect(ships(page)).toHaveAttribute('aria-busy', 'true');
    },
    Loading: async (page) => {
      await expect(piece(page, 'Loading').getByRole('status', { name: 'Loading' })).toBeVisible();
    },
    ErrorPanel: async (page) => {
      await expect(piece(page, 'ErrorPanel').getByRole('button')).toBeDisabled();
    },
    SearchSelect: async (page) => {
      await piece(page, 'SearchSelect').getByRole('combobox').fill('x');
      await expect(page.getByText('Searching …')).toBeVisible();
    },
  },
  empty: {
    DataTable: async (page) => {
      await expect(ships(page)).toContainText('No ships yet');
    },
    SearchSelect: async (page) => {
      await piece(page, 'SearchSelect').getByRole('combobox').fill('x');
      await expect(page.getByText('No port matches')).toBeVisible();
    },
    StaleEdit: async (page) => {
      await expect(piece(page, 'StaleEdit')).toContainText(
        'Save keeps what both of you have changed',
      );
    },
  },
  error: {
    DataTable: async (page) => {
      const alert = ships(page).getByRole('alert');
      await expect(alert).toContainText('The server cannot be reached');
      await expect(alert.getByRole('button', { name: 'Try again' })).toBeEnabled();
    },
    ...Object.fromEntries(
      ['FindSelect', 'SearchSelect', 'SelectField', 'PasswordField'].map((name) => [
        name,
        async (page: Page) => {
          await expect(piece(page, name)).toContainText('Please Enter Ship Name');
        },
      ]),
    ),
  },
};

for (const [state, byName] of Object.entries(signs)) {
  test(`in the state ${state} the components have no violation, fit a phone and show it`, async ({
    page,
  }) => {
    const check = await open(page, state);
    await expectAccessible(page, state);
    const wide = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    const beyond = await page
      .getByRole('region')
      .evaluateAll((all) =>
        all
          .filter(
            (one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > 390,
          )
          .map((one) => one.textContent?.slice(0, 30)),
      );
    expect(beyond, 'wider than the page').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    if (wide) await page.setViewportSize(wide);
    for (const show of Object.values(byName)) await show(page);
    check();
  });
}

for (const name of ['Dialog', 'SideDrawer', 'FormModal', 'ConfirmDeleteModal', 'DiscardQuestion']) {
  test(`${name} has no violation, fits a phone, and gives the focus back`, async ({ page }) => {
    const check = await open(page, 'error');
    const button = piece(page, name).getByRole('button', { name: 'Open' });
    await button.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectAccessible(page, name);
    await page.setViewportSize({ width: 390, height: 844 });
    const beyond = await dialog.evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(beyond, 'px wider than the dialog').toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    check();
  });
}

test('toasts have no violation', async ({ page }) => {
  const check = await open(page, 'ready');
  for (const name of ['Show a toast', 'Show an error', 'Show an undo']) {
    await page.getByRole('button', { name }).click();
  }
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await expectAccessible(page, 'toasts');
  check();
});
