import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails with a line per element when axe finds a violation of WCAG 2.2 AA or of its best practices. Then the page turns
 * dark for a moment, without a reload: there only colours can differ, so only the contrast is checked.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Each page has a heading. Without one, the page is still being loaded. A dialog hides it, and does not remove it.
  await expect(page.locator('h1').first(), `the heading of ${what}`).toBeAttached();
  await expectNothingFound(page, what);
  await paint(page, 'dark');
  await expectNothingFound(page, `${what}, dark`, ['color-contrast']);
  await paint(page, 'light');
}

async function expectNothingFound(page: Page, what: string, rules?: string[]): Promise<void> {
  // The pages have no frames, so axe runs in the page itself. It reports violations only. The builder's default is
  // several times slower.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  // The page behind a dialog takes most of the time, and has a check of its own without the dialog.
  const dialogs = page
    .locator('body > :not(#root) [role=dialog][aria-modal=true]')
    .filter({ visible: true });
  if ((await dialogs.count()) > 0) builder.exclude('#root');
  builder.options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  // Some colours change a moment after the scheme, so what axe finds is checked again.
  await expect(async () => {
    const { violations } = await builder.analyze();
    const lines = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target} ${failureSummary}`),
    );
    expect(lines, `axe on ${what}`).toEqual([]);
  }).toPass({ intervals: [300, 1_000], timeout: 20_000 });
}

/** Switches the colour scheme as the product does: everything follows the attribute of the root. */
async function paint(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.dataset.colorScheme = value;
  }, scheme);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
}
