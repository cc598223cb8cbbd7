import type { PauseScope } from '@adwarden/contract/pauses/pauses';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userNamesQuery } from '../../../lib/look-up.ts';
import type { Scope } from '../../../lib/role.ts';
import type { ServerSearch } from '../../../ui/form/search-select.tsx';
import { useDelayedSearch } from '../../../ui/text/use-delayed-search.ts';
import {
  accountAppsQuery,
  accountsQuery,
  allAppsQuery,
  offered,
  type Pausable,
  pausableAppsQuery,
  pausableOwner,
} from './pausable.api.ts';

/** What the form needs of the server; a form never fetches. */
export type PausableChoices = {
  apps: ServerSearch<Pausable>;
  owners: ServerSearch<Pausable>;
  /** Suggestions for the typed account name. */
  accounts: readonly string[];
  /** How many apps the typed account has; undefined until it is known. */
  accountApps: number | undefined;
  /** How many apps there are, of an owner the own ones; undefined until it is known. */
  allApps: number | undefined;
};

type Found = { data: Pausable[] | undefined; isFetching: boolean };

/** Searches what can be paused, for the scope that is chosen in the form; `account` is the name that is typed in it. */
export function usePausable(who: Scope, chosen: PauseScope, account: string): PausableChoices {
  const [search, onSearch] = useState('');
  const { asked, isWaiting } = useDelayedSearch(search);
  const { asked: askedAccount, isWaiting: isTyping } = useDelayedSearch(account);
  const apps = useQuery({ ...pausableAppsQuery(who, asked), enabled: chosen === 'app' });
  const owners = useQuery({
    ...userNamesQuery(asked, offered),
    select: (names) => names.map(pausableOwner),
    enabled: chosen === 'owner' && who.role === 'admin',
  });
  const accounts = useQuery({ ...accountsQuery(askedAccount), enabled: chosen === 'account' });
  const counted = useQuery({
    ...accountAppsQuery(askedAccount),
    enabled: chosen === 'account' && askedAccount !== '',
  });
  const ofAll = chosen === 'all' || (chosen === 'owner' && who.role === 'user');
  const all = useQuery({ ...allAppsQuery, enabled: ofAll });
  const searchOf = ({ data = [], isFetching }: Found): ServerSearch<Pausable> => ({
    search,
    onSearch,
    options: data,
    searching: isFetching || isWaiting,
  });
  return {
    apps: searchOf(apps),
    owners: searchOf(owners),
    accounts: accounts.data ?? [],
    accountApps: isTyping ? undefined : counted.data,
    allApps: all.data,
  };
}
