import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../../../lib/http-client.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';

/** A user as an owner to choose. */
export type OwnerOption = { userID: string; fullName: string };

/** Maximum number of owners that one search finds. */
const pageSize = 20;

/** The first twenty owners whose name, position or login id contains `search`; administrators only. */
export function ownerOptionsQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.owners, search] as const,
    queryFn: async ({ signal }): Promise<OwnerOption[]> => {
      const { data } = await request('getUser', {
        query: { search, sort: 'fullName', page: 0, pageSize },
        signal,
      });
      return data.map(({ userID, fullName }) => ({ userID, fullName }));
    },
    placeholderData: keepPreviousData,
  });
}
