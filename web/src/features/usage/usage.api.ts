import type { AppUsage, appUsageAnswer } from '@adwarden/contract/usage';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';

/** How many UTC days are looked at, today among them. */
export type Span = 7 | 30 | 90;

/** How often an app was asked for; it is asked anew each time the drawer opens. */
export function appUsageQuery(appID: string, days: Span) {
  return queryOptions({
    queryKey: ['usage', appID, days] as const,
    queryFn: async ({ signal }): Promise<AppUsage> => {
      type Answer = (typeof appUsageAnswer)['_output'];
      return (await request<Answer>('getAppUsage', { id: appID, query: { days }, signal })).data;
    },
    placeholderData: keepPreviousData,
    meta: { errorToast: false },
  });
}
