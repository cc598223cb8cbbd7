import { expect, type Locator, type Page } from '@playwright/test';
import { act, bar, batchesTab, editNotes, selectAll } from '../support/bulk.ts';
import {
  type Arrive,
  appRow,
  asDrawer,
  asForm,
  type Case,
  click,
  dialogOf,
  inMenu,
} from '../support/dialogs.ts';
import { fleet } from '../support/fleet.ts';
import { fromMenu, rowOf } from '../support/rows.ts';
import { fresh, type TestApi } from '../support/test-api.ts';

/** Selects two new apps and presses an action. */
const ofSelection =
  (action: string): Arrive =>
  async (page, api) => {
    const { list } = await fleet(api, 2);
    await selectAll(page, list());
    return () => click(bar(page).getByRole('button', { name: action, exact: true }));
  };

/** Chooses an entry of the menu of the list of applications. */
const inListMenu =
  (entry: string): Arrive =>
  async (page, api) => {
    await page.goto((await fleet(api, 1)).list());
    return async () => {
      const opener = await click(page.getByRole('button', { name: 'Export and import' }));
      await page.getByRole('menuitem', { name: entry }).click();
      return opener;
    };
  };

/** The dialogs of bulk work that open over a page. */
export const bulkDialogs: Record<string, Case> = {
  'the form of fields': {
    arrive: ofSelection('Edit fields'),
    ways: {
      // The first one closes the options of its field.
      Escape: async (page) => {
        const options = page.getByRole('listbox');
        await expect(options).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(options).toBeHidden();
        await page.keyboard.press('Escape');
      },
      Dismiss: asForm.Dismiss,
    },
  },
  'the form of ad units': { arrive: ofSelection('Replace in ad units'), ways: asForm },
  'the form of countries': { arrive: ofSelection('Countries'), ways: asForm },
  'the form of the owner': { arrive: ofSelection('Owner'), ways: asForm },
  'the question how to pause': { arrive: ofSelection('Pause'), ways: asDrawer },
  'the form of new tokens': { arrive: ofSelection('New tokens'), ways: asForm },
  'the export of a selection': { arrive: ofSelection('Export'), ways: asForm },
  'the preview': { arrive: ofSelection('Delete'), ways: asForm },
  'the export of a list': { arrive: inListMenu('Export these applications…'), ways: asForm },
  'the import': { arrive: inListMenu('Import applications…'), ways: asForm },
  'the copies': { arrive: inMenu(appRow, 'Several copies…'), ways: asForm },
  'a batch': {
    arrive: async (page, api) => {
      const note = fresh('Batch');
      await editNotes(api, [(await api.addApp()).appID], note);
      await page.goto(batchesTab);
      return () => fromMenu(page, rowOf(page, note), 'Show the applications');
    },
    ways: asDrawer,
  },
};

/** Opens the preview of a change of countries above its form, and returns the form's button. */
export async function openPreviewOfForm(page: Page, api: TestApi): Promise<Locator> {
  const { list } = await fleet(api, 2);
  await selectAll(page, list());
  await act(page, 'Countries');
  const form = dialogOf(page).filter({ hasText: 'Everywhere except' });
  await form.getByRole('textbox', { name: /^Country/ }).fill('IN');
  return click(form.getByRole('button', { name: 'Show each' }));
}
