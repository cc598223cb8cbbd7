import { requestsOf } from '@adwarden/contract/traffic/traffic';
import { useQuery } from '@tanstack/react-query';
import { lastDaysQuery } from './traffic.api.ts';

/** Whether there was any request in the last 30 days for an app that the user may see; undefined while loading. */
export function useAnyRequests(): boolean | undefined {
  const { data } = useQuery(lastDaysQuery);
  return data && requestsOf(data.total) > 0;
}
