import type { AnswerOf } from '@adwarden/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type Stats = AnswerOf<'appStats'>['data'];

/** The counts of what the signed-in person may see. */
export const statsQuery = queryOptions({
  queryKey: queryKeys.appStats,
  queryFn: async ({ signal }) => (await request('appStats', { signal })).data,
});
