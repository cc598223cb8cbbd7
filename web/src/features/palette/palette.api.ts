import type { App } from '@adwarden/contract/apps';
import type { User } from '@adwarden/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Scope } from '../../lib/role.ts';

/** How many rows of one kind are searched, and how many of them are shown. */
const pageSize = 30;
const shown = 6;

/** The best rows first: those that are the text, then those that begin with it, then the others in their order. */
function bestOf<Row>(rows: readonly Row[], search: string, textsOf: (row: Row) => string[]): Row[] {
  const asked = search.toLowerCase();
  const rank = (row: Row) => {
    const texts = textsOf(row).map((text) => text.toLowerCase());
    if (texts.includes(asked)) return 0;
    return texts.some((text) => text.startsWith(asked)) ? 1 : 2;
  };
  return rows.toSorted((one, other) => rank(one) - rank(other)).slice(0, shown);
}

/** The first apps with `search` in any of their texts. */
export function foundAppsQuery(scope: Scope, search: string) {
  return queryOptions({
    queryKey: [...queryKeys.foundApps, scope, search] as const,
    queryFn: async ({ signal }): Promise<App[]> => {
      // In this order the shortest of several names that begin alike comes first.
      const query = { search, page: 0, pageSize, sort: 'appName' };
      const { data } =
        scope.role === 'admin'
          ? await request('getAllApp', { query, signal })
          : await request('getApp', { id: scope.userID, query, signal });
      return bestOf(data, search, ({ appName, appID, packageName }) => [
        appName,
        appID,
        packageName,
      ]);
    },
    placeholderData: keepPreviousData,
  });
}

/** The first app owners whose name, position or login id contains `search`; administrators only. */
export function foundUsersQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.foundUsers, search] as const,
    queryFn: async ({ signal }): Promise<User[]> => {
      const query = { search, page: 0, pageSize, sort: 'userID' };
      const { data } = await request('getUser', { query, signal });
      return bestOf(data, search, ({ userID, fullName }) => [userID, fullName]);
    },
    placeholderData: keepPreviousData,
  });
}
