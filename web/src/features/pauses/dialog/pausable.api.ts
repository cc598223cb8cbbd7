import type { appList } from '@adwarden/contract/apps';
import { limits } from '@adwarden/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Query, request } from '../../../lib/http-client.ts';
import { lookUpApps, lookUpUsers } from '../../../lib/look-up.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { Scope } from '../../../lib/role.ts';

/** An app or an owner to choose. `note` distinguishes those of the same name; `apps` is how many apps it stops. */
export type Pausable = { value: string; label: string; note: string; apps: number | null };

/** Options of a select at a time (ADR 31 "Lists"). */
const offered = 20;

type AppsAnswer = (typeof appList)['_output'];
const fetchApps = (scope: Scope, query: Query, signal: AbortSignal): Promise<AppsAnswer> =>
  scope.role === 'admin'
    ? request('getAllApp', { query, signal })
    : request('getApp', { id: scope.userID, query, signal });

/** The first apps with `search` in any of their texts. */
export const pausableAppsQuery = (scope: Scope, search: string) =>
  queryOptions({
    queryKey: [...queryKeys.pausable, 'app', scope, search] as const,
    queryFn: async ({ signal }): Promise<Pausable[]> => {
      const ask = (query: Query) => fetchApps(scope, query, signal);
      const apps = await lookUpApps(ask, search, offered);
      return apps.map(({ appID, appName, packageName }) => ({
        value: appID,
        label: appName,
        note: packageName,
        apps: 1,
      }));
    },
    placeholderData: keepPreviousData,
  });

/** The first owners whose name, position or login id contains `search`; administrators only. */
export const pausableOwnersQuery = (search: string) =>
  queryOptions({
    queryKey: [...queryKeys.pausable, 'owner', search] as const,
    queryFn: async ({ signal }): Promise<Pausable[]> => {
      const ask = (query: Query) => request('getUser', { query, signal });
      const users = await lookUpUsers(ask, search, offered);
      return users.map(({ id, fullName, userID, noOfApps }) => ({
        value: id,
        label: fullName,
        note: userID,
        apps: noOfApps,
      }));
    },
    placeholderData: keepPreviousData,
  });

/**
 * Account names that contain `search`, of the first hundred apps that have one: suggestions, not all of them. `apps` is
 * how many apps each has; empty when there are more than these hundred, of which nobody knows whose they are.
 */
export const accountsQuery = (search: string) =>
  queryOptions({
    queryKey: [...queryKeys.pausable, 'account', search] as const,
    queryFn: async ({ signal }) => {
      const query = {
        page: 0,
        pageSize: limits.maxPageSize,
        sort: 'accountName',
        accountName: search,
      };
      const { data, total = data.length } = await fetchApps({ role: 'admin' }, query, signal);
      const names = data.map(({ accountName }) => accountName).filter((name) => name !== '');
      const apps = new Map<string, number>();
      if (total <= data.length) for (const name of names) apps.set(name, (apps.get(name) ?? 0) + 1);
      return { names: [...new Set(names)].slice(0, offered), apps };
    },
    placeholderData: keepPreviousData,
  });

/** How many apps there are. */
export const allAppsQuery = queryOptions({
  queryKey: [...queryKeys.pausable, 'all'] as const,
  queryFn: async ({ signal }) => (await request('appStats', { signal })).data.apps,
});
