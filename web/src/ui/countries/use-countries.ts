import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Countries } from './country-entries.ts';

/** The names of countries, from a chunk of their own; undefined until it is loaded. Without them, only the server checks. */
export function useCountries(): Countries | undefined {
  const { data } = useQuery<Countries>({
    queryKey: queryKeys.countries,
    queryFn: () => import('@adwarden/contract/countries'),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorToast: false },
  });
  return data;
}
