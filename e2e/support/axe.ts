import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with a line per element when axe finds a violation of WCAG 2.2 AA or of its best practices. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Each page has a heading. Without one, the page is still being loaded. A dialog hides it, and does not remove it.
  await expect(page.locator('h1').first(), `the heading of ${what}`).toBeAttached();
  // The pages have no frames, so axe runs in the page itself. It reports violations only. The builder's default is
  // several times slower.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const lines = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target} ${failureSummary}`),
  );
  expect(lines, `axe on ${what}`).toEqual([]);
}
