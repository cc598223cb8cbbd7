import type { Page } from '@playwright/test';
import { fresh, type TestApi } from './test-api.ts';

/** Returns the data rows of a list. */
export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

/** Returns the names of the apps in the rows, from the top. */
export const names = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) => row.querySelectorAll('td')[4]?.querySelector('a')?.textContent?.trim() ?? ''),
  );

/** Returns the search of the application list. */
export const searchBox = (page: Page) => page.getByPlaceholder('Search for Application...');

/** Adds apps of one account with names in a known order: 'name 01', 'name 02' … */
export async function fleet(api: TestApi, count: number) {
  const accountName = fresh('Fleet').replaceAll(' ', '-');
  for (let number = 1; number <= count; number += 1) {
    await api.addApp({
      accountName,
      appName: `${accountName} ${String(number).padStart(2, '0')}`,
    });
  }
  const list = (more: Record<string, string> = {}) =>
    `/admin/application-list?${new URLSearchParams({ accountName, sort: 'appName', ...more })}`;
  return { accountName, list, name: (number: string) => `${accountName} ${number}` };
}

/** Returns the App IDs of an account, in the order of their names. */
export const idsOf = async (api: TestApi, accountName: string): Promise<string[]> =>
  (await api.call('getAllApp', { query: { accountName, sort: 'appName', pageSize: 100 } })).map(
    ({ appID }) => appID,
  );
