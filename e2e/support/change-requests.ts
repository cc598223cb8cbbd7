import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import type { Browser, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { rowOf } from './rows.ts';
import { enter } from './test.ts';
import type { StoredSession, TestApi } from './test-api.ts';

export const requestsTab = '/admin/safety/change-requests';

/** Returns a time from now, as it is sent. */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Lets the changes of an owner wait for approval. */
export const needApproval = (api: TestApi, { id }: { id: string }) =>
  api.call('updateUser', { id, body: { needsApproval: 'on' } });

/** Schedules a change as the administrator, or as the owner of a session. */
export const schedule = (
  api: TestApi,
  body: { appID: string; changes: object; at: string; note?: string },
  as?: string,
): Promise<ChangeRequest> =>
  api.call('createChangeRequest', { body, ...(as !== undefined && { as }) });

/** Returns the newest request for an app. */
export async function requestFor(api: TestApi, appID: string): Promise<ChangeRequest> {
  const [newest] = await api.call('getChangeRequests', { query: { appID } });
  if (!newest) throw new Error(`There is no change request for ${appID}`);
  return newest;
}

/** Opens a page of a second person, in a browser context of its own. */
export async function pageOf(
  browser: Browser,
  api: TestApi,
  session: StoredSession,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: api.address });
  const page = await context.newPage();
  await enter(page, session);
  return page;
}

/** Opens the row of a request in the list, by the name of its app. */
export async function openRequestRow(page: Page, appName: string, state = ''): Promise<Locator> {
  const query = new URLSearchParams({ search: appName, ...(state && { state }) });
  await page.goto(`${requestsTab}?${query}`);
  const row = rowOf(page, appName);
  await expect(row).toBeVisible();
  return row;
}

/** Returns the parts of the dialog that schedules an edit. */
export function scheduleDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Schedule change' });
  return {
    dialog,
    at: dialog.getByLabel('Date and time'),
    note: dialog.getByRole('textbox', { name: 'Note' }),
    confirm: dialog.getByRole('button', { name: 'Schedule', exact: true }),
  };
}

/** Opens that dialog from the menu beside Save. */
export async function openSchedule(page: Page, form: Locator) {
  await form.getByRole('button', { name: 'Other ways to save' }).click();
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  return scheduleDialog(page);
}

/** Returns a time of the page's zone as the text of a datetime-local input, and as it is sent. */
export const localTime = (page: Page, daysAhead: number, time: string) =>
  page.evaluate(
    ([days, clock]) => {
      const day = new Date(Date.now() + days * 86_400_000);
      const two = (part: number) => String(part).padStart(2, '0');
      const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(two).join('-');
      const text = `${date}T${clock}`;
      return { text, sent: new Date(text).toISOString() };
    },
    [daysAhead, time] as const,
  );
