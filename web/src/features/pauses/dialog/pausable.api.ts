import { appCalls } from '@adwarden/contract/app-calls';
import type { appList } from '@adwarden/contract/apps';
import type { UserName } from '@adwarden/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/http-client.ts';
import { lookUpApps, type Searched } from '../../../lib/look-up/look-up.ts';
import { lookUpAccounts } from '../../../lib/look-up/look-up-accounts.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { Scope } from '../../../lib/role.ts';

/** An app or an owner to choose. `note` distinguishes those of the same name. */
export type Pausable = { value: string; label: string; note: string };

/** Options of a select at a time (ADR 31 "Lists"). */
export const offered = 20;

type AppsAnswer = (typeof appList)['_output'];
const fetchApps = (scope: Scope, query: Searched, signal: AbortSignal): Promise<AppsAnswer> =>
  'userID' in scope
    ? request(appCalls.getApp, { id: scope.userID, query, signal })
    : request(appCalls.getAllApp, { query, signal });

/** The first apps with `search` in any of their texts. */
export const pausableAppsQuery = (scope: Scope, search: string) =>
  queryOptions({
    queryKey: [...queryKeys.pausable, 'app', scope, search] as const,
    queryFn: async ({ signal }): Promise<Pausable[]> => {
      const ask = (query: Searched) => fetchApps(scope, query, signal);
      const apps = await lookUpApps(ask, search, offered);
      return apps.map(({ appID, appName, packageName }) => ({
        value: appID,
        label: appName,
        note: packageName,
      }));
    },
    placeholderData: keepPreviousData,
  });

/** An owner to choose. */
export const pausableOwner = ({ id, fullName, userID }: UserName): Pausable => ({
  value: id,
  label: fullName,
  note: userID,
});

/** Account names to suggest for a typed text. */
export const accountsQuery = (search: string) =>
  queryOptions({
    queryKey: [...queryKeys.pausable, 'accounts', search] as const,
    queryFn: ({ signal }) => lookUpAccounts(search, offered, signal),
    placeholderData: keepPreviousData,
  });
