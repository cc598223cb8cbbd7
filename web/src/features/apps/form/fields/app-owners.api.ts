import { userCalls } from '@adwarden/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Query, request } from '../../../../lib/http-client.ts';
import { lookUpUsers } from '../../../../lib/look-up.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';

/** A user as an owner to choose. */
export type OwnerOption = { userID: string; fullName: string };

/** Options of the select at a time (ADR 31 "Lists"). */
const offered = 20;

/** The first twenty owners whose name, position or login id contains `search`; administrators only. */
export function ownerOptionsQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.owners, search] as const,
    queryFn: async ({ signal }): Promise<OwnerOption[]> => {
      const ask = (query: Query) => request(userCalls.getUser, { query, signal });
      const users = await lookUpUsers(ask, search, offered);
      return users.map(({ userID, fullName }) => ({ userID, fullName }));
    },
    placeholderData: keepPreviousData,
  });
}
