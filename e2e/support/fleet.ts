import type { Page } from '@playwright/test';
import { fresh, type Office } from './office.ts';

/** The rows of data of a list. */
export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

/** The names of the apps in the rows, from the top. */
export const names = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) => row.querySelectorAll('td')[4]?.querySelector('a')?.textContent?.trim() ?? ''),
  );

/** The search of the application list. */
export const searchBox = (page: Page) => page.getByPlaceholder('Search for Application...');

/** Apps of one account, named so that their order is known: 'name 01', 'name 02' … */
export async function fleet(office: Office, count: number) {
  const accountName = fresh('Fleet').replaceAll(' ', '-');
  for (let number = 1; number <= count; number += 1) {
    await office.addApp({
      accountName,
      appName: `${accountName} ${String(number).padStart(2, '0')}`,
    });
  }
  const list = (more: Record<string, string> = {}) =>
    `/admin/application-list?${new URLSearchParams({ accountName, sort: 'appName', ...more })}`;
  return { accountName, list, name: (number: string) => `${accountName} ${number}` };
}
