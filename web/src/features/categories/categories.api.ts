import { categoryCalls } from '@adwarden/contract/categories';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Milliseconds for which the categories are fresh; they change only with a new version of the product. */
const staleTime = 10 * 60_000;

/** The names of the store categories, in the server's order (spec, section 7). */
export const categoryNamesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: async ({ signal }) => {
    const { data } = await request(categoryCalls.getCategory, { signal });
    return data.map(({ categoryName }) => categoryName);
  },
  staleTime,
});

/** The names of the categories for a form. `failed`: there are none, because the call failed. */
export function useCategoryNames() {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery(categoryNamesQuery);
  return {
    names: data ?? [],
    // Not `error`: TanStack Query clears it while it tries again.
    failed: data === undefined && errorUpdateCount > 0,
    retrying: isFetching,
    retry: () => void refetch(),
  };
}
