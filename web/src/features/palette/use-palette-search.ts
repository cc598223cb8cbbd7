import type { AppInList } from '@adwarden/contract/apps';
import { textHolds } from '@adwarden/contract/search-fold';
import type { UserName } from '@adwarden/contract/users';
import { useQuery } from '@tanstack/react-query';
import { userNamesQuery } from '../../lib/look-up/look-up.ts';
import type { Scope } from '../../lib/role.ts';
import { may } from '../../people/may.ts';
import { useDelayedSearch } from '../../ui/text/use-delayed-search.ts';
import { type Wish, wishOf } from './command.ts';
import {
  type Earlier,
  earlierQuery,
  type FoundAccount,
  foundAccountsQuery,
  foundAppsQuery,
  shown,
} from './palette.api.ts';

/** The results for a text. */
export type Found = {
  search: string;
  /** The action that the person wants to do with the results. */
  wish: Wish | null;
  apps: AppInList[];
  users: UserName[];
  /** Only for a pause. */
  accounts: FoundAccount[];
  /** The app that had this text, when nothing has it now. */
  earlier: Earlier | null;
};

/**
 * Finds apps and users that contain `text`, or the name in a wish; for a pause also accounts. It asks 200 ms after the last
 * key. Until the answer comes, results of the previous text stay if they also match the new one, so that Enter never opens
 * something else.
 */
export function usePaletteSearch(scope: Scope, text: string): Found & { isSearching: boolean } {
  const wish = may(scope.role, 'write') ? wishOf(text) : null;
  const { typed: search, asked, isWaiting: isDelayed } = useDelayedSearch(wish?.name ?? text);
  const isAsked = search !== '' && asked !== '';
  const seesAll = may(scope.role, 'see-all');
  const ofAccounts = wish?.act === 'pause' && seesAll;
  const apps = useQuery({ ...foundAppsQuery(scope, asked), enabled: isAsked });
  const users = useQuery({ ...userNamesQuery(asked, shown), enabled: isAsked && seesAll });
  const accounts = useQuery({ ...foundAccountsQuery(asked), enabled: isAsked && ofAccounts });
  const isNothing = apps.data?.length === 0 && !apps.isPlaceholderData && !users.data?.length;
  const earlier = useQuery({
    ...earlierQuery(asked),
    enabled: isAsked && seesAll && isNothing && asked.length > 2,
  });
  const nothing = { search, wish, apps: [], users: [], accounts: [], earlier: null };
  if (search === '') return { ...nothing, isSearching: false };
  // Owners and accounts stand above the apps, so the apps wait for them: rows that are shown must not move.
  const comes = (query: { data: unknown; isError: boolean }) => !query.data && !query.isError;
  if (ofAccounts && (comes(accounts) || comes(users))) return { ...nothing, isSearching: true };

  const isWaiting = (query: { isPlaceholderData: boolean }) => isDelayed || query.isPlaceholderData;
  const fits = (texts: string[]) => texts.some((one) => textHolds(one, search));
  return {
    search,
    wish,
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
    earlier: isNothing ? (earlier.data ?? null) : null,
    isSearching:
      isDelayed ||
      apps.isFetching ||
      users.isFetching ||
      accounts.isFetching ||
      (isNothing && earlier.isFetching),
  };
}
