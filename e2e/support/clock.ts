import { expect, type Locator, type Page } from '@playwright/test';

/** Stops the page's clock. Its time passes only when the test says so, so a slow machine does not matter. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await stopInstalledClock(page);
}

/** Stops a clock that is installed already. It runs until it is paused, and can only be paused in the future. */
export async function stopInstalledClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

/** Moves the page's clock on, by `ms` at a time, until an element is visible. */
export const passUntilVisible = (page: Page, shown: Locator, ms = 20): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(ms);
        return shown.isVisible();
      },
      { timeout: 60_000 },
    )
    .toBe(true);
