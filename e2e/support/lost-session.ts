import type { Page } from '@playwright/test';
import { withoutNews } from './news.ts';
import { stored } from './test.ts';
import type { TestApi } from './test-api.ts';

/**
 * Ends the page's session on the server. The page hears no news from then on, so the call of the test is the first one
 * that is refused, however long the test takes.
 */
export async function loseSession(
  page: Page,
  api: TestApi,
  key: 'authAdmin' | 'authUser' = 'authAdmin',
): Promise<void> {
  await withoutNews(page);
  const { token } = await stored(page, key);
  await api.call('signOut', { as: token });
}
