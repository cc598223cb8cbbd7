import type { appStats } from '@adwarden/contract/apps';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';

type StatsAnswer = (typeof appStats)['_output'];
export type Stats = StatsAnswer['data'];

/** The counts of what the signed-in person may see; the key lies below the apps', whose writes change them. */
export const statsQuery = queryOptions({
  queryKey: ['apps', 'stats'],
  queryFn: async ({ signal }) => (await request<StatsAnswer>('appStats', { signal })).data,
});
