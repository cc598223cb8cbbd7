import { type Traffic, trafficCalls } from '@adwarden/contract/traffic/traffic';
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

/** Milliseconds after which the requests of the hour that runs are counted anew. */
const hoursAgain = 60_000;

/** The requests for one app in the last 48 hours, each beside the same hour a week before. */
export function appHoursQuery(appID: string) {
  return queryOptions({
    queryKey: [...queryKeys.appUsage, appID, 'hours'] as const,
    queryFn: async ({ signal }): Promise<Traffic> =>
      (await request(trafficCalls.getAppTraffic, { id: appID, query: { step: 'hour' }, signal }))
        .data,
    refetchInterval: hoursAgain,
    meta: { errorToast: false },
  });
}
