import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { act, bar, previewDialog, previewNote, selectAll } from '../support/bulk.ts';
import { click, dialogOf, expectDialog } from '../support/dialogs.ts';
import { fleet } from '../support/fleet.ts';
import { expect, test } from '../support/test.ts';
import { bulkDialogs, openPreviewOfForm } from './bulk-dialogs.ts';

/* The dialogs of bulk work give the focus back, as all others do (dialogs.spec.ts), and have no violation. */

for (const [name, dialog] of Object.entries(bulkDialogs)) {
  test(`the focus returns from ${name}, which has no violation`, async ({ adminPage, api }) => {
    await expectDialog(adminPage, api, name, dialog);
  });
}

test('the focus returns to a button that is still disabled when its dialog closes', async ({
  adminPage: page,
  api,
}) => {
  const { list } = await fleet(api, 2);
  await selectAll(page, list());
  const opener = bar(page).getByRole('button', { name: 'Pause', exact: true });
  // The first dialog loads its code. The second one then opens at once.
  await opener.click();
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await closeDialogAtOnce(page);
  await act(page, 'Pause');
  await expect(page.locator('body[data-disabled]')).toHaveCount(1);
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

/** Presses Escape as soon as the next dialog opens. If a button is disabled at that moment, the body gets `data-disabled`. */
function closeDialogAtOnce(page: Page): Promise<void> {
  return page.evaluate(() => {
    const opened = new MutationObserver(() => {
      if (!document.querySelector('[role="dialog"]')) return;
      opened.disconnect();
      if (document.querySelector('[data-actions] button:disabled'))
        document.body.dataset.disabled = '';
      const init = { key: 'Escape', bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', init));
    });
    opened.observe(document.body, { subtree: true, childList: true });
  });
}

test('the focus returns from the preview to its form, and from the time to the preview', async ({
  adminPage: page,
  api,
}) => {
  const opener = await openPreviewOfForm(page, api);
  const { dialog, apps } = previewDialog(page);
  await expect(apps).toHaveCount(2);
  await expectAccessible(page, 'the preview of countries');
  const other = await click(dialog.getByRole('button', { name: 'Other ways to save' }));
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  const when = page.getByRole('dialog', { name: 'Schedule' });
  await expect(when.getByLabel('Date and time')).toBeFocused();
  await expectAccessible(page, 'the time of a batch');
  await page.keyboard.press('Escape');
  await expect(when).toHaveCount(0);
  await expect(other).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the focus is on the heading after a batch, because the bar is gone', async ({
  adminPage: page,
  api,
}) => {
  const { list } = await fleet(api, 2);
  await selectAll(page, list());
  await previewNote(page);
  await previewDialog(page).button('Run').click();
  await expect(page.getByText('2 applications changed').first()).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Application List' })).toBeFocused();
});
