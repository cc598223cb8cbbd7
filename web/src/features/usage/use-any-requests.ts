import { useQuery } from '@tanstack/react-query';
import { usageQuery } from './usage.api.ts';
import { requestsIn } from './usage-words.ts';

/** Whether there was any request in the last 30 days for an app that the user may see; undefined while loading. */
export function useAnyRequests(): boolean | undefined {
  const { data } = useQuery(usageQuery);
  return data && requestsIn(data.total) > 0;
}
