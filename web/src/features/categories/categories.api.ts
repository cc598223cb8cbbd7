import type { categoryList } from '@adwarden/contract/categories';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';

export const categoryKeys = { all: ['categories'] as const };

/** Milliseconds for which the categories are taken as they are: they change only with the product. */
const staleTime = 10 * 60_000;

/** The names of the store categories, in the server's order (spec, section 7). */
export const categoryNamesQuery = queryOptions({
  queryKey: categoryKeys.all,
  queryFn: async ({ signal }) => {
    const { data } = await request<(typeof categoryList)['_output']>('getCategory', { signal });
    return data.map(({ categoryName }) => categoryName);
  },
  staleTime,
});
