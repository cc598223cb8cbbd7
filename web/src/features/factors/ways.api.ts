import { wayCalls } from '@adwarden/contract/ways';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { whyNoPasskeys } from './passkey-place.ts';

/** The ways to sign in besides the password. They change with a restart of the server only. */
const waysQuery = queryOptions({
  queryKey: queryKeys.ways,
  queryFn: async ({ signal }) => (await request(wayCalls.getWays, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { errorToast: false },
});

/** Whether people can use passkeys on this page: undefined while nobody knows, null when they can, otherwise why not. */
export function useWhyNoPasskeys(): string | null | undefined {
  const { data } = useQuery(waysQuery);
  return data && whyNoPasskeys(data);
}
