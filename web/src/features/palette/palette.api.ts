import type { App } from '@adwarden/contract/apps';
import type { User } from '@adwarden/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Query, request } from '../../lib/http-client.ts';
import { lookUpApps, lookUpUsers } from '../../lib/look-up.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Scope } from '../../lib/role.ts';

/** How many rows of one kind are shown. */
const shown = 6;

/** The apps that a text means most. */
export function foundAppsQuery(scope: Scope, search: string) {
  return queryOptions({
    queryKey: [...queryKeys.foundApps, scope, search] as const,
    queryFn: async ({ signal }): Promise<App[]> => {
      const ask = (query: Query) =>
        scope.role === 'admin'
          ? request('getAllApp', { query, signal })
          : request('getApp', { id: scope.userID, query, signal });
      return await lookUpApps<App>(ask, search, shown);
    },
    placeholderData: keepPreviousData,
  });
}

/** The app owners that a text means most; administrators only. */
export function foundUsersQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.foundUsers, search] as const,
    queryFn: async ({ signal }): Promise<User[]> => {
      const ask = (query: Query) => request('getUser', { query, signal });
      return await lookUpUsers(ask, search, shown);
    },
    placeholderData: keepPreviousData,
  });
}
