import type { Page } from '@playwright/test';
import { appForm } from '../support/app-form.ts';
import { openCustomizer } from '../support/customizer.ts';
import { fleet } from '../support/fleet.ts';
import { endAllPauses, startPause } from '../support/pauses.ts';
import { expect, test } from '../support/test.ts';
import { toasts } from '../support/toasts.ts';

/* Toasts lie where nothing acts: over no button at 1280 and 1440 px; on a phone not over Resume and what is open. */

test.afterEach(({ api }) => endAllPauses(api));

/** Returns the names of the buttons that a toast covers; while a dialog is open, of its buttons. */
const coveredButtons = (page: Page, within = 'body') =>
  page.evaluate((part) => {
    const list = [...document.querySelectorAll('.mantine-Notification-root')];
    if (list.length === 0) return ['no toast shows'];
    const boxes = list.map((toast) => toast.getBoundingClientRect());
    const isModal = document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
    const place = isModal ? '[role="dialog"]' : part;
    return [...document.querySelectorAll<HTMLElement>(`${place} button`)]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .filter((button) => !button.closest('.mantine-Notification-root'))
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return boxes.some(
          (box) => left < box.right && box.left < right && top < box.bottom && box.top < bottom,
        );
      })
      .map((button) => button.ariaLabel ?? button.innerText);
  }, within);

/** Goes to a page and presses the key of the palette, which cannot be loaded: a toast says so. */
async function goWithToast(page: Page, path: string): Promise<void> {
  // This comes before the page is there: it loads the palette ahead.
  await page.route('**/assets/command-palette*', (route) => route.abort());
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await expect(toasts(page).first()).toBeVisible();
}

for (const width of [1280, 1440]) {
  for (const hasBanner of [false, true]) {
    test(`at ${width} px a toast is over no button ${hasBanner ? 'below' : 'without'} a banner`, async ({
      adminPage: page,
      api,
      mayFail,
    }) => {
      mayFail('ERR_FAILED /assets/');
      await fleet(api, 12);
      const { appID } = await api.addApp();
      if (hasBanner) await startPause(api, { scope: 'all', reason: 'Invalid traffic' });
      await page.setViewportSize({ width, height: 900 });
      for (const path of [
        '/dashboard',
        '/application-list',
        `/application/${appID}`,
        '/user-list',
        '/app-configuration',
        '/traffic',
        '/safety/findings',
        '/safety/pauses',
        '/audit-log',
        '/notifications',
      ]) {
        await goWithToast(page, `/admin${path}`);
        await expect.poll(() => coveredButtons(page), path).toEqual([]);
      }
    });
  }
}

test('a toast leaves the customizer’s heading and the buttons of a dialog that opens below it', async ({
  adminPage: page,
  mayFail,
}) => {
  mayFail('ERR_FAILED /assets/');
  await goWithToast(page, '/admin/dashboard');
  const drawer = await openCustomizer(page);
  await expect(toasts(page).first()).toBeVisible();
  await expect.poll(() => coveredButtons(page)).toEqual([]);
  const isOverHeading = async () => {
    const heading = await drawer.getByRole('heading').first().boundingBox();
    const toast = await toasts(page).first().boundingBox();
    if (!heading || !toast) throw new Error('one of them is gone');
    const isBeside = toast.x + toast.width <= heading.x || heading.x + heading.width <= toast.x;
    return !isBeside && toast.y < heading.y + heading.height && heading.y < toast.y + toast.height;
  };
  await expect.poll(isOverHeading).toBe(false);
});

test('a toast that the pointer is on stays where it is', async ({ adminPage: page, mayFail }) => {
  mayFail('ERR_FAILED /assets/');
  await goWithToast(page, '/admin/dashboard');
  await toasts(page).first().hover();
  const before = await toasts(page).first().boundingBox();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.waitForTimeout(500);
  expect(await toasts(page).first().boundingBox()).toEqual(before);
});

test('on a phone a toast is neither over Resume nor over a button of the open dialog', async ({
  adminPage: page,
  api,
  mayFail,
}) => {
  mayFail('ERR_FAILED /assets/', '500 /apps/updateApp/');
  const { list } = await fleet(api, 12);
  const { appID } = await api.addApp();
  await startPause(api, { scope: 'all', reason: 'Invalid traffic' });
  await page.setViewportSize({ width: 390, height: 844 });
  await goWithToast(page, list());
  const urgent = page.locator('[data-urgent]');
  await urgent.getByRole('button', { name: 'More about the pause' }).click();
  await expect(urgent.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect.poll(() => coveredButtons(page, '[data-urgent]')).toEqual([]);
  await page.route('**/apps/updateApp/**', (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'error', success: false, message: 'The disk is full. '.repeat(6) },
    }),
  );
  await page.goto(`/admin/application-list?edit=${appID}`);
  const form = appForm(page, 'Edit Application');
  await form.note.fill('noted');
  await form.save.click();
  await expect(toasts(page)).toContainText('The disk is full');
  await expect.poll(() => coveredButtons(page)).toEqual([]);
});

test('a copy’s words are below a dialog that opens meanwhile', async ({ adminPage: page, api }) => {
  const { appName } = await api.addApp();
  await page.goto(`/admin/application-list?${new URLSearchParams({ search: appName })}`);
  await page.getByRole('button', { name: /^Copy the ads URL/ }).click();
  const words = page.getByRole('tooltip', { name: 'Copy Successfully' });
  await expect(words).toBeVisible();
  await page.getByRole('button', { name: `Edit ${appName}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Application' });
  await expect(form).toBeVisible();
  const layer = await words.evaluate((element) => Number(getComputedStyle(element).zIndex));
  const layerOfForm = await form.evaluate((element) => {
    let most = 0;
    for (let one: Element | null = element; one; one = one.parentElement) {
      most = Math.max(most, Number(getComputedStyle(one).zIndex) || 0);
    }
    return most;
  });
  expect(layer).toBeLessThan(layerOfForm);
});
