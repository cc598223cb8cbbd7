import { type AppUsage, type Usage, usageCalls } from '@adwarden/contract/usage';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requestsIn } from './usage-words.ts';

/** The numbers of UTC days up to today that people choose from. */
export const spans = [7, 30, 90] as const;
export type Span = (typeof spans)[number];

/** The requests for one app. */
export function appUsageQuery(appID: string, days: Span) {
  return queryOptions({
    queryKey: [...queryKeys.appUsage, appID, days] as const,
    queryFn: async ({ signal }): Promise<AppUsage> =>
      (await request(usageCalls.getAppUsage, { id: appID, query: { days }, signal })).data,
    placeholderData: keepPreviousData,
    meta: { errorToast: false },
  });
}

/** How often the servers write their counts, in milliseconds. */
const writeInterval = 10_000;

/**
 * The requests of the last 30 days for all apps that the user may see. While there are none, they are fetched every
 * 10 s, because the user may be waiting for the first phone.
 */
export const usageQuery = queryOptions({
  queryKey: queryKeys.usage,
  queryFn: async ({ signal }): Promise<Usage> =>
    (await request(usageCalls.getUsage, { query: { days: 30 }, signal })).data,
  refetchInterval: ({ state: { data } }) =>
    data && requestsIn(data.total) === 0 ? writeInterval : false,
  meta: { errorToast: false },
});
