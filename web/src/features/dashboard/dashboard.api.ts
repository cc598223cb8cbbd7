import type { appStats } from '@adwarden/contract/apps';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

type StatsAnswer = (typeof appStats)['_output'];
export type Stats = StatsAnswer['data'];

/** The counts of what the signed-in person may see. */
export const statsQuery = queryOptions({
  queryKey: queryKeys.appStats,
  queryFn: async ({ signal }) => (await request<StatsAnswer>('appStats', { signal })).data,
});
