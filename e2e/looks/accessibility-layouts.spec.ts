import { expectAccessible } from '../support/axe.ts';
import { choose, openCustomizer } from '../support/customizer.ts';
import { expect, test } from '../support/test.ts';

/* Checks every layout of the customizer with axe, in light and dark. */

test.setTimeout(120_000);

test('every layout and sidebar colour has no violation', async ({ adminPage }) => {
  await adminPage.goto('/admin/dashboard');
  const looks: [control: string, value: string][] = [
    ['Layout type', 'Horizontal'],
    ['Layout type', 'Two column'],
    ['Layout type', 'Semibox'],
    ['Layout type', 'Vertical'],
    ['Topbar color', 'Dark'],
    ['Sidebar color', 'Light'],
    ['Sidebar color', 'Gradient 1'],
    ['Sidebar color', 'Gradient 2'],
    ['Sidebar color', 'Gradient 3'],
    ['Sidebar color', 'Gradient 4'],
    ['Sidebar size', 'Compact'],
    ['Sidebar size', 'Small (Icon View)'],
    ['Sidebar view', 'Detached'],
  ];
  for (const [control, value] of looks) {
    const drawer = await openCustomizer(adminPage);
    await choose(drawer, control, value);
    await adminPage.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expectAccessible(adminPage, `${control} ${value}`);
  }
});
