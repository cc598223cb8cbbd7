import type { PauseEnding } from '@adwarden/contract/pauses/pauses';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userNamesQuery } from '../../../lib/look-up/look-up.ts';
import type { Scope } from '../../../lib/role.ts';
import { may } from '../../../people/may.ts';
import type { ServerSearch } from '../../../ui/form/search-select.tsx';
import { useDelayedSearch } from '../../../ui/text/use-delayed-search.ts';
import { pauseBeginningQuery } from '../pauses.api.ts';
import {
  accountsQuery,
  offered,
  type Pausable,
  pausableAppsQuery,
  pausableOwner,
} from './pausable.api.ts';
import type { PauseFormValues } from './pause-form-values.ts';

/** The server's data that the form needs; a form never fetches. */
export type PausableChoices = {
  apps: ServerSearch<Pausable>;
  owners: ServerSearch<Pausable>;
  /** Suggestions for the typed account name. */
  accounts: readonly string[];
  /** The effect of the pause; undefined until it is known, and while its target is not known. */
  beginning: PauseEnding | undefined;
};

type Found = { data: Pausable[] | undefined; isFetching: boolean };

/** Searches things that can be paused in the scope that is chosen in the form, and asks what the pause would do. */
export function usePausable(
  who: Scope,
  { scope: chosen, value, appIDs }: Pick<PauseFormValues, 'scope' | 'value' | 'appIDs'>,
): PausableChoices {
  const account = chosen === 'account' ? value : '';
  const [search, onSearch] = useState('');
  const { asked, isWaiting } = useDelayedSearch(search);
  const { asked: askedAccount, isWaiting: isTyping } = useDelayedSearch(account);
  const apps = useQuery({ ...pausableAppsQuery(who, asked), enabled: chosen === 'app' });
  const owners = useQuery({
    ...userNamesQuery(asked, offered),
    select: (names) => names.map(pausableOwner),
    enabled: chosen === 'owner' && may(who.role, 'pause-all'),
  });
  const accounts = useQuery({ ...accountsQuery(askedAccount), enabled: chosen === 'account' });
  const reached = chosen === 'account' ? askedAccount.trim() : value;
  const isKnown = chosen === 'all' || chosen === 'apps' || reached !== '';
  const reach = { scope: chosen, value: reached, ...(chosen === 'apps' && { appIDs }) };
  const beginning = useQuery({ ...pauseBeginningQuery(reach), enabled: isKnown && !isTyping });
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
    beginning: isTyping || !isKnown ? undefined : beginning.data,
  };
}
