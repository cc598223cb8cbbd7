import { expect, type Locator, type Page } from '@playwright/test';

/** Stops the page's time: it moves on only when the test says so, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // An installed clock goes on by itself until it is paused, which needs a time that is not over yet.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

/** Lets the stopped time go on a little, again and again, until something is on the screen. */
export const passUntilVisible = (page: Page, shown: Locator): Promise<void> =>
  expect
    .poll(async () => {
      await page.clock.runFor(20);
      return shown.isVisible();
    })
    .toBe(true);
