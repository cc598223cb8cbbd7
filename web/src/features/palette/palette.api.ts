import { appCalls } from '@adwarden/contract/app-calls';
import type { AppInList } from '@adwarden/contract/apps';
import { changeCalls } from '@adwarden/contract/changes/changes';
import { textHolds } from '@adwarden/contract/search-fold';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Query, request } from '../../lib/http-client.ts';
import { lookUpApps } from '../../lib/look-up.ts';
import { countAppsOfAccount, lookUpAccounts } from '../../lib/look-up-accounts.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Scope } from '../../lib/role.ts';

/** How many rows of one kind are shown. */
export const shown = 6;

/** The apps that a text means most. */
export function foundAppsQuery(scope: Scope, search: string) {
  return queryOptions({
    queryKey: [...queryKeys.foundApps, scope, search] as const,
    queryFn: async ({ signal }): Promise<AppInList[]> => {
      const ask = (query: Query) =>
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

/** How many accounts are shown. */
const accounts = 3;

/** The accounts that a text means most, with the number of apps of each; administrators only. */
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

/** The app that had a text last, and until when: in the log, for administrators only. */
export type Earlier = { name: string; until: string };

/** How many entries are looked at: those that only name the text now come first. */
const entries = 20;

/** Which app had a text that no app has now; null when the log does not know. Administrators only. */
export function earlierQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.changes, 'earlier', search] as const,
    queryFn: async ({ signal }): Promise<Earlier | null> => {
      const query = { search, entity: 'app', pageSize: entries };
      const { data } = await request(changeCalls.getChanges, { query, signal });
      const hadIt = data.find(({ diff }) =>
        diff.some(({ before }) => typeof before === 'string' && textHolds(before, search)),
      );
      return hadIt ? { name: hadIt.name, until: hadIt.at } : null;
    },
    meta: { errorToast: false },
  });
}
