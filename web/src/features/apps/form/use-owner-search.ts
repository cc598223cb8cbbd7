import { limits } from '@adwarden/contract/limits';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { typingDelay } from '../../../lib/delays.ts';
import { ownerOptionsQuery } from './app-owners.api.ts';
import type { OwnerSearch } from './owner-select.tsx';

/** Searches owners on the server while somebody types, 200 ms after the last key (spec, section 9). */
export function useOwnerSearch(enabled: boolean): OwnerSearch {
  const [search, onSearch] = useState('');
  const term = search.trim().slice(0, limits.text.search);
  const [asked] = useDebouncedValue(term, typingDelay);
  const { data = [], isFetching } = useQuery({ ...ownerOptionsQuery(asked), enabled });
  return { search, onSearch, options: data, searching: isFetching || asked !== term };
}
