import { appCalls } from '@adwarden/contract/app-calls';
import type { AppInList } from '@adwarden/contract/apps';
import { changeCalls } from '@adwarden/contract/changes/changes';
import { textHolds } from '@adwarden/contract/search-fold';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { lookUpApps, type Searched } from '../../lib/look-up/look-up.ts';
import { countAppsOfAccount, lookUpAccounts } from '../../lib/look-up/look-up-accounts.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Scope } from '../../lib/role.ts';

/** The most rows of one kind that are shown. */
export const shown = 6;

/** Reads the apps that match a text best. */
export function foundAppsQuery(scope: Scope, search: string) {
  return queryOptions({
    queryKey: [...queryKeys.foundApps, scope, search] as const,
    queryFn: async ({ signal }): Promise<AppInList[]> => {
      const ask = (query: Searched) =>
        'userID' in scope
          ? request(appCalls.getApp, { id: scope.userID, query, signal })
          : request(appCalls.getAllApp, { query, signal });
      return await lookUpApps<AppInList>(ask, search, shown);
    },
    placeholderData: keepPreviousData,
  });
}

/** An account, and how many apps it has. */
export type FoundAccount = { name: string; apps: number };

/** The number of accounts that are shown. */
const accounts = 3;

/** Reads the accounts that match a text best, with the number of apps of each; administrators only. */
export function foundAccountsQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.foundApps, 'accounts', search] as const,
    queryFn: async ({ signal }): Promise<FoundAccount[]> => {
      const names = await lookUpAccounts(search, accounts, signal);
      const withCount = async (name: string) => ({
        name,
        apps: await countAppsOfAccount(name, signal),
      });
      return Promise.all(names.map(withCount));
    },
    placeholderData: keepPreviousData,
  });
}

/** The app that had a text last, and until when. It comes from the log, so it is for administrators only. */
export type Earlier = { name: string; until: string };

/** The number of entries to search: entries that only name the text now come first. */
const entries = 20;

/** Finds the app that had a text that no app has now; null if the log does not know. Administrators only. */
export function earlierQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.changes, 'earlier', search] as const,
    queryFn: async ({ signal }): Promise<Earlier | null> => {
      const query = { search, entity: 'app', pageSize: entries } as const;
      const { data } = await request(changeCalls.getChanges, { query, signal });
      const hadIt = data.find(({ diff }) =>
        diff.some(({ before }) => typeof before === 'string' && textHolds(before, search)),
      );
      return hadIt ? { name: hadIt.name, until: hadIt.at } : null;
    },
    meta: { errorToast: false },
  });
}
