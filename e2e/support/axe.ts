import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The width at which everything is checked, in px. */
const fullWidth = 1440;
const targetSize = 'target-size';

/**
 * Fails with a line per element when axe finds a violation of WCAG 2.2 AA or of its best practices. Then the page is
 * dark for a moment, without a reload. Only colours differ there, so only the contrast is checked. A test that checks
 * several widths passes the width. At 1440 px everything is checked, at other widths only the size of buttons and links.
 */
export async function expectAccessible(page: Page, what: string, width = fullWidth): Promise<void> {
  // Each page has a heading. Without one, the page is still being loaded. A dialog hides it, and does not remove it.
  await expect(page.locator('h1').first(), `the heading of ${what}`).toBeAttached();
  if (width !== fullWidth) {
    return expectNothingFound(page, `${what} at ${width} px`, { runOnly: [targetSize] });
  }
  // Axe leaves out the rules that are new in WCAG 2.2, if nobody asks for them.
  await expectNothingFound(page, what, { rules: { [targetSize]: { enabled: true } } });
  await paint(page, 'dark');
  await expectNothingFound(page, `${what}, dark`, { runOnly: ['color-contrast'] });
  await paint(page, 'light');
}

/** Fails with a line per element that these rules of axe find. */
export async function expectNothingFound(page: Page, what: string, options: axe.RunOptions) {
  // The page behind a dialog takes most of the time, and has a check of its own without the dialog.
  const dialogs = page
    .locator('body > :not(#root) [role=dialog][aria-modal=true]')
    .filter({ visible: true });
  const exclude = (await dialogs.count()) > 0 ? ['#root'] : [];
  // Some colours change a moment after the scheme, so what axe finds is checked again.
  await expect(async () => {
    const violations = await violationsIn(page, exclude, options);
    const lines = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target} ${failureSummary}`),
    );
    expect(lines, `axe on ${what}`).toEqual([]);
  }).toPass({ intervals: [300, 1_000], timeout: 20_000 });
}

/** Runs axe in the page, which has no frames. The page gets axe's code once, because reading it takes long. */
async function violationsIn(page: Page, exclude: string[], options: axe.RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ([without, how]) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      return JSON.stringify((await run({ exclude: without }, how)).violations);
    },
    [exclude, { ...options, resultTypes: ['violations'] as axe.resultGroups[] }] as const,
  );
  return JSON.parse(found) as axe.Result[];
}

/** Switches the colour scheme as the product does: everything follows the attribute of the root. */
async function paint(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.dataset.colorScheme = value;
  }, scheme);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
}
