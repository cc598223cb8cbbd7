import type { App } from '@adwarden/contract/apps';
import type { Pause } from '@adwarden/contract/pauses/pauses';
import { expect, type Locator, type Page } from '@playwright/test';
import type { TestApi } from './test-api.ts';

/** Begins a pause as the administrator, or as the owner of a session. */
export const startPause = (
  api: TestApi,
  body: { scope: Pause['scope']; value?: string; reason: string; until?: string },
  as?: string,
) => api.call('startPause', { body, ...(as !== undefined && { as }) });

/**
 * Ends all active pauses. The tests of a worker share a server, so a test that pauses must call it afterwards, even when it
 * fails: `test.afterEach(({ api }) => endAllPauses(api))`.
 */
export async function endAllPauses(api: TestApi): Promise<void> {
  for (const { id } of await api.call('getPauses', { query: { pageSize: 100 } })) {
    // A pause that has just reached its end is over (409).
    await api.call('endPause', { id }).catch(() => {});
  }
}

/** Returns the present ads of an app on a phone. */
export async function adsOf(api: TestApi, { appID, authToken }: App) {
  const query = new URLSearchParams({ appID, authToken });
  const answer = await fetch(`${api.address}/api/getAds?${query}`);
  return ((await answer.json()) as { data: { adsStatus: string; reason: string | null } }).data;
}

/** Finds the line that names the pauses. */
export const banner = (page: Page): Locator =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'paused' });

/** Returns the dialog that pauses ads, and its parts. */
export function pauseDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Pause ads' });
  return {
    dialog,
    scope: dialog.getByRole('combobox', { name: 'What to pause' }),
    reason: dialog.getByRole('textbox', { name: 'Reason' }),
    howLong: dialog.getByRole('combobox', { name: 'How long' }),
    until: dialog.getByLabel('Date and time'),
    confirm: dialog.getByRole('button', { name: 'Pause ads' }),
  };
}

/** Presses Resume in the banner and confirms. */
export async function resumeByBanner(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Resume' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume ads' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
