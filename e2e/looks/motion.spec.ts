import type { Page } from '@playwright/test';
import { openNewApp } from '../support/app-form.ts';
import { openCustomizer } from '../support/customizer.ts';
import { expect, test } from '../support/test.ts';

/* Spec, section 9: the durations of animations; with reduced motion there are none. */

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

  test('a backdrop takes 100 ms, a modal 150 ms, a drawer 300 ms, and a collapse 350 ms', async ({
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

test.describe('the form of a user', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('fades in every time it opens', async ({ adminPage }) => {
    await adminPage.goto('/admin/user-list');
    const add = adminPage.getByRole('button', { name: 'Create New User' }).first();
    await expect(add).toBeVisible();
    await adminPage.evaluate(() => {
      const faded: string[] = [];
      Object.assign(window, { faded });
      document.addEventListener('transitionrun', ({ target, propertyName }) => {
        const dialog = (target as Element).closest('[role="dialog"]');
        if (dialog && dialog === target && propertyName === 'opacity') faded.push(dialog.id);
      });
    });
    const faded = () =>
      adminPage.evaluate(() => (window as unknown as { faded: string[] }).faded.length);
    const dialog = adminPage.getByRole('dialog', { name: 'Add New User' });
    for (const openings of [1, 3]) {
      await add.click();
      await expect(dialog).toBeVisible();
      await expect.poll(faded, 'in').toBe(openings);
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(dialog).toBeHidden();
      expect(await faded(), 'out').toBe(openings + 1);
    }
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
