import { appCalls } from '@adwarden/contract/app-calls';
import type { AppStats } from '@adwarden/contract/apps';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type Stats = AppStats;

/** The counts of what the signed-in person may see. */
export const statsQuery = queryOptions({
  queryKey: queryKeys.appStats,
  queryFn: async ({ signal }) => (await request(appCalls.appStats, { signal })).data,
});
