import { wayCalls } from '@adwarden/contract/ways';
import { queryOptions } from '@tanstack/react-query';
import { request } from './http-client.ts';
import { queryKeys } from './query-keys.ts';

/** The ways to sign in besides the password. They change with a restart of the server only. */
export const waysQuery = queryOptions({
  queryKey: queryKeys.ways,
  queryFn: async ({ signal }) => (await request(wayCalls.getWays, { signal, token: null })).data,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { errorToast: false },
});
