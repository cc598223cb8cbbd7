import type { Page } from '@playwright/test';

/** Holds the page's calls of a URL, either those that read (GET) or the others, until the returned function is called. */
export async function holdCalls(
  page: Page,
  url: string | RegExp,
  kind: 'reads' | 'writes',
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    const isRead = route.request().method() === 'GET';
    if (isRead === (kind === 'reads')) await released;
    await route.fallback();
  });
  return release;
}
