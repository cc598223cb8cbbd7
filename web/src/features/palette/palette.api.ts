import type { App } from '@adwarden/contract/apps';
import type { User } from '@adwarden/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Scope } from '../../lib/role.ts';

/** Maximum number of rows of one kind that a search finds. */
const pageSize = 6;

/** The first apps with `search` in any of their texts. */
export function foundAppsQuery(scope: Scope, search: string) {
  return queryOptions({
    queryKey: [...queryKeys.foundApps, scope, search] as const,
    queryFn: async ({ signal }): Promise<App[]> => {
      const query = { search, page: 0, pageSize };
      const { data } =
        scope.role === 'admin'
          ? await request('getAllApp', { query, signal })
          : await request('getApp', { id: scope.userID, query, signal });
      return data;
    },
    placeholderData: keepPreviousData,
  });
}

/** The first app owners whose name, position or login id contains `search`; administrators only. */
export function foundUsersQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.foundUsers, search] as const,
    queryFn: async ({ signal }): Promise<User[]> => {
      const query = { search, page: 0, pageSize };
      return (await request('getUser', { query, signal })).data;
    },
    placeholderData: keepPreviousData,
  });
}
