import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with a line per element when axe finds a violation of WCAG 2.2 AA or of its best practices. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // In the page itself, which has no frames, and without telling each element that is right: in the
  // builder's own way it takes several times as long.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const lines = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target} ${failureSummary}`),
  );
  expect(lines, `axe on ${what}`).toEqual([]);
}
