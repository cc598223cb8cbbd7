import type { UserName } from '@adwarden/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userNamesQuery } from '../../../../lib/look-up/look-up.ts';
import type { ServerSearch } from '../../../../ui/form/search-select.tsx';
import { useDelayedSearch } from '../../../../ui/text/use-delayed-search.ts';

/** A user as an owner to choose. */
export type OwnerOption = Pick<UserName, 'userID' | 'fullName'>;

/** Options of the select at a time (ADR 31 "Lists"). */
const offered = 20;

/** Searches owners on the server while the user types (spec, section 9). */
export function useOwnerSearch(enabled: boolean): ServerSearch<OwnerOption> {
  const [search, onSearch] = useState('');
  const { asked, isWaiting } = useDelayedSearch(search);
  const { data: options = [], isFetching } = useQuery({
    ...userNamesQuery(asked, offered),
    enabled,
  });
  return { search, onSearch, options, searching: isFetching || isWaiting };
}
