import type { Page } from '@playwright/test';
import { openNewApp } from './support/app-form.ts';
import { openCustomizer } from './support/customizer.ts';
import { expect, test } from './support/test.ts';

/* Spec, section 9: how long things move; nothing moves for those who asked for it. */

/** Collects the durations of every transition and animation that runs from now on, in milliseconds. */
async function watchMotion(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen = new Set<number>();
    Object.assign(window, { seenDurations: seen });
    const look = () => {
      for (const animation of document.getAnimations()) {
        seen.add(Number(animation.effect?.getComputedTiming().duration));
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return () =>
    page.evaluate(() => [...(window as unknown as { seenDurations: Set<number> }).seenDurations]);
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a backdrop takes 100 ms, a modal fades in 150, a drawer in 300, a fold opens in 350', async ({
    adminPage,
  }) => {
    await adminPage.goto('/admin/application-list');
    await expect(adminPage.getByRole('searchbox')).toBeVisible();
    const seen = await watchMotion(adminPage);
    const form = await openNewApp(adminPage);
    await expect.poll(seen).toEqual(expect.arrayContaining([100, 150]));
    await form.close.click();
    await expect(form.dialog).toBeHidden();
    const drawer = await openCustomizer(adminPage);
    await expect.poll(seen).toContain(300);
    await drawer.getByRole('button', { name: 'Gradient' }).click();
    await expect.poll(seen).toContain(350);
  });
});

test('with reduced motion nothing moves', async ({ adminPage }) => {
  await adminPage.goto('/admin/application-list');
  await expect(adminPage.getByRole('searchbox')).toBeVisible();
  const seen = await watchMotion(adminPage);
  const form = await openNewApp(adminPage);
  await form.close.click();
  await openCustomizer(adminPage);
  const moving = (await seen()).filter((duration) => duration > 1);
  expect(moving, 'ms').toEqual([]);
});
