import { type AppUsage, usageCalls } from '@adwarden/contract/usage';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

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
