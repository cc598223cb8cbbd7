import { act, bar, batchesTab, editNotes, selectAll } from './bulk.ts';
import {
  appRow,
  asDrawer,
  asForm,
  type Case,
  click,
  dialogOf,
  inMenu,
  type Open,
} from './dialogs.ts';
import { fleet } from './fleet.ts';
import { fromMenu, rowOf } from './rows.ts';
import { fresh } from './test-api.ts';

/** Selects two new apps and presses an action. */
const ofSelection =
  (action: string): Open =>
  async (page, api) => {
    const { list } = await fleet(api, 2);
    await selectAll(page, list());
    return click(bar(page).getByRole('button', { name: action, exact: true }));
  };

/** Chooses an entry of the menu of the list of applications. */
const inListMenu =
  (entry: string): Open =>
  async (page, api) => {
    await page.goto((await fleet(api, 1)).list());
    const opener = await click(page.getByRole('button', { name: 'Export and import' }));
    await page.getByRole('menuitem', { name: entry }).click();
    return opener;
  };

/** The dialogs of bulk work that open over a page. */
export const bulkDialogs: Record<string, Case> = {
  'the form of fields': {
    open: ofSelection('Edit fields'),
    ways: {
      // The first one closes the options of its field.
      Escape: async (page) => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      },
      Dismiss: asForm.Dismiss,
    },
  },
  'the form of ad units': { open: ofSelection('Replace in ad units'), ways: asForm },
  'the form of countries': { open: ofSelection('Countries'), ways: asForm },
  'the form of the owner': { open: ofSelection('Owner'), ways: asForm },
  'the question how to pause': { open: ofSelection('Pause'), ways: asDrawer },
  'the form of new tokens': { open: ofSelection('New tokens'), ways: asForm },
  'the export of a selection': { open: ofSelection('Export'), ways: asForm },
  'the preview': { open: ofSelection('Delete'), ways: asForm },
  'the export of a list': { open: inListMenu('Export these applications…'), ways: asForm },
  'the import': { open: inListMenu('Import applications…'), ways: asForm },
  'the copies': { open: inMenu(appRow, 'Several copies…'), ways: asForm },
  'a batch': {
    open: async (page, api) => {
      const note = fresh('Batch');
      await editNotes(api, [(await api.addApp()).appID], note);
      await page.goto(batchesTab);
      return fromMenu(page, rowOf(page, note), 'Show the applications');
    },
    ways: asDrawer,
  },
};

/** Opens the preview of a change of countries above its form, and returns the form's button. */
export const openPreviewOfForm: Open = async (page, api) => {
  const { list } = await fleet(api, 2);
  await selectAll(page, list());
  await act(page, 'Countries');
  const form = dialogOf(page).filter({ hasText: 'Replace the countries' });
  await form.getByRole('textbox', { name: /^Country/ }).fill('IN');
  return click(form.getByRole('button', { name: 'Preview' }));
};
