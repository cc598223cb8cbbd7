import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OwnerOption, ownerOptionsQuery } from './app-owners.api.ts';
import { type OwnerSearch, ownerLabel } from './owner-select.tsx';

/** Searches owners on the server while somebody types, 200 ms after the last key (spec, section 9). */
export function useOwnerSearch(enabled: boolean, current: OwnerOption | null): OwnerSearch {
  const [search, onSearch] = useState('');
  const [settled] = useDebouncedValue(search, 200);
  const [chosen, setChosen] = useState('');
  // The select writes the chosen owner's label into its input: that is no question.
  const isLabel = settled === chosen || (current && settled === ownerLabel(current));
  const term = isLabel ? '' : settled.trim();
  const { data = [], isFetching } = useQuery({ ...ownerOptionsQuery(term), enabled });
  return {
    search,
    onSearch: (text) => {
      if (data.some((owner) => ownerLabel(owner) === text)) setChosen(text);
      onSearch(text);
    },
    options: data,
    searching: isFetching,
  };
}
