import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Countries } from './country-entries.ts';

/** The countries' names, in a chunk of their own; undefined until they are there. Without them the server judges alone. */
export function useCountries(): Countries | undefined {
  const { data } = useQuery<Countries>({
    queryKey: queryKeys.countries,
    queryFn: () => import('@adwarden/contract/countries'),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorToast: false },
  });
  return data;
}
