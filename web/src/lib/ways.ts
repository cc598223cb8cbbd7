import { queryOptions } from '@tanstack/react-query';
import { askWays } from './ask-ways.ts';
import { queryKeys } from './query-keys.ts';

/** The ways to sign in besides the password. */
export const waysQuery = queryOptions({
  queryKey: queryKeys.ways,
  queryFn: askWays,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { errorToast: false },
});
