import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServerSearch } from '../../../../ui/form/search-select.tsx';
import { useDelayedSearch } from '../../../../ui/text/use-delayed-search.ts';
import { type OwnerOption, ownerOptionsQuery } from './app-owners.api.ts';

/** Searches owners on the server while the user types (spec, section 9). */
export function useOwnerSearch(enabled: boolean): ServerSearch<OwnerOption> {
  const [search, onSearch] = useState('');
  const { asked, isWaiting } = useDelayedSearch(search);
  const { data: options = [], isFetching } = useQuery({ ...ownerOptionsQuery(asked), enabled });
  return { search, onSearch, options, searching: isFetching || isWaiting };
}
