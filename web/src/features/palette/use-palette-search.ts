import type { AppInList } from '@adwarden/contract/apps';
import type { UserName } from '@adwarden/contract/users';
import { useQuery } from '@tanstack/react-query';
import { userNamesQuery } from '../../lib/look-up.ts';
import type { Scope } from '../../lib/role.ts';
import { useDelayedSearch } from '../../ui/text/use-delayed-search.ts';
import { nameToPause } from './command.ts';
import { type FoundAccount, foundAccountsQuery, foundAppsQuery, shown } from './palette.api.ts';

/** What was found for a text. */
export type Found = {
  search: string;
  /** What is found is to be paused. */
  pausing: boolean;
  apps: AppInList[];
  users: UserName[];
  /** Only while `pausing`. */
  accounts: FoundAccount[];
};

/**
 * Apps and users that contain `text`, or the name after 'pause' with its accounts, fetched 200 ms after the last key. Until
 * the answer comes, those of the previous text stay if they also match the new one, so that Enter never opens something
 * else.
 */
export function usePaletteSearch(scope: Scope, text: string): Found & { isSearching: boolean } {
  const pausing = nameToPause(text) !== null;
  const {
    typed: search,
    asked,
    isWaiting: isDelayed,
  } = useDelayedSearch(nameToPause(text) ?? text);
  const isAsked = search !== '' && asked !== '';
  const isAdmin = scope.role === 'admin';
  const ofAccounts = pausing && isAdmin;
  const apps = useQuery({ ...foundAppsQuery(scope, asked), enabled: isAsked });
  const users = useQuery({ ...userNamesQuery(asked, shown), enabled: isAsked && isAdmin });
  const accounts = useQuery({ ...foundAccountsQuery(asked), enabled: isAsked && ofAccounts });
  const nothing = { search, pausing, apps: [], users: [], accounts: [] };
  if (search === '') return { ...nothing, isSearching: false };
  // Accounts come before apps: rows that are there already must not move.
  if (ofAccounts && !accounts.data && !accounts.isError) return { ...nothing, isSearching: true };

  const isWaiting = (query: { isPlaceholderData: boolean }) => isDelayed || query.isPlaceholderData;
  const fits = (texts: string[]) =>
    texts.some((one) => one.toLowerCase().includes(search.toLowerCase()));
  return {
    search,
    pausing,
    apps: (apps.data ?? []).filter(
      ({ appName, packageName, appID, accountName }) =>
        !isWaiting(apps) || fits([appName, packageName, appID, accountName]),
    ),
    users: (users.data ?? []).filter(
      ({ fullName, userID }) => !isWaiting(users) || fits([fullName, userID]),
    ),
    accounts: ofAccounts
      ? (accounts.data ?? []).filter(({ name }) => !isWaiting(accounts) || fits([name]))
      : [],
    isSearching: isDelayed || apps.isFetching || users.isFetching || accounts.isFetching,
  };
}
